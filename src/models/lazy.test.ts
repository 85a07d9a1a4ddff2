import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('loads the AI SDK at the first call, and never before', async () => {
  const { metafile } = await build({
    entryPoints: ['src/cli/main.ts', 'src/index.ts', 'src/models/models.ts'],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'nowhere',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const isSdk = (path: string) => /^(ai|@ai-sdk\/.*)$/.test(path);
  const imports = Object.entries(metafile.inputs).flatMap(([from, input]) =>
    input.imports.map(({ path, kind }) => ({ from, path, kind })),
  );
  const knowers = new Set(imports.filter(({ path }) => isSdk(path)).map(({ from }) => from));
  expect([...knowers].sort()).toEqual(['src/models/explain.ts', 'src/models/sdk.ts']);

  const entries = imports.filter(({ from, path }) => knowers.has(path) && !knowers.has(from));
  expect(entries).toEqual([
    { from: 'src/models/line.ts', path: 'src/models/sdk.ts', kind: 'dynamic-import' },
  ]);
});

import { transform, version } from 'esbuild';
import type { PackageSource, StoredPackage } from '../schema.js';

/** A script or style sheet of a package, minified; as it is where it can't be parsed. Built once per file and build of esbuild. */
export function minifyFile(
  packages: PackageSource,
  stored: StoredPackage,
  path: string,
): Promise<Uint8Array> {
  const key = `minify ${stored.name}@${stored.version}/${path} esbuild@${version}`;
  return packages.built(key, async () => {
    const source = await stored.read(path);
    try {
      const loader = path.endsWith('.css') ? 'css' : 'js';
      const { code } = await transform(source, { loader, minify: true, charset: 'utf8', logLevel: 'silent' });
      return new TextEncoder().encode(code);
    } catch {
      return source;
    }
  });
}

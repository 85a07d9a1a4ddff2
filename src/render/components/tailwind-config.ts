import { build } from 'esbuild';

import { textOf, type Files } from './own-files.js';

const CONFIG = /^(?:[\w-]+\/)?tailwind\.config\.[cm]?[jt]s$/;

/** Parts of Tailwind's default theme that configurations extend. */
const DEFAULT_THEME = {
  fontFamily: {
    sans: ['ui-sans-serif', 'system-ui', 'sans-serif'],
    serif: ['ui-serif', 'Georgia', 'serif'],
    mono: ['ui-monospace', 'monospace'],
  },
};

/**
 * An artifact's own Tailwind configuration as an expression that a page can evaluate; null without one. What it imports is left out:
 * plugins do nothing, and the default theme has its font families only. A configuration that doesn't compile is passed over.
 */
export async function compileTailwindConfig(files: Files): Promise<string | null> {
  const path = [...files.keys()].find((file) => CONFIG.test(file));
  if (path === undefined) return null;
  try {
    const { outputFiles } = await build({
      stdin: { contents: textOf(files, path), loader: path.endsWith('ts') ? 'ts' : 'js', sourcefile: path },
      bundle: true,
      write: false,
      logLevel: 'silent',
      absWorkingDir: '/',
      tsconfigRaw: '{}',
      format: 'iife',
      globalName: 'configured',
      platform: 'browser',
      target: 'esnext',
      plugins: [
        {
          name: 'left-out',
          setup(build) {
            build.onResolve({ filter: /.*/ }, ({ path, kind }) =>
              kind === 'entry-point' ? undefined : { path, namespace: 'left-out' },
            );
            build.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
              contents: path.endsWith('/defaultTheme')
                ? `module.exports = ${JSON.stringify(DEFAULT_THEME)};`
                : 'module.exports = () => () => {};',
              loader: 'js',
            }));
          },
        },
      ],
    });
    return `(() => { ${outputFiles[0]!.text}\nreturn configured.default ?? configured; })()`;
  } catch {
    return null;
  }
}

import type { Route } from './route.js';

/** Versions that the package has a folder of, besides the newest at its root. */
const CARRIED = new Set(['3.3.3', '3.4.0', '3.4.1', '3.4.3', '3.4.10']);
/** The package's script for one plugin; more than one needs the script with all. `line-clamp` is part of Tailwind since 3.3. */
const PLUGINS = new Map([
  ['forms', 'forms'],
  ['typography', 'typography'],
  ['aspect-ratio', 'aspect-ratio'],
  ['container-queries', 'container-queries'],
]);

/**
 * The play script of Tailwind 3. Its makers don't publish it on npm: `tailwindcss-cdn` is a copy of it made by somebody else, so the bytes
 * may differ from the original's. Versions that the copy doesn't carry are answered with its newest, 3.4.10.
 */
export const tailwind: Route = {
  hosts: ['cdn.tailwindcss.com'],
  read({ pathname, searchParams }) {
    const [, version] = /^\/(?:v?(3(?:\.[\d.]+)?)\/?)?$/.exec(pathname) ?? [];
    if (pathname !== '/' && version === undefined) return null;
    const plugins = [
      ...new Set(
        (searchParams.get('plugins') ?? '')
          .split(/[,\s]+/)
          .flatMap((name) => PLUGINS.get(name.split('@')[0] ?? '') ?? []),
      ),
    ];
    const build =
      plugins.length > 1 ? '-with-all-plugins' : plugins.length === 1 ? `-with-${plugins[0] ?? ''}` : '';
    const file = `tailwindcss${build}.js`;
    return {
      name: 'tailwindcss-cdn',
      range: '3.4.10',
      path: file,
      // Older versions have no script for container queries alone.
      pick: (paths) => {
        const has = new Set(paths);
        const folder = version !== undefined && CARRIED.has(version) ? `${version}/` : '';
        const path = [`${folder}${file}`, `${folder}tailwindcss-with-all-plugins.js`].find((one) =>
          has.has(one),
        );
        return path === undefined ? null : { path, minify: false };
      },
      rebuilt: true,
    };
  },
};

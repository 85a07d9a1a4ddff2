import { createRequire } from 'node:module';

import type { PackageSource } from '../offline/schema.js';
import type { Framework } from './mount.js';
import { packageOf } from './packages.js';
import { textOf, type Files } from './own-files.js';

/** What a framework is one instance of on the page: other packages leave their imports of these to the page's import map. */
const SHARED: Readonly<Record<Framework, readonly string[]>> = {
  react: ['react', 'react-dom'],
  'react-17': ['react', 'react-dom'],
  preact: ['preact'],
  vue: ['vue'],
  svelte: [],
};

/** Where a page finds the packages that its code imports by name. */
export interface Addresses {
  importMap: Record<string, string>;
  styles: string[];
}

/** Gives each package the address of its locked version at a CDN, which the renderer answers as it answers any page's. */
export class PackageAddresses {
  private readonly ranges: Readonly<Record<string, unknown>>;

  constructor(
    private readonly packages: PackageSource,
    files: Files,
  ) {
    this.ranges = dependenciesOf(files);
  }

  /** The version that a page gets: the one that the project asks for, as far as it is locked. Null when none is. */
  version(name: string): string | null {
    if (name === 'react-dom')
      return this.locked(name, this.version('react')) ?? this.locked(name, this.range(name));
    if (name === 'vue') return this.locked(name, vueVersion()) ?? this.locked(name, '3');
    return this.locked(name, this.range(name)) ?? this.locked(name, null);
  }

  of(framework: Framework, modules: readonly string[], styles: readonly string[]): Addresses {
    const shared = SHARED[framework];
    const importMap: Record<string, string> = {};
    for (const name of modules.some((specifier) => !shared.includes(packageOf(specifier)?.name ?? ''))
      ? shared
      : []) {
      importMap[name] = this.module(name, '', []);
      importMap[`${name}/`] = `${importMap[name]}/`;
    }
    for (const specifier of modules) {
      const found = packageOf(specifier);
      if (found)
        importMap[specifier] = this.module(
          found.name,
          found.subpath,
          shared.includes(found.name) ? [] : shared,
        );
    }
    return { importMap, styles: styles.flatMap((specifier) => this.style(specifier) ?? []) };
  }

  private module(name: string, subpath: string, external: readonly string[]): string {
    const path = subpath === '' ? '' : `/${subpath}`;
    const query = external.length > 0 ? `?external=${external.join(',')}` : '';
    return `https://esm.sh/${this.pinned(name)}${path}${query}`;
  }

  private style(specifier: string): string | null {
    const found = packageOf(specifier);
    if (!found) return null;
    const { name, subpath } = found;
    if (/\.css$/.test(subpath)) return `https://cdn.jsdelivr.net/npm/${this.pinned(name)}/${subpath}`;
    if (name.startsWith('@fontsource'))
      return `https://cdn.jsdelivr.net/npm/${this.pinned(name)}/${subpath || 'index'}.css`;
    return `https://esm.sh/${this.pinned(name)}${subpath === '' ? '' : `/${subpath}`}`;
  }

  private pinned(name: string): string {
    const version = this.version(name);
    return version === null ? name : `${name}@${version}`;
  }

  private locked(name: string, range: string | null): string | null {
    const found = this.packages.resolve(name, range);
    return 'version' in found ? found.version : null;
  }

  private range(name: string): string | null {
    const range = this.ranges[name];
    return typeof range === 'string' ? range : null;
  }
}

/** What a project's `package.json` asks for; nothing when it can't be read. */
function dependenciesOf(files: Files): Record<string, unknown> {
  try {
    const { dependencies, devDependencies } = JSON.parse(textOf(files, 'package.json')) as Record<
      string,
      object
    >;
    return { ...devDependencies, ...dependencies };
  } catch {
    return {};
  }
}

/** Compiled templates need the runtime of their compiler. */
function vueVersion(): string {
  const { version } = createRequire(import.meta.url)('@vue/compiler-sfc/package.json') as { version: string };
  return version;
}

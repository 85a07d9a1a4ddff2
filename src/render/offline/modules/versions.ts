import type { PackageManifest, PackageSource, Refusal } from '../schema.js';
import { isExternal, isPlain, NO_FLAGS, type Flags } from './flags.js';
import { layOut } from './layout.js';
import { openInside, type Inside } from './inside.js';

/** A package in the version that was chosen for a dependant. */
export interface Chosen {
  name: string;
  version: string;
}

/** Packages that are published together with React, version by version. */
const TIED_TO_REACT = new Set(['react-dom', 'react-test-renderer', 'react-art', 'react-server-dom-webpack']);

/** "react-dom/client" taken apart: the package, and the path below it. */
export function splitSpecifier(specifier: string): { name: string; subpath: string } {
  const parts = specifier.split('/');
  const name = parts.slice(0, specifier.startsWith('@') ? 2 : 1);
  return { name: name.join('/'), subpath: parts.slice(name.length).join('/').replace(/\/$/, '') };
}

/** True when doing without the dependency is meant to work. */
export function isOptional(manifest: PackageManifest, name: string): boolean {
  if (manifest.dependencies?.[name] !== undefined && manifest.optionalDependencies?.[name] === undefined)
    return false;
  return (
    manifest.peerDependencies?.[name] === undefined ||
    manifest.peerDependenciesMeta?.[name]?.optional === true
  );
}

/**
 * The locked version of a dependency: what the address pins by `deps`, else what the manifest's range means. React and the packages that are
 * published with it come in the same version.
 */
export function chooseVersion(
  { name: dependant, version, dependencies, peerDependencies, optionalDependencies }: PackageManifest,
  dependency: string,
  flags: Flags,
  packages: PackageSource,
): Chosen | Refusal {
  const pin = flags.deps[dependency];
  if (pin !== undefined) return chosen(dependency, packages.resolve(dependency, pin));
  const tied = (of: string, at: string) => {
    const found = packages.resolve(of, at);
    return 'version' in found && found.version === at ? { name: of, version: at } : null;
  };
  if (dependency === 'react' && TIED_TO_REACT.has(dependant)) {
    const same = tied('react', version);
    if (same) return same;
  }
  const range =
    dependencies?.[dependency] ??
    optionalDependencies?.[dependency] ??
    peerDependencies?.[dependency] ??
    null;
  // "npm:other@^1.0.0" is another package by this name.
  const [, real, realRange] = /^npm:((?:@[^/]+\/)?[^@]+)(?:@(.*))?$/.exec(range ?? '') ?? [];
  if (real !== undefined) return chosen(real, packages.resolve(real, realRange ?? null));
  if (TIED_TO_REACT.has(dependency)) {
    const react = chooseVersion(
      {
        name: dependant,
        version,
        ...(peerDependencies && { peerDependencies }),
        ...(dependencies && { dependencies }),
      },
      'react',
      flags,
      packages,
    );
    const same = 'version' in react ? tied(dependency, react.version) : null;
    if (same) return same;
  }
  return chosen(
    dependency,
    packages.resolve(dependency, range !== null && /[:/]/.test(range) ? null : range),
  );
}

/**
 * The flags of an address without those that change nothing in the package or what it depends on: a pin of the version that would be taken
 * anyway, an external that nobody imports, `dev` where development and production are the same. So equal code has one address.
 */
export async function narrowFlags(inside: Inside, flags: Flags, packages: PackageSource): Promise<Flags> {
  if (isPlain(flags)) return NO_FLAGS;
  const deps: Record<string, string> = {};
  const alias: Record<string, string> = {};
  const external = new Set<string>();
  const conditions = new Set<string>();
  let dev = false;

  const seen = new Set<string>();
  const visit = async (one: Inside): Promise<void> => {
    const { manifest } = one;
    const id = `${manifest.name}@${manifest.version}`;
    if (seen.has(id)) return;
    seen.add(id);
    const maps = JSON.stringify([manifest.exports, manifest.imports]);
    for (const condition of flags.conditions) if (maps.includes(`"${condition}"`)) conditions.add(condition);
    if (flags.dev && !dev) dev = (await layOut(one, NO_FLAGS, packages))?.scan.modal ?? false;
    const needed = {
      ...manifest.peerDependencies,
      ...manifest.optionalDependencies,
      ...manifest.dependencies,
    };
    for (const name of Object.keys(needed).sort()) {
      if (flags.alias[name] !== undefined) alias[name] = flags.alias[name];
      if (isExternal(flags, name)) {
        external.add(flags.external.includes('*') ? '*' : name);
        continue;
      }
      const pinned = chooseVersion(manifest, name, flags, packages);
      if ('fate' in pinned) continue;
      const free = chooseVersion(manifest, name, NO_FLAGS, packages);
      if ('fate' in free || free.version !== pinned.version) {
        // React's version decides that of react-dom, so it may be the pin that counts.
        if (flags.deps[name] !== undefined) deps[name] = pinned.version;
        else if (flags.deps['react'] !== undefined) deps['react'] = flags.deps['react'];
      }
      const stored = await packages.open(pinned.name, pinned.version);
      if (!('fate' in stored)) await visit(await openInside(stored, flags));
    }
  };
  if (flags.external.includes(inside.manifest.name)) external.add(inside.manifest.name);
  await visit(inside);
  return { dev, conditions: [...conditions].sort(), deps, external: [...external].sort(), alias };
}

const chosen = (name: string, resolved: { version: string } | Refusal): Chosen | Refusal =>
  'fate' in resolved ? resolved : { name, version: resolved.version };

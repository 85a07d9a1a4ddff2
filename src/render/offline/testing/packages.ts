import semver from 'semver';
import { KallosError } from '../../../errors.js';
import type { Absence, PackageManifest, PackageSource, Refusal, StoredPackage } from '../schema.js';

/** Files of one package by path. A `package.json` is written by hand or made from the key. */
export type WrittenFiles = Record<string, string | Uint8Array>;

export interface PackageSourceOptions {
  /** As in the lock: by "name@range" or "name@range/path". */
  ranges?: Record<string, string>;
  /** As in the lock: by "name", "name@version" or "name@version/path". */
  absent?: Record<string, Absence>;
}

/** A source of packages in memory, which tells what was asked of it. */
export interface WrittenPackages extends PackageSource {
  /** "name@version" of each package opened, in order. */
  readonly opened: readonly string[];
  /** Keys that were built, in order; a key asked for again is not built again. */
  readonly builds: readonly string[];
}

/**
 * Packages written by hand for a test, answering as a store with a lock does.
 *
 * @example writtenPackages({ 'chart.js@4.4.1': { 'dist/chart.umd.js': 'var Chart' } }, { ranges: { 'chart.js@*': '4.4.1' } })
 */
export function writtenPackages(
  packages: Record<string, WrittenFiles>,
  { ranges = {}, absent = {} }: PackageSourceOptions = {},
): WrittenPackages {
  const stored = new Map(Object.entries(packages).map(([spec, files]) => [spec, storedPackage(spec, files)]));
  const rangeOf = new Map(Object.entries(ranges));
  const absenceOf = new Map(Object.entries(absent));
  const made = new Map<string, Promise<Uint8Array>>();
  const opened: string[] = [];
  const builds: string[] = [];

  const refused = (name: string, spec: string): Refusal => {
    const what = absenceOf.get(spec);
    if (what !== undefined) return { fate: 'absent', what, name, detail: `${spec} does not exist.` };
    return { fate: 'unavailable', reason: `${spec} is not locked.` };
  };
  const newest = (name: string, range: string): string | null => {
    const versions = [...stored.values()]
      .filter((entry) => entry.name === name)
      .map(({ version }) => version);
    return semver.maxSatisfying(versions, semver.validRange(range) ?? '*');
  };

  return {
    opened,
    builds,
    resolve(name, range, path) {
      const asked = range === null || range === '' ? '*' : range;
      for (const spec of [name, `${name}@${asked}`, `${name}@${asked}/${path ?? ''}`])
        if (absenceOf.has(spec)) return refused(name, spec);
      const version =
        (path === undefined ? undefined : rangeOf.get(`${name}@${asked}/${path}`)) ??
        rangeOf.get(`${name}@${asked}`) ??
        newest(name, asked);
      if (version === null) return refused(name, `${name}@${asked}`);
      if (path !== undefined && absenceOf.has(`${name}@${version}/${path}`))
        return refused(name, `${name}@${version}/${path}`);
      return { version };
    },
    open(name, version) {
      const spec = `${name}@${version}`;
      opened.push(spec);
      return Promise.resolve(stored.get(spec) ?? refused(name, spec));
    },
    built(key, build) {
      const known = made.get(key);
      if (known) return known;
      builds.push(key);
      const body = build();
      made.set(key, body);
      return body;
    },
  };
}

function storedPackage(spec: string, written: WrittenFiles): StoredPackage {
  const at = spec.lastIndexOf('@');
  const [name, version] = [spec.slice(0, at), spec.slice(at + 1)];
  const files = new Map(
    Object.entries({ 'package.json': JSON.stringify({ name, version }), ...written }).map(
      ([path, content]) => [path, typeof content === 'string' ? new TextEncoder().encode(content) : content],
    ),
  );
  const read = (path: string) => {
    const body = files.get(path);
    if (!body)
      throw new KallosError('KALLOS_INTERNAL', `${spec} has no file ${path}.`, 'Ask `has` before reading.');
    return body;
  };
  return {
    name,
    version,
    paths: [...files.keys()].sort(),
    has: (path) => files.has(path),
    read: (path) => Promise.resolve().then(() => read(path)),
    manifest: () =>
      Promise.resolve({
        name,
        version,
        ...(JSON.parse(new TextDecoder().decode(read('package.json'))) as Partial<PackageManifest>),
      }),
  };
}

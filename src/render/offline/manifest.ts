import type { PackageManifest } from './schema.js';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const record =
  (check: Check): Check =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(check);
const versions = record(text);

/** What a field must be to be of use. */
const FIELDS: Record<Exclude<keyof PackageManifest, 'name' | 'version'>, Check> = {
  main: text,
  module: text,
  browser: (value) => text(value) || record((to) => text(to) || to === false)(value),
  unpkg: text,
  jsdelivr: text,
  style: text,
  type: text,
  exports: () => true,
  imports: () => true,
  dependencies: versions,
  peerDependencies: versions,
  peerDependenciesMeta: record(record(() => true)),
  optionalDependencies: versions,
  sideEffects: (value) => typeof value === 'boolean' || (Array.isArray(value) && value.every(text)),
};

/**
 * The fields of a `package.json` that have the type they should have; others are dropped, as authors write what they like. Name and
 * version are those of the lock, whatever the file says.
 */
export function parseManifest(name: string, version: string, bytes: Uint8Array): PackageManifest {
  let raw: unknown;
  try {
    raw = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // As npm: a package whose manifest can't be read has nothing but its files.
  }
  const fields = Object.entries(raw ?? {}).filter(
    ([key, value]) => Object.hasOwn(FIELDS, key) && FIELDS[key as keyof typeof FIELDS](value),
  );
  return { ...(Object.fromEntries(fields) as Partial<PackageManifest>), name, version };
}

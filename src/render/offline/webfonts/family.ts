import { z } from 'zod';
import type { PackageSource, Refusal, StoredPackage } from '../schema.js';

const axisSchema = z.object({ default: z.coerce.number(), min: z.coerce.number(), max: z.coerce.number() });
export type Axis = z.infer<typeof axisSchema>;

/** What a font package says of itself in `metadata.json`. */
const metadataSchema = z.object({
  id: z.string(),
  family: z.string(),
  weights: z.array(z.number()),
  styles: z.array(z.string()),
  variable: z.union([z.literal(false), z.record(z.string(), axisSchema)]),
  category: z.string(),
});

/** A font family as the store has it: with variable files, with one file for each weight, or with both. */
export interface FontFamily {
  id: string;
  name: string;
  weights: readonly number[];
  styles: readonly string[];
  /** Axis tag -> its range; empty for a family that has none. */
  axes: Readonly<Record<string, Axis>>;
  /** Icons are drawn by ligatures of their names. */
  isIcons: boolean;
  /** Name of a slice of the character set -> its `unicode-range`, in the order of the rules. */
  slices: readonly (readonly [slice: string, range: string])[];
  /** Packages with this family's files, the preferred one first. */
  packages: readonly StoredPackage[];
}

const VARIABLE = '@fontsource-variable/';
const STATIC = '@fontsource/';

/** Name under which the packages know a family ("Open Sans" -> "open-sans"), or null for what is no name of a font. */
export function familyId(family: string): string | null {
  const id = family.trim().toLowerCase().replace(/\s+/g, '-');
  return /^[a-z0-9][a-z0-9-]{0,80}$/.test(id) ? id : null;
}

/** The packages that can hold a family, the preferred one first: a variable file holds every weight in a fraction of the bytes. */
export function packageNames(id: string): { variable: string; static: string } {
  return { variable: VARIABLE + id, static: STATIC + id };
}

/**
 * Opens the packages of a family. Refused when there is none; `absent` only when the package that every family has, the one of
 * single weights, does not exist.
 */
export async function openFamily(packages: PackageSource, family: string): Promise<FontFamily | Refusal> {
  const id = familyId(family);
  if (id === null)
    return { fate: 'unavailable', reason: `No package is known for the font family "${family}".` };
  const names = packageNames(id);
  const flexible = await openNewest(packages, names.variable);
  const single = await openNewest(packages, names.static);
  const found = [flexible, single].filter((one): one is StoredPackage => !('fate' in one));
  const [first] = found;
  if (!first) return single as Refusal;
  const about = metadataSchema.safeParse(await readJson(first, 'metadata.json'));
  const slices = z.record(z.string(), z.string()).safeParse(await readJson(first, 'unicode.json'));
  if (!about.success || !slices.success)
    return { fate: 'unavailable', reason: `${first.name}@${first.version} does not describe its fonts.` };
  const { family: name, weights, styles, variable: axes, category } = about.data;
  return {
    id: about.data.id,
    name,
    weights,
    styles,
    axes: axes === false ? {} : axes,
    isIcons: category === 'icons',
    // Slices of large character sets are numbered: "[4]" stands in file names as 4.
    slices: Object.entries(slices.data).map(([slice, range]) => [slice.replace(/^\[(\d+)\]$/, '$1'), range]),
    packages: found,
  };
}

/** Opens the locked version of a package. */
export async function openNewest(packages: PackageSource, name: string): Promise<StoredPackage | Refusal> {
  const resolved = packages.resolve(name, null);
  return 'fate' in resolved ? resolved : packages.open(name, resolved.version);
}

/** Null when the package doesn't have this file. */
async function readJson(stored: StoredPackage, path: string): Promise<unknown> {
  return stored.has(path) ? JSON.parse(new TextDecoder().decode(await stored.read(path))) : null;
}

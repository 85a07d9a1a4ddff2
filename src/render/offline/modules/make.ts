import { posix } from 'node:path';
import { sha256 } from '../../paths.js';
import { canonicalUrl, type CanonicalModule } from './address.js';
import { bundle, type ImportKind, type Lead } from './build.js';
import { isExternal, type Flags } from './flags.js';
import { fileOf, isScript, resolveFrom, type Inside } from './inside.js';
import { coreName, type Layout } from './layout.js';
import { isNodeModule, PROCESS, PROCESS_NAME } from './node.js';
import { Refused, type Place, type Recipe, type Workshop } from './place.js';
import { FORMAT, isOwn, namesOf, type Scan } from './scan.js';
import { isOptional, splitSpecifier } from './versions.js';

/** A file that reaches more files outside of the core than this is bundled with them: one request each would be too slow. */
const MOST_LINKED = 50;

/** Code of a module that is nothing but another under a second address. */
export function reexport({ url, part, hasDefault }: Place): string {
  if (part) return partOf(part);
  return `export * from ${JSON.stringify(url)};${hasDefault ? `export { default } from ${JSON.stringify(url)};` : ''}`;
}

/**
 * Builds a module of ours, or takes it from what was built before.
 * @throws Refused when a package that it needs can't be had, KallosError KALLOS_PACKAGE_REFUSED when it can't be bundled
 */
export async function make(shop: Workshop, module: CanonicalModule): Promise<Uint8Array> {
  const { key, build } = await shop.recipe(module, () => recipeOf(shop, module));
  return shop.packages.built(key, build);
}

async function recipeOf(shop: Workshop, module: CanonicalModule): Promise<Recipe> {
  const inside = await shop.inside(module.name, module.version, module.flags);
  const unit = await unitOf(shop, inside, module);
  const leads = await leadsOf(shop, inside, unit, module.flags);
  const stars = module.core ? [] : await shop.stars(inside, unit.scan, module.path, module.flags);
  const leadsHash = sha256(Buffer.from(JSON.stringify([[...leads], stars])));
  const key = JSON.stringify([FORMAT, 'module', canonicalUrl(module), leadsHash]);
  const build = async () => {
    const entry =
      module.core && unit.layout ? { code: coreEntry(unit.layout) } : entryOf(unit, module.path, stars);
    const { outputs } = await bundle({
      stored: inside.stored,
      entries: { module: entry },
      define: {
        'process.env.NODE_ENV': JSON.stringify(module.flags.dev ? 'development' : 'production'),
        process: PROCESS_NAME,
        global: 'globalThis',
        __dirname: '"/"',
        __filename: '"/index.js"',
      },
      lead: (importer, specifier, kind) =>
        Promise.resolve(leads.get(leadKey(importer, specifier, kind)) ?? { url: specifier }),
    });
    const code = outputs.get('module') ?? '';
    return new TextEncoder().encode(code.includes(PROCESS_NAME) ? `${PROCESS}${code}` : code);
  };
  return { key, build };
}

interface Unit {
  scan: Scan;
  layout: Layout | null;
  format: 'esm' | 'cjs' | 'data';
  /** True for a file whose code goes into this module. */
  holds: (file: string) => boolean;
}

async function unitOf(shop: Workshop, inside: Inside, { path, flags, core }: CanonicalModule): Promise<Unit> {
  const layout = await shop.layout(inside, flags);
  const isRoot = layout?.root === path;
  const scan = isRoot ? layout.scan : await shop.scan(inside, path, flags);
  const format = scan.files[path]?.format ?? 'data';
  const whole = core || (isRoot && (layout.shape === 'closed' || layout.shape === 'apart'));
  const inCore = (file: string) =>
    file === layout?.root || (layout !== null && layout.shape !== 'apart' && file in layout.scan.files);
  const many = Object.keys(scan.files).filter((file) => !inCore(file)).length > MOST_LINKED;
  const holds = (file: string): boolean => {
    if (whole || file === path || !isScript(file)) return true;
    if (inCore(file)) return false;
    return many || format === 'cjs' || scan.files[file]?.format === 'cjs';
  };
  return { scan, layout, format, holds };
}

/** Where each import of each file of a module leads: all that its code depends on beside its package. */
async function leadsOf(shop: Workshop, inside: Inside, unit: Unit, flags: Flags): Promise<Map<string, Lead>> {
  const leads = new Map<string, Lead>();
  const seen = new Set<string>();
  const follow = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { specifier, kind } of unit.scan.files[file]?.imports ?? []) {
      const lead = await leadOf(shop, inside, unit, flags, { importer: file, specifier, kind });
      leads.set(leadKey(file, specifier, kind), lead);
      if ('file' in lead && lead.file !== '') await follow(lead.file);
    }
  };
  await follow(unit.scan.entry);
  return leads;
}

const leadKey = (importer: string, specifier: string, kind: ImportKind) => `${kind} ${specifier} ${importer}`;

async function leadOf(
  shop: Workshop,
  inside: Inside,
  unit: Unit,
  flags: Flags,
  { importer, specifier, kind }: { importer: string; specifier: string; kind: ImportKind },
): Promise<Lead> {
  const { manifest } = inside;
  const to = (place: Place): Lead => linkTo(place, kind);
  if (isOwn(inside, specifier) && !flags.external.includes(manifest.name)) {
    const found = await fileOf(inside, splitSpecifier(specifier).subpath);
    if (!found || !('file' in found)) return missing(inside, importer, specifier, kind);
    if (unit.holds(found.file) && found.file in unit.scan.files && kind !== 'dynamic')
      return { file: found.file };
    return to(await shop.placeOf(inside, found.file, flags));
  }
  const found = await resolveFrom(inside, importer, specifier);
  if (found === null) return missing(inside, importer, specifier, kind);
  if ('empty' in found) return { file: '' };
  if ('file' in found) {
    if (unit.holds(found.file) && (kind !== 'dynamic' || !isScript(found.file))) return { file: found.file };
    return to(await shop.placeOf(inside, found.file, flags));
  }
  const { name, subpath } = splitSpecifier(found.other);
  const other = flags.alias[name];
  const wanted = other === undefined ? found.other : posix.join(other, subpath);
  const { name: wantedName } = splitSpecifier(wanted);
  if (isExternal(flags, wantedName) || isExternal(flags, name)) return linkUrl(wanted, kind);
  const declared = manifest.dependencies?.[wantedName] ?? manifest.peerDependencies?.[wantedName];
  if (isNodeModule(wanted) && declared === undefined) return { node: wanted };
  try {
    return to(await shop.dependency(inside, wanted, flags));
  } catch (error) {
    if (!(error instanceof Refused) || !(isOptional(manifest, wantedName) || kind === 'dynamic')) throw error;
    if (kind === 'dynamic') return { url: `https://esm.sh/${wanted}` };
    return { code: `throw new Error(${JSON.stringify(`Cannot find module '${wanted}'`)});` };
  }
}

function linkTo(place: Place, kind: ImportKind): Lead {
  if (kind === 'import' && place.part) return { code: partOf(place.part) };
  return linkUrl(place.url, kind);
}

/** What `require` gives is made of the namespace: a module that was CommonJS tells its `module.exports` under that name. */
function linkUrl(url: string, kind: ImportKind): Lead {
  if (kind !== 'require') return { url };
  return {
    code: `const { all } = require(${JSON.stringify(`namespace:${url}`)});
module.exports = all['module.exports'] ?? { __esModule: true, ...all };`,
  };
}

function missing({ stored }: Inside, importer: string, specifier: string, kind: ImportKind): Lead {
  const text = `${importer} of ${stored.name}@${stored.version} imports ${specifier}, which the package lacks`;
  if (kind === 'import') return { missing: text };
  if (kind === 'dynamic') return { url: specifier };
  return { code: `throw new Error(${JSON.stringify(text)});` };
}

function partOf({ core, names, stars }: NonNullable<Place['part']>): string {
  const list = names.map(([there, here]) => `${JSON.stringify(there)} as ${JSON.stringify(here)}`).join(',');
  return [
    `export {${list}} from ${JSON.stringify(core)};`,
    ...stars.map((url) => `export * from ${JSON.stringify(url)};`),
  ].join('');
}

function coreEntry(layout: Layout): string {
  return Object.keys(layout.scan.files)
    .map((file) => [file, namesOf(layout.scan, file)] as const)
    .filter(([, names]) => names.length > 0)
    .map(([file, names]) => {
      const list = names
        .map((name) => `${JSON.stringify(name)} as ${JSON.stringify(coreName(layout, file, name))}`)
        .join(',');
      return `export {${list}} from ${JSON.stringify(`file:${file}`)};`;
    })
    .concat(`import ${JSON.stringify(`file:${layout.root}`)};`)
    .reverse()
    .join('\n');
}

function entryOf(unit: Unit, file: string, stars: readonly string[]): { file: string } | { code: string } {
  const names = namesOf(unit.scan, file);
  const passedOn = stars.map((url) => `export * from ${JSON.stringify(url)};`).join('');
  if (unit.format === 'cjs') return { code: `${commonEntry(file, names)}${passedOn}` };
  if (stars.length === 0) return { file };
  // esbuild passes on what lies outside only where the entry itself says so.
  const list = names.map((name) => JSON.stringify(name)).join(',');
  return { code: `export {${list}} from ${JSON.stringify(`file:${file}`)};${passedOn}` };
}

function commonEntry(file: string, allNames: readonly string[]): string {
  const names = allNames.filter((name) => name !== 'default');
  const bound = names.map((name, i) => `${JSON.stringify(name)}: $${i}`).join(',');
  const out = names.map((name, i) => `,$${i} as ${JSON.stringify(name)}`).join('');
  return `const whole = require(${JSON.stringify(`file:${file}`)});
const own = Object(whole);
const main = own.__esModule && 'default' in own ? own.default : whole;
const {${bound}} = own;
export {main as default, whole as 'module.exports'${out}};`;
}

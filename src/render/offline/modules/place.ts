import { posix } from 'node:path';
import type { PackageSource, Refusal } from '../schema.js';
import { canonicalUrl, publishedUrl, type CanonicalModule } from './address.js';
import { writeFlags, type Flags } from './flags.js';
import { fileOf, isScript, openInside, type Inside } from './inside.js';
import { coreName, layOut, type Layout } from './layout.js';
import { standIn } from './published.js';
import { namesOf, runsAsPublished, scan, type Scan } from './scan.js';
import { chooseVersion, narrowFlags, splitSpecifier } from './versions.js';

/** Where a module of a package is to be had. */
export interface Place {
  /** The file that it is. */
  from: { name: string; version: string; path: string };
  /** The address that stands for it alone. */
  url: string;
  /** What is to be built at that address; null for a file that is published there as it is. */
  module: CanonicalModule | null;
  hasDefault: boolean;
  /** Where it is a part of an open core: the core's address, its names there and here, and modules all of whose names it passes on. */
  part: { core: string; names: readonly (readonly [string, string])[]; stars: readonly string[] } | null;
}

/** How a module is built, and the key that names all that goes into it. */
export interface Recipe {
  key: string;
  build: () => Promise<Uint8Array>;
}

/** That a module can't be had, thrown through what is being made of it. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.fate === 'absent' ? refusal.detail : refusal.reason);
  }
}

/** Finds and lays out packages, remembering them. One for each source of packages. */
export class Workshop {
  readonly #insides = new Map<string, Promise<Inside>>();
  readonly #layouts = new Map<string, Promise<Layout | null>>();
  readonly #scans = new Map<string, Promise<Scan>>();
  readonly #narrowed = new Map<string, Promise<Flags>>();
  readonly #places = new Map<string, Promise<Place>>();
  readonly #recipes = new Map<string, Promise<Recipe>>();

  constructor(readonly packages: PackageSource) {}

  /** @throws Refused */
  inside(name: string, version: string, flags: Flags): Promise<Inside> {
    return remembered(this.#insides, `${name}@${version}?${modeKey(flags)}`, async () => {
      const stored = await this.packages.open(name, version);
      if ('fate' in stored) throw new Refused(stored);
      return openInside(stored, flags);
    });
  }

  layout(inside: Inside, flags: Flags): Promise<Layout | null> {
    const { name, version } = inside.stored;
    return remembered(this.#layouts, `${name}@${version}?${modeKey(flags)}`, () =>
      layOut(inside, modeOf(flags), this.packages),
    );
  }

  scan(inside: Inside, file: string, flags: Flags): Promise<Scan> {
    const { name, version } = inside.stored;
    return remembered(this.#scans, `${name}@${version}/${file}?${modeKey(flags)}`, () =>
      scan(inside, file, modeOf(flags), this.packages),
    );
  }

  narrow(inside: Inside, flags: Flags): Promise<Flags> {
    const { name, version } = inside.stored;
    return remembered(this.#narrowed, `${name}@${version}?${writeFlags(flags)}`, () =>
      narrowFlags(inside, flags, this.packages),
    );
  }

  /**
   * The place of a subpath of a package ('' for its main module).
   * @throws Refused when the package or the file isn't there
   */
  async place(name: string, version: string, subpath: string, asked: Flags): Promise<Place> {
    const flags = await this.narrow(await this.inside(name, version, asked), asked);
    const inside = await this.inside(name, version, flags);
    const found = await fileOf(inside, subpath);
    if (!found || !('file' in found)) {
      const wanted = subpath === '' ? 'main module' : `file ${subpath}`;
      throw new Refused({
        fate: 'absent',
        what: 'file',
        name,
        detail: `${name}@${version} has no ${wanted}.`,
      });
    }
    return this.placeOf(inside, found.file, flags);
  }

  /** The place of a file, under flags that were narrowed for its package. */
  placeOf(inside: Inside, asked: string, flags: Flags): Promise<Place> {
    const { name, version } = inside.stored;
    const file = standIn(inside.stored, asked);
    return remembered(this.#places, `${name}@${version}/${file}?${writeFlags(flags)}`, () =>
      this.#find(inside, file, flags),
    );
  }

  /** How a module is built: found out once. */
  recipe(module: CanonicalModule, find: () => Promise<Recipe>): Promise<Recipe> {
    return remembered(this.#recipes, canonicalUrl(module), find);
  }

  /**
   * The place of what a file of a package imports by a bare specifier.
   * @throws Refused when it isn't locked
   */
  async dependency(inside: Inside, specifier: string, flags: Flags): Promise<Place> {
    const { name, subpath } = splitSpecifier(specifier);
    const chosen = chooseVersion(inside.manifest, name, flags, this.packages);
    if ('fate' in chosen) throw new Refused(unavailable(inside, chosen));
    return this.place(chosen.name, chosen.version, subpath, flags);
  }

  async #find(inside: Inside, file: string, flags: Flags): Promise<Place> {
    const { name, version } = inside.stored;
    const from = { name, version, path: file };
    const asPublished = { from, url: publishedUrl(name, version, file), module: null, part: null };
    if (!isScript(file)) {
      const module = { name, version, path: file, flags, core: false };
      if (posix.extname(file) !== '.json') return { ...asPublished, hasDefault: false };
      return { ...asPublished, url: canonicalUrl(module), module, hasDefault: true };
    }
    const layout = await this.layout(inside, flags);
    const inCore = layout !== null && layout.shape !== 'apart' && file in layout.scan.files;
    if (inCore && layout.shape === 'published') {
      return { ...asPublished, hasDefault: namesOf(layout.scan, file).includes('default') };
    }
    const module: CanonicalModule = { name, version, path: file, flags, core: false };
    const made = { from, url: canonicalUrl(module), module };
    if (inCore && layout.shape === 'open') {
      const names = namesOf(layout.scan, file);
      return {
        ...made,
        hasDefault: names.includes('default'),
        part: {
          core: canonicalUrl({ ...module, path: layout.root, core: true }),
          names: names.map((one) => [coreName(layout, file, one), one] as const),
          stars: await this.stars(inside, layout.scan, file, flags),
        },
      };
    }
    const scanned = file === layout?.root ? layout.scan : await this.scan(inside, file, flags);
    const touchesCore =
      layout !== null &&
      layout.shape !== 'published' &&
      Object.keys(scanned.files).some((one) => one in layout.scan.files);
    const hasDefault = namesOf(scanned, file).includes('default');
    if (runsAsPublished(scanned) && !touchesCore) return { ...asPublished, hasDefault };
    return { ...made, hasDefault, part: null };
  }

  /** Addresses of the modules of other packages whose names a file passes on, by itself or through other files. */
  async stars(inside: Inside, scanned: Scan, file: string, flags: Flags): Promise<string[]> {
    const urls = new Set<string>();
    const seen = new Set<string>();
    const follow = async (path: string): Promise<void> => {
      const entry = scanned.files[path];
      if (!entry || seen.has(path)) return;
      seen.add(path);
      for (const specifier of entry.stars) {
        const within = entry.imports.find((one) => one.specifier === specifier)?.file ?? null;
        if (within !== null) await follow(within);
        else if (!specifier.startsWith('.')) urls.add((await this.dependency(inside, specifier, flags)).url);
      }
    };
    await follow(file);
    return [...urls].sort();
  }
}

/** The part of flags that decides which files a package consists of. */
const modeOf = ({ dev, conditions }: Flags): Flags => ({
  dev,
  conditions,
  deps: {},
  external: [],
  alias: {},
});
const modeKey = (flags: Flags) => writeFlags(modeOf(flags));

function unavailable({ stored }: Inside, refusal: Refusal): Refusal {
  const why = refusal.fate === 'absent' ? refusal.detail : refusal.reason;
  return {
    fate: 'unavailable',
    reason: `${stored.name}@${stored.version} needs a package that can't be had: ${why}`,
  };
}

/** A failure isn't remembered: a download may succeed the next time. */
function remembered<T>(map: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = map.get(key);
  if (known) return known;
  const made = make();
  map.set(key, made);
  made.catch(() => map.delete(key));
  return made;
}

import { z } from 'zod';

/** One file of a published npm package: what an answer is made from. */
export interface PackageFile {
  name: string;
  version: string;
  /** Path inside the package, without a leading slash: "dist/chart.umd.js". */
  path: string;
}

/** What the registry said does not exist, when a page's wish was pulled. */
export const absenceSchema = z.enum(['package', 'version', 'file']);
export type Absence = z.infer<typeof absenceSchema>;

export const lockedPackageSchema = z.strictObject({
  /** Subresource-integrity form of the tarball's SHA-512, as the registry publishes it: "sha512-…". */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
  /** "sha256:…" of the package's canonical list of files, which names the SHA-256 of each: what is read is checked against it. */
  tree: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  /** Bytes the package takes in the store. */
  size: z.int().nonnegative(),
});
export type LockedPackage = z.infer<typeof lockedPackageSchema>;

/**
 * What may be answered, fixed: the same lock gives the same bytes, a year later too. A built-in lock covers the common libraries and
 * fonts; a project's own `kallos.lock` extends it.
 */
export const lockSchema = z.strictObject({
  schema: z.literal('kallos.lock/1'),
  /** By "name@version". */
  packages: z.record(z.string(), lockedPackageSchema),
  /**
   * Which version stands for what a page may name, by "name@range" ("react@18", "three@*"), and, where only an older version
   * still has the file that pages ask for, by "name@range/path" ("marked@*\/marked.min.js"). A range that isn't listed means the newest
   * locked version that satisfies it.
   */
  ranges: z.record(z.string(), z.string()),
  /** What the registry said does not exist: "name", "name@version" or "name@version/path". */
  absent: z.record(z.string(), absenceSchema),
});
export type Lock = z.infer<typeof lockSchema>;

/** Where rendering may get packages from. `locked`: the store, and locked packages on first use; `sealed`: the store alone; `off`: nothing. */
export const offlineModeSchema = z.enum(['locked', 'sealed', 'off']);
export type OfflineMode = z.infer<typeof offlineModeSchema>;

/** A package in the store, its file list checked against the lock. */
export interface StoredPackage {
  readonly name: string;
  readonly version: string;
  /** Every path of the package, in order. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /**
   * Bytes of one file, checked against the list.
   * @throws KallosError KALLOS_STORE_CORRUPT when the store holds other bytes than the lock says
   * @throws KallosError KALLOS_PACKAGE_REFUSED for a path it hasn't, and for source maps and type declarations, which are listed without their bytes
   */
  read(path: string): Promise<Uint8Array>;
  /** The package's `package.json`, parsed. */
  manifest(): Promise<PackageManifest>;
}

/** The parts of a `package.json` that answering needs; anything else is left as it came. */
export interface PackageManifest {
  name: string;
  version: string;
  main?: string;
  module?: string;
  browser?: string | Record<string, string | false>;
  unpkg?: string;
  jsdelivr?: string;
  style?: string;
  type?: string;
  exports?: unknown;
  imports?: unknown;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  optionalDependencies?: Record<string, string>;
  sideEffects?: boolean | string[];
}

/** Why a wish can't be answered: `absent` is a fact that the registry told, `unavailable` only what is missing here. */
export type Refusal =
  { fate: 'absent'; what: Absence; name: string; detail: string } | { fate: 'unavailable'; reason: string };

/**
 * The packages that answers are made from. Nothing here resolves a name that isn't locked.
 */
export interface PackageSource {
  /**
   * The locked version for a range ("18", "^4.1.0", "latest", "" or null for none), or the reason why there is none. With `path`, a
   * version recorded as the newest that has this file is preferred.
   */
  resolve(name: string, range: string | null, path?: string): { version: string } | Refusal;
  /** Opens a locked package; in mode `locked` it is downloaded on first use. */
  open(name: string, version: string): Promise<StoredPackage | Refusal>;
  /** Remembers what was built from packages (bundles): `key` names every input and option; the bytes come back unchanged or are built anew. */
  built(key: string, build: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

/** A request of a page, as far as answering needs it. */
export interface Wish {
  url: URL;
  /** The browser's resource type in lower case: document, script, stylesheet, font, image, media, fetch, xhr, ... */
  type: string;
}

/** The answer to a wish. */
export type Answer =
  | {
      fate: 'answered';
      /** MIME type with charset where it is text. */
      contentType: string;
      body: Uint8Array;
      from: PackageFile;
      /**
       * True when the body is byte for byte what the named CDN publishes (a file out of the package). Made bodies (bundles, style sheets of
       * fonts, minified files) and files of a CDN with a build of its own may differ, so a failing integrity attribute is no fault of the page.
       */
      verbatim: boolean;
    }
  | { fate: 'placeholder'; contentType: string; body: Uint8Array }
  | Refusal;

/**
 * Answers the wishes of one family of addresses (a CDN, a font service). Returns null for an address that is none of its own.
 */
export type Responder = (wish: Wish, packages: PackageSource) => Promise<Answer> | null;

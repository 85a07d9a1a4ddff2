import { createGunzip } from 'node:zlib';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import { KallosError } from '../../errors.js';
import { shown } from './names.js';

/** What a package may be at most; more is refused as soon as it shows. */
export const PACKAGE_LIMITS = {
  compressed: {
    value: 200e6,
    unit: 'bytes of the tarball',
    source: 'Chosen here: the largest library that pages were seen to load is under 30 MB packed.',
  },
  unpacked: {
    value: 400e6,
    unit: 'bytes of the unpacked tarball, headers included',
    source: 'Chosen here: icon sets and fonts unpack to 100 MB; a gzip bomb ends here.',
  },
  files: {
    value: 50_000,
    unit: 'entries',
    source: 'Chosen here: the largest icon sets have about 20,000 files.',
  },
  file: {
    value: 100e6,
    unit: 'bytes of one file',
    source: 'Chosen here: nothing that a browser would load in a page is as large.',
  },
  path: {
    value: 1000,
    unit: 'UTF-16 units of a path in the package',
    source:
      'Chosen here: file systems end at 1,024 (macOS) to 4,096 (Linux) bytes, so no author has longer ones.',
  },
} as const;

/** A file on its way out of a tarball. The body is read before the next file is asked for. */
export interface TarballFile {
  /** Inside the package: the tarball's first folder, whatever its name, is taken off. */
  path: string;
  body: AsyncIterable<Uint8Array>;
}

/**
 * The files of a gzipped tarball, one after another, as they lie in it. Nothing is written and nothing is run: scripts are files like
 * any other.
 * @throws KallosError KALLOS_PACKAGE_REFUSED on a link, a device, a path that leaves the package, anything over PACKAGE_LIMITS, or
 * bytes that are no gzipped tarball
 */
export async function* filesOfTarball(tarball: string): AsyncGenerator<TarballFile> {
  const tar = extract({ allowUnknownFormat: true } as object);
  const unpacking = pipeline(createReadStream(tarball), createGunzip(), bounded, tar);
  // It fails together with the loop below, which is where errors are seen.
  unpacking.catch(() => undefined);
  try {
    let entries = 0;
    for await (const entry of tar) {
      if (++entries > PACKAGE_LIMITS.files.value) throw over('files');
      const path = pathOf(entry.header);
      if (path === null) entry.resume();
      else yield { path, body: bodyOf(entry as unknown as AsyncIterable<Uint8Array>) };
    }
    await unpacking;
  } catch (cause) {
    throw unreadable(cause);
  } finally {
    tar.destroy();
    await unpacking.catch(() => undefined);
  }
}

/** A tarball that ends in the middle of a file is seen by whoever reads that file. */
async function* bodyOf(entry: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* entry;
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** Counts what comes out of the decompressor, before anything is made of it. */
async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > PACKAGE_LIMITS.unpacked.value) throw over('unpacked');
    yield chunk;
  }
}

/** The path of an entry inside the package; null for one that holds no bytes: a folder, or a file beside the package's folder. */
function pathOf({ name, type, size }: Header): string | null {
  if (type === 'directory') return null;
  // Types that tar-stream doesn't know come as null.
  if ((type as string | null) !== 'file' && type !== 'contiguous-file') {
    throw refused(`"${shown(name)}" is a ${(type as string | null) ?? 'special entry'}, not a file`);
  }
  if (size > PACKAGE_LIMITS.file.value) throw over('file');
  if (name.length > PACKAGE_LIMITS.path.value) throw over('path');
  const segments = name.split('/');
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\\]/.test(name) || /^(?:\/|[a-z]:)/i.test(name) || segments.includes('..')) {
    throw refused(`the path "${shown(name)}" leaves the package`);
  }
  const inside = segments.filter((segment) => segment !== '' && segment !== '.').slice(1);
  return inside.length > 0 ? inside.join('/') : null;
}

function unreadable(cause: unknown): KallosError {
  return cause instanceof KallosError ? cause : refused('it is no gzipped tarball', cause);
}

function over(limit: keyof typeof PACKAGE_LIMITS): KallosError {
  const { value, unit } = PACKAGE_LIMITS[limit];
  return refused(`it has more than ${value.toLocaleString('en')} ${unit}`);
}

/** A refusal of a package for what it is. */
export function refused(why: string, cause?: unknown): KallosError {
  return new KallosError(
    'KALLOS_PACKAGE_REFUSED',
    `A package was refused: ${why}.`,
    'Use another version or package. If it is one that you trust, report it to its authors or to Kallos.',
    { cause },
  );
}

/** The refusal of a tarball that is larger than allowed. */
export function tooLarge(): KallosError {
  return over('compressed');
}

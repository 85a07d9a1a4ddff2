import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { z } from 'zod';
import { KallosError } from '../errors.js';
import { hashOf } from './assemble.js';
import { captureDataSchema, type Capture, type CaptureData } from './capture.js';
import { sha256 } from './paths.js';

const timingsSchema = z.strictObject({
  queueMs: z.number(),
  wallMs: z.number(),
  cpuMs: z.number(),
  stages: z.record(z.string(), z.number()),
});

/** Folder of a capture below `root`: its hash, without the colon that some file systems refuse. */
export function captureFolder(root: string, hash: string): string {
  return join(root, hash.replace(':', '-'));
}

/** The files of a capture, by their paths in its folder. */
export function filesOfCapture(capture: Capture): [string, Uint8Array | string][] {
  return [
    ['capture.json', JSON.stringify(capture.data)],
    ['timings.json', JSON.stringify(capture.timings)],
    ...[...capture.files].map(([file, bytes]): [string, Uint8Array] => [inside(file), bytes]),
    ...[...capture.code].map(([path, bytes]): [string, Uint8Array] => [join('code', inside(path)), bytes]),
  ];
}

/**
 * Writes a capture below `root` and returns its folder: `capture.json`, `timings.json`, the pictures, and the artifact's files in
 * `code/`. A capture that is already there is left alone: its name is its content. It appears whole or not at all.
 */
export async function writeCapture(root: string, capture: Capture): Promise<string> {
  const folder = captureFolder(root, capture.hash);
  if (existsSync(folder)) return folder;
  const partial = join(root, `.partial-${randomUUID()}`);
  try {
    for (const [path, bytes] of filesOfCapture(capture)) {
      await mkdir(dirname(join(partial, path)), { recursive: true });
      await writeFile(join(partial, path), bytes);
    }
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/**
 * Reads a capture back and checks every byte: the files against the hashes in its data, the data against the folder's name, unless
 * the folder was renamed.
 * @throws KallosError KALLOS_CAPTURE_INVALID when the folder holds none, or was changed.
 */
export async function readCapture(folder: string): Promise<Capture> {
  try {
    const raw = JSON.parse(await readFile(join(folder, 'capture.json'), 'utf8')) as CaptureData;
    // As it was written: parsing puts the keys in another order, and the hash covers their order too.
    const hash = hashOf(raw);
    const data = captureDataSchema.parse(raw);
    const name = basename(resolve(folder));
    if (/^sha256-[\da-f]{64}$/.test(name) && name !== basename(captureFolder('', hash)))
      throw invalid(`${folder} holds another capture than its name says`);
    const timings = timingsSchema.parse(JSON.parse(await readFile(join(folder, 'timings.json'), 'utf8')));
    const files = await readAll(
      data.pictures.map(({ file, hash }) => [file, join(folder, inside(file)), hash]),
    );
    const code = await readAll(
      Object.entries(data.artifact.files).map(([path, hash]) => [
        path,
        join(folder, 'code', inside(path)),
        hash,
      ]),
    );
    return { hash, data, files, code, timings };
  } catch (cause) {
    if (cause instanceof KallosError) throw cause;
    throw invalid(`${folder} holds no capture that can be read`, cause);
  }
}

async function readAll(entries: readonly [string, string, string][]): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [name, path, hash] of entries) {
    const bytes = await readFile(path);
    if (sha256(bytes) !== hash) throw invalid(`${path} is not what was captured`);
    files.set(name, bytes);
  }
  return files;
}

/** Refuses names that would leave the capture's folder. */
function inside(path: string): string {
  const clean = normalize(path);
  if (isAbsolute(clean) || clean.startsWith('..'))
    throw invalid(`the file name ${path} leaves the capture's folder`);
  return clean;
}

function invalid(what: string, cause?: unknown): KallosError {
  return new KallosError(
    'KALLOS_CAPTURE_INVALID',
    `${what}.`,
    'Name a folder that `kallos score --out` wrote, unchanged, or capture the artifact again.',
    { cause },
  );
}

import { open, stat } from 'node:fs/promises';
import path from 'node:path';

import { KallosError } from '../errors.js';

/** Most bytes of a page, a reply, a script or one line of JSONL. Larger input is not something a person would see. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Most bytes of all the files of one artifact. */
export const MAX_ARTIFACT_BYTES = 50 * 1024 * 1024;
/** Most files that a folder given as input may hold. */
export const MAX_FOLDER_FILES = 20_000;

const MB = 1024 * 1024;

/**
 * The bytes of a regular file. Its size is looked at before it is read, and the reading stops at the limit even if the
 * file grows meanwhile.
 * @param name what to call the file in an error
 * @throws KallosError KALLOS_INPUT_MISSING, _UNREADABLE, _TOO_LARGE
 */
export async function readLimited(file: string, name: string, limit = MAX_FILE_BYTES): Promise<Uint8Array> {
  try {
    const { size, isFile } = await stat(file).then((s) => ({ size: s.size, isFile: s.isFile() }));
    if (!isFile) throw unreadable(name, 'it is not a regular file');
    if (size > limit) throw tooLarge(name, limit);
    const handle = await open(file, 'r');
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of handle.createReadStream({ autoClose: false, end: limit })) {
        chunks.push(chunk as Uint8Array);
      }
      const bytes = Buffer.concat(chunks);
      if (bytes.length > limit) throw tooLarge(name, limit);
      return bytes;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw fileError(error, name);
  }
}

/** What a failed file operation means for the person who named the file. */
export function fileError(error: unknown, name: string): KallosError {
  if (error instanceof KallosError) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new KallosError(
      'KALLOS_INPUT_MISSING',
      `${name} does not exist.`,
      'Check the path; a pattern such as "pages/*.html" must match at least one file.',
      { cause: error },
    );
  }
  return unreadable(name, code ?? String(error), error);
}

function unreadable(name: string, why: string, cause?: unknown): KallosError {
  return new KallosError(
    'KALLOS_INPUT_UNREADABLE',
    `${name} cannot be read: ${why}.`,
    'Check that it is a file or a folder, and that you may read it.',
    { cause },
  );
}

export function tooLarge(name: string, limit: number): KallosError {
  return new KallosError(
    'KALLOS_INPUT_TOO_LARGE',
    `${name} is larger than ${limit / MB} MB.`,
    'Leave out what a page does not need, such as embedded media; many artifacts belong in JSONL or separate files.',
  );
}

export function emptyInput(name: string): KallosError {
  return new KallosError('KALLOS_INPUT_EMPTY', `${name} is empty.`, 'Give a file that holds code.');
}

/** A path for people and ids: relative to the working folder, with forward slashes. */
export function displayPath(file: string, cwd: string): string {
  return path.relative(cwd, file).replaceAll(path.sep, '/') || '.';
}

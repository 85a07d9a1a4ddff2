import { z } from 'zod';

import { KallosError } from '../errors.js';
import { MAX_FILE_BYTES } from './files.js';
import { rowSchema, type Row } from './schema.js';

/** A line of JSONL and what it holds: a row, or why it is none. */
export interface NumberedRow {
  /** 1-based. */
  line: number;
  row: Row | KallosError;
}

/**
 * Reads JSONL line by line, so that a file may be larger than memory. A line that is no row is given as an error with
 * its number, and the others go on; empty lines are passed over.
 */
export async function* readRows(chunks: AsyncIterable<Uint8Array>, name: string): AsyncIterable<NumberedRow> {
  let line = 0;
  for await (const bytes of splitLines(chunks)) {
    line++;
    const where = `Line ${line} of ${name}`;
    if (bytes === null)
      yield { line, row: badRow(`${where} is longer than ${MAX_FILE_BYTES / 1024 / 1024} MB.`) };
    else {
      const row = parseRow(bytes, where);
      if (row) yield { line, row };
    }
  }
}

function parseRow(bytes: Uint8Array, where: string): Row | KallosError | null {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.trim() === '') return null;
    value = JSON.parse(text);
  } catch (error) {
    return badRow(`${where} is not JSON: ${(error as Error).message}.`, error);
  }
  const parsed = rowSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const key = issue.path.length > 0 ? `"${z.core.toDotPath(issue.path)}": ` : '';
  return badRow(`${where} is not a row: ${key}${issue.message}.`);
}

function badRow(message: string, cause?: unknown): KallosError {
  return new KallosError(
    'KALLOS_INPUT_JSONL',
    message,
    'A row is one line of JSON: {"id": "a", "prompt": "...", "response": "..."} or with "html" instead of "response".',
    { cause },
  );
}

/** The lines of a stream without their ends; null for a line over the limit, whose bytes are not kept. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array | null> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array): void => {
    length += part.length;
    if (length <= MAX_FILE_BYTES) parts.push(part);
    else parts = [];
  };
  const finish = (): Uint8Array | null => {
    const line = length <= MAX_FILE_BYTES ? Buffer.concat(parts) : null;
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, end));
      from = end + 1;
      yield finish();
    }
    take(chunk.subarray(from));
  }
  if (length > 0) yield finish();
}

import { Buffer } from 'node:buffer';

import { detect } from 'chardet';
import sniff from 'html-encoding-sniffer';
import iconv from 'iconv-lite';

import { KallosError } from '../errors.js';

/** As much as git looks at to tell text from binary; a stray NUL further on is the page's own mistake. */
const BINARY_PREFIX = 8000;
/** As much as the HTML standard's prescan looks at. */
const DECLARATION_PREFIX = 1024;
/** Enough for a statistical guess; more only costs time. */
const GUESS_PREFIX = 64 * 1024;

const MAGIC: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a GIF picture', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  ['a GIF picture', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a gzip archive', [0x1f, 0x8b, 0x08]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** What the bytes are when they are not text, in words that fit a sentence; null for text. */
export function binaryFormat(bytes: Uint8Array): string | null {
  const magic = MAGIC.find(([, signature]) => signature.every((byte, i) => bytes[i] === byte));
  if (magic) return magic[0];
  if (bomEncoding(bytes)?.startsWith('utf-16')) return null;
  return bytes.subarray(0, BINARY_PREFIX).includes(0) ? 'binary data' : null;
}

/**
 * Turns the bytes of a page, a reply or a script into text. In order: a byte order mark, the encoding that the text
 * declares (the HTML standard's prescan of 1024 bytes, an XML declaration), UTF-8 where the bytes are valid UTF-8, and
 * a statistical guess. The byte order mark is not part of the text; line ends are kept.
 * @param name what to call the input in an error
 * @throws KallosError KALLOS_INPUT_BINARY
 */
export function decodeText(bytes: Uint8Array, name: string): { text: string; encoding: string } {
  const format = binaryFormat(bytes);
  if (format) {
    throw new KallosError(
      'KALLOS_INPUT_BINARY',
      `${name} is ${format}, not code.`,
      'Give a page (.html, .svg), a component (.jsx, .tsx, .vue, .svelte), a reply (.md, .txt), a script (.py), JSONL, or a folder with pages.',
    );
  }
  const declared = bomEncoding(bytes) ?? declaredEncoding(bytes);
  if (declared) return { text: decodeAs(bytes, declared), encoding: declared };
  const text = validUtf8(bytes);
  if (text !== null) return { text, encoding: 'utf-8' };
  const guess = canonicalName(detect(bytes.subarray(0, GUESS_PREFIX)) ?? '') ?? 'windows-1252';
  return { text: decodeAs(bytes, guess), encoding: guess };
}

function bomEncoding(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const prescan = sniff(bytes, { defaultEncoding: '' });
  if (prescan) return canonicalName(prescan);
  const head = Buffer.from(bytes.subarray(0, DECLARATION_PREFIX)).toString('latin1');
  const xml = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head);
  return xml ? canonicalName(xml[1]!) : null;
}

/** The Encoding standard's name for a label ("latin1" is windows-1252 on the web); null when we can't decode it. */
function canonicalName(label: string): string | null {
  try {
    const name = new TextDecoder(label).encoding;
    return iconv.encodingExists(name) ? name : null;
  } catch {
    return null;
  }
}

/** Through iconv-lite, because TextDecoder of Node 20 reads windows-1252 as Latin-1. */
function decodeAs(bytes: Uint8Array, encoding: string): string {
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

function validUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

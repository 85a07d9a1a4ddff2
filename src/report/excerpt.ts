import type { Source } from '../render/capture.js';
import { shorten } from './safe.js';

/** The lines of code around a place. */
export interface Excerpt {
  lines: { number: number; text: string; marked: boolean }[];
}

const AROUND = 2;
const MAX_LINE = 160;
/** Characters kept before the column when a long line is cut. */
const LEAD = 40;

/** Quotes the code around `source`; null when the file is not there or is shorter. Long lines are cut around the column. */
export function excerptOf(code: ReadonlyMap<string, Uint8Array>, source: Source): Excerpt | null {
  const bytes = code.get(source.file);
  if (!bytes) return null;
  const all = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/);
  if (source.line > all.length) return null;
  const first = Math.max(1, source.line - AROUND);
  const texts = all.slice(first - 1, source.line + AROUND);
  const indent = Math.min(
    ...texts.filter((text) => text.trim() !== '').map((text) => text.search(/\S/)),
    MAX_LINE,
  );
  return {
    lines: texts.map((text, i) => {
      const marked = first + i === source.line;
      return { number: first + i, text: cut(text, indent, marked ? source.column - 1 : 0), marked };
    }),
  };
}

function cut(text: string, indent: number, column: number): string {
  if (text.length - indent <= MAX_LINE || column - LEAD <= indent)
    return shorten(text.slice(indent), MAX_LINE);
  return `…${shorten(text.slice(column - LEAD), MAX_LINE)}`;
}

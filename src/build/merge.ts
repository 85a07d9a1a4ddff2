import { type Tables, readCmap, table, writeCmap } from './sfnt.js';
import { mergeVertical } from './vertical.js';

/**
 * Joins the slices of one variable TrueType font, as web font services cut them by Unicode range, to one font again.
 *
 * Outlines, variations, metrics and the character map are joined; of the layout features only vertical forms are kept
 * (`vert`, `vrt2`): CJK text needs no other to be set right. `HVAR` is dropped, since the phantom points of `gvar` say
 * the same. Slices must share axes and shared tuples; a set that does not is refused.
 */
export function mergeSlices(slices: readonly Tables[]): Tables {
  const [first, ...rest] = slices;
  if (first === undefined) throw new Error('No slices to merge.');
  const fonts = slices.map(readSlice);
  // Every slice has its own glyph 0 (.notdef); only the first one's is kept.
  let count = 0;
  const shifts = fonts.map((font, i) => {
    const shift = i === 0 ? 0 : count - 1;
    count += font.glyphs.length - (i === 0 ? 0 : 1);
    return shift;
  });
  if (count > 0xffff) throw new Error(`The merged font would have ${count} glyphs; 65,535 is the limit.`);
  const kept = <T>(pick: (font: Slice, shift: number) => readonly T[]): T[] =>
    fonts.flatMap((font, i) => pick(font, shifts[i]!).slice(i === 0 ? 0 : 1));

  const characters = new Map<number, number>();
  fonts.forEach((font, i) => {
    for (const [code, glyph] of font.cmap) {
      if (!characters.has(code)) characters.set(code, glyph + shifts[i]!);
    }
  });

  const outlines = indexed(kept((font, shift) => font.glyphs.map((glyph) => shiftComponents(glyph, shift))));
  const merged: Tables = new Map(
    ['OS/2', 'name', 'post', 'gasp', 'fvar', 'avar', 'STAT', 'prep'].flatMap((tag) =>
      first.has(tag) ? [[tag, first.get(tag)!] as const] : [],
    ),
  );
  merged.set('cmap', writeCmap(characters));
  merged.set('glyf', outlines.data);
  merged.set('loca', outlines.offsets);
  merged.set('head', mergedHead(slices));
  merged.set('maxp', mergedMaxp(slices, count));
  for (const [header, metrics] of [
    ['hhea', 'hmtx'],
    ['vhea', 'vmtx'],
  ] as const) {
    const long = Buffer.from(table(first, header));
    long.writeUInt16BE(Math.max(...slices.map((font) => table(font, header).readUInt16BE(10))), 10);
    long.writeUInt16BE(count, 34);
    merged.set(header, long);
    merged.set(metrics, Buffer.concat(kept((font) => font[metrics])));
  }
  merged.set(
    'gvar',
    mergedGvar(
      first,
      rest,
      kept((font) => font.variations),
    ),
  );
  const vertical = mergeVertical(slices, shifts);
  if (vertical !== null) merged.set('GSUB', vertical);
  return merged;
}

interface Slice {
  glyphs: Buffer[];
  variations: Buffer[];
  hmtx: Buffer[];
  vmtx: Buffer[];
  cmap: Map<number, number>;
}

function readSlice(font: Tables): Slice {
  const count = table(font, 'maxp').readUInt16BE(4);
  const gvar = table(font, 'gvar');
  return {
    glyphs: between(
      table(font, 'glyf'),
      0,
      offsetsOf(table(font, 'loca'), 0, count, table(font, 'head').readInt16BE(50) === 1),
    ),
    variations: between(
      gvar,
      gvar.readUInt32BE(16),
      offsetsOf(gvar, 20, count, (gvar.readUInt16BE(14) & 1) === 1),
    ),
    hmtx: metricsOf(table(font, 'hmtx'), table(font, 'hhea'), count),
    vmtx: metricsOf(table(font, 'vmtx'), table(font, 'vhea'), count),
    cmap: readCmap(table(font, 'cmap')),
  };
}

function offsetsOf(data: Buffer, at: number, count: number, long: boolean): number[] {
  return Array.from({ length: count + 1 }, (_, i) =>
    long ? data.readUInt32BE(at + 4 * i) : 2 * data.readUInt16BE(at + 2 * i),
  );
}

function between(data: Buffer, base: number, offsets: readonly number[]): Buffer[] {
  return offsets.slice(1).map((end, i) => data.subarray(base + offsets[i]!, base + end));
}

/** One 4-byte record (advance, side bearing) a glyph; glyphs past the long records repeat the last advance. */
function metricsOf(metrics: Buffer, header: Buffer, count: number): Buffer[] {
  const long = header.readUInt16BE(34);
  return Array.from({ length: count }, (_, i) => {
    if (i < long) return metrics.subarray(4 * i, 4 * i + 4);
    const bearing = 4 * long + 2 * (i - long);
    return Buffer.concat([
      metrics.subarray(4 * (long - 1), 4 * (long - 1) + 2),
      metrics.subarray(bearing, bearing + 2),
    ]);
  });
}

/** Glyph data end to end, each at a multiple of four, with long offsets. */
function indexed(parts: readonly Buffer[]): { data: Buffer; offsets: Buffer } {
  const offsets = Buffer.alloc(4 * (parts.length + 1));
  const chunks: Buffer[] = [];
  let at = 0;
  parts.forEach((part, i) => {
    const pad = (4 - (part.length % 4)) % 4;
    chunks.push(part, Buffer.alloc(pad));
    at += part.length + pad;
    offsets.writeUInt32BE(at, 4 * (i + 1));
  });
  return { data: Buffer.concat(chunks), offsets };
}

const COMPONENT = { words: 0x1, scale: 0x8, more: 0x20, xyScale: 0x40, twoByTwo: 0x80 };

/** A composite glyph names its parts by glyph index: move them. Simple glyphs come back as they are. */
function shiftComponents(glyph: Buffer, shift: number): Buffer {
  if (shift === 0 || glyph.length === 0 || glyph.readInt16BE(0) >= 0) return glyph;
  const moved = Buffer.from(glyph);
  let at = 10;
  for (;;) {
    const flags = moved.readUInt16BE(at);
    const part = moved.readUInt16BE(at + 2);
    if (part !== 0) moved.writeUInt16BE(part + shift, at + 2);
    if ((flags & COMPONENT.more) === 0) return moved;
    at += 4 + ((flags & COMPONENT.words) !== 0 ? 4 : 2);
    if ((flags & COMPONENT.scale) !== 0) at += 2;
    else if ((flags & COMPONENT.xyScale) !== 0) at += 4;
    else if ((flags & COMPONENT.twoByTwo) !== 0) at += 8;
  }
}

function mergedHead(slices: readonly Tables[]): Buffer {
  const head = Buffer.from(table(slices[0]!, 'head'));
  const heads = slices.map((font) => table(font, 'head'));
  for (const at of [36, 38]) head.writeInt16BE(Math.min(...heads.map((h) => h.readInt16BE(at))), at);
  for (const at of [40, 42]) head.writeInt16BE(Math.max(...heads.map((h) => h.readInt16BE(at))), at);
  head.writeInt16BE(1, 50);
  return head;
}

function mergedMaxp(slices: readonly Tables[], count: number): Buffer {
  const maxp = Buffer.from(table(slices[0]!, 'maxp'));
  for (let at = 6; at < maxp.length; at += 2) {
    maxp.writeUInt16BE(Math.max(...slices.map((font) => table(font, 'maxp').readUInt16BE(at))), at);
  }
  maxp.writeUInt16BE(count, 4);
  return maxp;
}

function mergedGvar(first: Tables, rest: readonly Tables[], variations: readonly Buffer[]): Buffer {
  const shared = sharedTuples(first);
  const axes = table(first, 'fvar');
  for (const font of rest) {
    if (!sharedTuples(font).equals(shared) || !table(font, 'fvar').equals(axes)) {
      throw new Error('The slices vary along different axes or tuples.');
    }
  }
  const { data, offsets } = indexed(variations);
  const header = Buffer.from(table(first, 'gvar').subarray(0, 20));
  header.writeUInt32BE(20 + offsets.length, 8);
  header.writeUInt16BE(variations.length, 12);
  header.writeUInt16BE(1, 14);
  header.writeUInt32BE(20 + offsets.length + shared.length, 16);
  return Buffer.concat([header, offsets, shared, data]);
}

function sharedTuples(font: Tables): Buffer {
  const gvar = table(font, 'gvar');
  const at = gvar.readUInt32BE(8);
  return gvar.subarray(at, at + 2 * gvar.readUInt16BE(4) * gvar.readUInt16BE(6));
}

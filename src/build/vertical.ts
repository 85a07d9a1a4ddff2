import { type Tables } from './sfnt.js';

const VERTICAL = ['vert', 'vrt2'];
const SINGLE = 1;
const EXTENSION = 7;

/**
 * The vertical forms of all slices as one `GSUB` table: both vertical features, for every script, with one single
 * substitution. Null when no slice has any.
 */
export function mergeVertical(slices: readonly Tables[], shifts: readonly number[]): Buffer | null {
  const forms = new Map<number, number>();
  slices.forEach((font, i) => {
    const gsub = font.get('GSUB');
    if (gsub === undefined) return;
    for (const [glyph, form] of verticalForms(gsub)) forms.set(glyph + shifts[i]!, form + shifts[i]!);
  });
  return forms.size === 0 ? null : writeGsub([...forms].sort(([a], [b]) => a - b));
}

/** Glyph to vertical form, from the single substitutions of the features `vert` and `vrt2`. */
export function verticalForms(gsub: Buffer): Map<number, number> {
  const features = gsub.subarray(gsub.readUInt16BE(6));
  const lookups = gsub.subarray(gsub.readUInt16BE(8));
  const wanted = new Set<number>();
  for (let i = 0; i < features.readUInt16BE(0); i++) {
    if (!VERTICAL.includes(features.toString('latin1', 2 + 6 * i, 6 + 6 * i))) continue;
    for (const index of words(features.subarray(features.readUInt16BE(6 + 6 * i)), 2)) wanted.add(index);
  }
  const forms = new Map<number, number>();
  for (const index of [...wanted].sort((a, b) => a - b)) {
    const lookup = lookups.subarray(lookups.readUInt16BE(2 + 2 * index));
    for (const offset of words(lookup, 4)) {
      const [type, subtable] = resolve(lookup.readUInt16BE(0), lookup.subarray(offset));
      if (type === SINGLE) readSingle(subtable, forms);
    }
  }
  return forms;
}

function resolve(type: number, subtable: Buffer): [type: number, subtable: Buffer] {
  if (type !== EXTENSION) return [type, subtable];
  return [subtable.readUInt16BE(2), subtable.subarray(subtable.readUInt32BE(4))];
}

function readSingle(subtable: Buffer, forms: Map<number, number>): void {
  const covered = coverage(subtable.subarray(subtable.readUInt16BE(2)));
  const format = subtable.readUInt16BE(0);
  covered.forEach((glyph, i) => {
    const form = format === 1 ? (glyph + subtable.readInt16BE(4)) & 0xffff : subtable.readUInt16BE(6 + 2 * i);
    if (!forms.has(glyph)) forms.set(glyph, form);
  });
}

function coverage(data: Buffer): number[] {
  if (data.readUInt16BE(0) === 1) return words(data, 2);
  return Array.from({ length: data.readUInt16BE(2) }, (_, i) => 4 + 6 * i).flatMap((at) => {
    const start = data.readUInt16BE(at);
    return Array.from({ length: data.readUInt16BE(at + 2) - start + 1 }, (_, k) => start + k);
  });
}

/** A count at `at` and as many 16-bit words after it. */
function words(data: Buffer, at: number): number[] {
  return Array.from({ length: data.readUInt16BE(at) }, (_, i) => data.readUInt16BE(at + 2 + 2 * i));
}

function writeGsub(forms: readonly [glyph: number, form: number][]): Buffer {
  const all = VERTICAL.map((_, i) => i);
  const script = uint16(4, 0, 0, 0xffff, all.length, ...all);
  const scripts = Buffer.concat([uint16(1), Buffer.from('DFLT'), uint16(8), script]);
  const feature = uint16(0, 1, 0);
  const records = VERTICAL.map((tag, i) =>
    Buffer.concat([Buffer.from(tag), uint16(2 + 6 * VERTICAL.length + feature.length * i)]),
  );
  const features = Buffer.concat([uint16(VERTICAL.length), ...records, ...VERTICAL.map(() => feature)]);
  const single = uint16(2, 6 + 2 * forms.length, forms.length, ...forms.map(([, form]) => form));
  const covered = uint16(1, forms.length, ...forms.map(([glyph]) => glyph));
  const lookups = Buffer.concat([uint16(1, 4), uint16(SINGLE, 0, 1, 8), single, covered]);
  const header = uint16(1, 0, 10, 10 + scripts.length, 10 + scripts.length + features.length);
  return Buffer.concat([header, scripts, features, lookups]);
}

function uint16(...values: number[]): Buffer {
  const data = Buffer.alloc(2 * values.length);
  values.forEach((value, i) => data.writeUInt16BE(value, 2 * i));
  return data;
}

/**
 * Reading and writing of sfnt containers (TrueType and OpenType files), as far as the font build needs it.
 * Source of the layouts: the OpenType specification 1.9 (`otff`, `cmap`, `name`).
 */

/** The tables of one font by their four-letter tag, in the order of the file. */
export type Tables = Map<string, Buffer>;

const HEADER = 12;
const RECORD = 16;
const TRUETYPE = 0x00010000;

/** Splits a font file into its tables. */
export function readSfnt(file: Buffer): Tables {
  const version = file.readUInt32BE(0);
  if (version !== TRUETYPE) throw new Error(`Not a TrueType font (sfnt version ${version}).`);
  const tables: Tables = new Map();
  for (let i = 0; i < file.readUInt16BE(4); i++) {
    const record = HEADER + RECORD * i;
    const start = file.readUInt32BE(record + 8);
    tables.set(
      file.toString('latin1', record, record + 4),
      file.subarray(start, start + file.readUInt32BE(record + 12)),
    );
  }
  return tables;
}

/** Joins tables to a font file, with the directory sorted by tag and every checksum recomputed. */
export function writeSfnt(tables: Tables): Buffer {
  const head = Buffer.from(table(tables, 'head'));
  head.writeUInt32BE(0, 8);
  const sorted = [...tables]
    .map(([tag, data]) => [tag, padded(tag === 'head' ? head : data), data.length] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

  const power = Math.floor(Math.log2(sorted.length));
  const directory = Buffer.alloc(HEADER + RECORD * sorted.length);
  directory.writeUInt32BE(TRUETYPE, 0);
  directory.writeUInt16BE(sorted.length, 4);
  directory.writeUInt16BE(RECORD * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(RECORD * (sorted.length - 2 ** power), 10);
  let offset = directory.length;
  let headAt = 0;
  sorted.forEach(([tag, data, length], i) => {
    const record = HEADER + RECORD * i;
    directory.write(tag, record, 'latin1');
    directory.writeUInt32BE(checksum(data), record + 4);
    directory.writeUInt32BE(offset, record + 8);
    directory.writeUInt32BE(length, record + 12);
    if (tag === 'head') headAt = offset;
    offset += data.length;
  });

  const file = Buffer.concat([directory, ...sorted.map(([, data]) => data)]);
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, headAt + 8);
  return file;
}

/** The table with this tag; throws when the font has none. */
export function table(tables: Tables, tag: string): Buffer {
  const data = tables.get(tag);
  if (data === undefined) throw new Error(`The font has no ${tag} table.`);
  return data;
}

/** Code point to glyph index, from the best Unicode subtable (format 12 before format 4). Glyph 0 (.notdef) is left out. */
export function readCmap(cmap: Buffer): Map<number, number> {
  const offsets: number[] = [];
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const record = 4 + 8 * i;
    const [platform, encoding] = [cmap.readUInt16BE(record), cmap.readUInt16BE(record + 2)];
    const unicode =
      (platform === 0 && encoding !== 5) || (platform === 3 && (encoding === 1 || encoding === 10));
    if (unicode) offsets.push(cmap.readUInt32BE(record + 4));
  }
  const withFormat = (format: number) => offsets.find((at) => cmap.readUInt16BE(at) === format);
  const full = withFormat(12);
  if (full !== undefined) return readFormat12(cmap.subarray(full));
  const basic = withFormat(4);
  if (basic !== undefined) return readFormat4(cmap.subarray(basic));
  throw new Error('The font has no Unicode cmap of format 4 or 12.');
}

function readFormat12(data: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < data.readUInt32BE(12); i++) {
    const [start, end, glyph] = [0, 4, 8].map((at) => data.readUInt32BE(16 + 12 * i + at)) as [
      number,
      number,
      number,
    ];
    for (let code = start; code <= end; code++) glyphs.set(code, glyph + code - start);
  }
  return withoutNotdef(glyphs);
}

function readFormat4(data: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  const doubled = data.readUInt16BE(6);
  const [ends, starts] = [14, 16 + doubled];
  const [deltas, ranges] = [starts + doubled, starts + 2 * doubled];
  for (let i = 0; i < doubled; i += 2) {
    const start = data.readUInt16BE(starts + i);
    const end = data.readUInt16BE(ends + i);
    const delta = data.readUInt16BE(deltas + i);
    const range = data.readUInt16BE(ranges + i);
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const glyph = range === 0 ? code : data.readUInt16BE(ranges + i + range + 2 * (code - start));
      if (range === 0 || glyph !== 0) glyphs.set(code, (glyph + delta) & 0xffff);
    }
  }
  return withoutNotdef(glyphs);
}

function withoutNotdef(glyphs: Map<number, number>): Map<number, number> {
  for (const [code, glyph] of glyphs) if (glyph === 0) glyphs.delete(code);
  return glyphs;
}

/** A `cmap` table with one subtable of format 12. */
export function writeCmap(glyphs: ReadonlyMap<number, number>): Buffer {
  const groups: [start: number, end: number, glyph: number][] = [];
  for (const [code, glyph] of [...glyphs].sort(([a], [b]) => a - b)) {
    const last = groups.at(-1);
    if (last?.[1] === code - 1 && last[2] + code - last[0] === glyph) last[1] = code;
    else groups.push([code, code, glyph]);
  }
  const cmap = Buffer.alloc(12 + 16 + 12 * groups.length);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt16BE(3, 4);
  cmap.writeUInt16BE(10, 6);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(16 + 12 * groups.length, 16);
  cmap.writeUInt32BE(groups.length, 24);
  groups.forEach((group, i) => group.forEach((value, k) => cmap.writeUInt32BE(value, 28 + 12 * i + 4 * k)));
  return cmap;
}

/** Gives a font another family name. Names of the instances of a variable font keep their ids. */
export function renameFamily(tables: Tables, family: string): Tables {
  const data = table(tables, 'name');
  const storage = data.readUInt16BE(4);
  const postScript = family.replaceAll(' ', '');
  const changed = new Map<number, string | null>([
    [1, family],
    [2, 'Regular'],
    [4, family],
    [6, `${postScript}-Regular`],
    [25, postScript],
    // Typographic family and style, and the WWS ones, would win over the plain names.
    ...[16, 17, 21, 22].map((id) => [id, null] as const),
  ]);

  const records: { head: Buffer; text: Buffer }[] = [];
  for (let i = 0; i < data.readUInt16BE(2); i++) {
    const head = data.subarray(6 + 12 * i, 18 + 12 * i);
    const at = storage + head.readUInt16BE(10);
    const name = changed.get(head.readUInt16BE(6));
    if (name === null) continue;
    const wide = head.readUInt16BE(0) !== 1;
    const text = data.subarray(at, at + head.readUInt16BE(8));
    records.push({ head, text: name === undefined ? text : encoded(name, wide) });
  }

  const start = 6 + 12 * records.length;
  const header = Buffer.alloc(start);
  header.writeUInt16BE(records.length, 2);
  header.writeUInt16BE(start, 4);
  let offset = 0;
  records.forEach(({ head, text }, i) => {
    head.copy(header, 6 + 12 * i);
    header.writeUInt16BE(text.length, 6 + 12 * i + 8);
    header.writeUInt16BE(offset, 6 + 12 * i + 10);
    offset += text.length;
  });
  return new Map(tables).set('name', Buffer.concat([header, ...records.map(({ text }) => text)]));
}

function encoded(text: string, wide: boolean): Buffer {
  return wide ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'latin1');
}

function padded(data: Buffer): Buffer {
  const rest = (4 - (data.length % 4)) % 4;
  return rest === 0 ? data : Buffer.concat([data, Buffer.alloc(rest)]);
}

function checksum(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0;
  return sum;
}

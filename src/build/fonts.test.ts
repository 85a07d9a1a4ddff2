import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fontManifest, fontsFolder } from '../render/fonts/manifest.js';
import { mergeSlices } from './merge.js';
import { readCmap, readSfnt, renameFamily, type Tables, table, writeCmap, writeSfnt } from './sfnt.js';

const bundled = async (file: string) => readSfnt(await readFile(join(fontsFolder, file)));

describe('the bundled fonts', () => {
  it('are the files that the manifest names, with these sizes', async () => {
    for (const { file, bytes } of fontManifest().fonts)
      expect((await readFile(join(fontsFolder, file))).length, file).toBe(bytes);
  });

  it('cover the common characters of Chinese, Japanese and Korean', async () => {
    const decode = (encoding: string, rows: [number, number]) => {
      const bytes = [];
      for (let row = rows[0]; row <= rows[1]; row++)
        for (let cell = 0xa1; cell <= 0xfe; cell++) bytes.push(row, cell);
      const text = new TextDecoder(encoding).decode(Uint8Array.from(bytes));
      return Array.from(text).filter((char) => /[\p{Script=Han}\p{Script=Hangul}]/u.test(char));
    };
    // GB 2312 level 1, KS X 1001 hangul: the first rows of each hold what everyday text needs.
    for (const [file, characters] of [
      ['NotoSansSC-Variable.ttf', decode('gbk', [0xb0, 0xd7])],
      ['NotoSansKR-Variable.ttf', decode('euc-kr', [0xb0, 0xc8])],
    ] as const) {
      const cmap = readCmap(table(await bundled(file), 'cmap'));
      expect(characters.length).toBeGreaterThan(2300);
      expect(characters.filter((char) => !cmap.has(char.codePointAt(0)!))).toEqual([]);
    }
  });
});

describe('mergeSlices', () => {
  it('keeps the glyphs of every slice apart and drops the repeated .notdef', async () => {
    const slice = await bundled('NotoSansHebrew-Variable.ttf');
    const only = (font: Tables, chars: string) =>
      new Map(font).set(
        'cmap',
        writeCmap(
          new Map(
            [...readCmap(table(font, 'cmap'))].filter(([code]) => chars.includes(String.fromCodePoint(code))),
          ),
        ),
      );
    const withVertical = (font: Tables) =>
      new Map(font).set('vhea', table(font, 'hhea')).set('vmtx', table(font, 'hmtx'));
    const merged = mergeSlices([only(slice, 'א'), only(slice, 'ב')].map(withVertical));
    const count = table(slice, 'maxp').readUInt16BE(4);
    expect(table(merged, 'maxp').readUInt16BE(4)).toBe(2 * count - 1);
    const before = readCmap(table(slice, 'cmap'));
    const after = readCmap(table(merged, 'cmap'));
    expect([...after]).toEqual([
      [0x5d0, before.get(0x5d0)],
      [0x5d1, before.get(0x5d1)! + count - 1],
    ]);
  });
});

describe('sfnt', () => {
  it('writes what it read', async () => {
    const font = await bundled('Inter_400Regular.ttf');
    const again = readSfnt(writeSfnt(font));
    for (const [tag, data] of font) if (tag !== 'head') expect(again.get(tag)!.equals(data), tag).toBe(true);
  });

  it('renames a family without touching the names of instances', async () => {
    const font = renameFamily(await bundled('NotoSansHebrew-Variable.ttf'), 'Kallos Test');
    const names = table(font, 'name').toString('latin1').replaceAll('\0', '');
    expect(names).toContain('Kallos Test');
    expect(names).toContain('SemiBold');
  });
});

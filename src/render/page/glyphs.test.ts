import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCmap, readSfnt, table } from '../../build/sfnt.js';
import type { Layout } from '../capture.js';
import { fontsFolder } from '../fonts/manifest.js';
import { createRenderer, type Renderer } from '../renderer.js';
import { layoutOf, pageOf } from '../testing/page.js';

let renderer: Renderer;
/** A font with private-use characters, as icon fonts have them, and one of those characters. */
let icons: { bytes: Uint8Array; url: string; icon: string };
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1, profile: 'full', viewports: { desktop: [1280, 960] } });
  const bytes = await readFile(join(fontsFolder, 'Inter_400Regular.ttf'));
  const code = [...readCmap(table(readSfnt(bytes), 'cmap')).keys()].find((c) => c >= 0xe000 && c <= 0xf8ff)!;
  icons = {
    bytes,
    url: `data:font/ttf;base64,${bytes.toString('base64')}`,
    icon: String.fromCodePoint(code),
  };
});
afterAll(() => renderer.close());

const render = (html: string, files: Record<string, Uint8Array> = {}) =>
  renderer.render(pageOf({ 'index.html': `<!doctype html><meta charset="utf-8">${html}`, ...files }));
/** The texts in which something is missing, and what. */
const missingIn = ({ nodes }: Layout) =>
  nodes.flatMap(({ text, missingGlyphs }) =>
    missingGlyphs ? [[text, missingGlyphs.map((code) => code.toString(16))]] : [],
  );

describe('missing glyphs', () => {
  it('are none in any script of docs/fonts.md', async () => {
    const samples = [
      'Hamburgefonstiv ÄÖß Łódź Nguyễn',
      'Καλημέρα κόσμε',
      'Привет, мир',
      'שלום עולם',
      'مرحبا بالعالم',
      'नमस्ते दुनिया',
      'ওহে বিশ্ব',
      'નમસ્તે વિશ્વ',
      'ਸਤ ਸ੍ਰੀ ਅਕਾਲ',
      'வணக்கம் உலகம்',
      'హలో ప్రపంచం',
      'ಹಲೋ ಪ್ರಪಂಚ',
      'നമസ്കാരം ലോകം',
      'හෙලෝ වර්ල්ඩ්',
      'สวัสดีชาวโลก',
      'ສະບາຍດີຊາວໂລກ',
      'សួស្តីពិភពលោក',
      'မင်္ဂလာပါကမ္ဘာ',
      'ሰላም ልዑል',
      'გამარჯობა მსოფლიო',
      'Բարեւ աշխարհ',
      '你好，世界。骨直角門',
      'こんにちは、カタカナ',
      '안녕하세요',
      '∑ ∫ 𝒜𝔹 ⟹ → ✓ ★ ⠿',
      '😀 👩‍👩‍👧 🇫🇷 ❤️ 1️⃣ 👍🏽',
    ];
    const layout = layoutOf(await render(samples.map((text) => `<p>${text}</p>`).join('')));
    expect(layout.nodes.filter(({ type }) => type === 'text')).toHaveLength(samples.length);
    expect(missingIn(layout)).toEqual([]);
  });

  it('are those that no font has: historic scripts, code points without a character', async () => {
    const layout = layoutOf(
      await render(
        '<p>Bird \u{13000}, lift \u{1F6FF} and \u0378</p><p>plain \u{13000}\u{13000}</p><p>fine</p>',
      ),
    );
    expect(missingIn(layout)).toEqual([
      ['Bird \u{13000}, lift \u{1F6FF} and \u0378', ['13000', '1f6ff', '378']],
      ['plain \u{13000}\u{13000}', ['13000']],
    ]);
  });

  it('are found in generated content too', async () => {
    const layout = layoutOf(await render('<style>p::before{content:"\\13000"}</style><p>text</p>'));
    expect(missingIn(layout)).toEqual([['\u{13000}', ['13000']]]);
  });
});

describe('icons of a font that the page brings', () => {
  const page = (source: string) => `<style>@font-face{font-family:Icons;src:url(${source})}
      i{font:normal 20px Icons} b::before{font:normal 20px Icons;content:"${icons.icon}"}</style>
    <i>${icons.icon}</i> <b></b>`;
  const marks = () => Array<unknown>(2).fill([icons.icon, [icons.icon.codePointAt(0)!.toString(16)]]);

  it('are not missing when the font arrives', async () => {
    const inline = await render(page(icons.url));
    expect(missingIn(layoutOf(inline))).toEqual([]);
    expect(inline.data.fonts!.filter(({ web }) => web)).toHaveLength(1);
    const file = await render(page('icons.ttf'), { 'icons.ttf': icons.bytes });
    expect(missingIn(layoutOf(file))).toEqual([]);
  });

  it('are missing when the page has no such font, or names a file that is not there', async () => {
    expect(missingIn(layoutOf(await render(page('nowhere.ttf'))))).toEqual(marks());
    expect(missingIn(layoutOf(await render(`<i>${icons.icon}</i>`)))).toEqual(marks().slice(1));
  });

  it('are excused when the font, or a stylesheet that may name it, could not be had', async () => {
    expect(missingIn(layoutOf(await render(page('https://cdn.example.org/icons.woff2'))))).toEqual([]);
    const sheet = '<link rel="stylesheet" href="https://cdn.example.org/icons.css">';
    expect(missingIn(layoutOf(await render(`${sheet}<i>${icons.icon}</i>`)))).toEqual([]);
    // A row of them in a text is a word that is lost, not an icon.
    const lost = icons.icon.repeat(5);
    const missing = missingIn(
      layoutOf(await render(`${sheet}<p>The ${lost} of the house</p><i>${lost}</i>`)),
    );
    expect(missing).toEqual([[`The ${lost} of the house`, [icons.icon.codePointAt(0)!.toString(16)]]]);
    // A picture from elsewhere brings no icons.
    const picture = '<img src="https://cdn.example.org/photo.jpg">';
    expect(missingIn(layoutOf(await render(`${picture}<i>${icons.icon}</i>`)))).toEqual(marks().slice(1));
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCmap, readSfnt, table } from '../../build/sfnt.js';
import { verticalForms } from '../../build/vertical.js';
import { type Browser, launchBrowser } from '../browser/launch.js';
import { locateBrowser } from '../browser/locate.js';
import type { CdpSession } from '../page/cdp.js';
import { fontEnvironment } from './config.js';
import { FALLBACK, STAND_INS } from './families.js';
import { fontManifest, fontsFolder } from './manifest.js';

/** A sample of every script, and the family that draws it when the page asks for sans-serif. */
const SCRIPTS: [script: string, family: string, sample: string, lang?: string][] = [
  ['Latin', 'Arimo', 'Hamburgefonstiv ÄÖß Łódź Nguyễn'],
  ['Greek', 'Arimo', 'Καλημέρα κόσμε'],
  ['Cyrillic', 'Arimo', 'Привет, мир'],
  ['Hebrew', 'Arimo', 'שלום עולם'],
  ['Arabic', 'Noto Sans Arabic', 'مرحبا بالعالم'],
  ['Persian', 'Noto Sans Arabic', 'سلام دنیا پژواک'],
  ['Devanagari', 'Noto Sans Devanagari', 'नमस्ते दुनिया'],
  ['Bengali', 'Noto Sans Bengali', 'ওহে বিশ্ব'],
  ['Gujarati', 'Noto Sans Gujarati', 'નમસ્તે વિશ્વ'],
  ['Gurmukhi', 'Noto Sans Gurmukhi', 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ'],
  ['Tamil', 'Noto Sans Tamil', 'வணக்கம் உலகம்'],
  ['Telugu', 'Noto Sans Telugu', 'హలో ప్రపంచం'],
  ['Kannada', 'Noto Sans Kannada', 'ಹಲೋ ಪ್ರಪಂಚ'],
  ['Malayalam', 'Noto Sans Malayalam', 'നമസ്കാരം ലോകം'],
  ['Sinhala', 'Noto Sans Sinhala', 'හෙලෝ වර්ල්ඩ්'],
  ['Thai', 'Noto Sans Thai', 'สวัสดีชาวโลก'],
  ['Lao', 'Noto Sans Lao', 'ສະບາຍດີຊາວໂລກ'],
  ['Khmer', 'Noto Sans Khmer', 'សួស្តីពិភពលោក'],
  ['Myanmar', 'Noto Sans Myanmar', 'မင်္ဂလာပါကမ္ဘာ'],
  ['Ethiopic', 'Noto Sans Ethiopic', 'ሰላም ልዑል'],
  ['Georgian', 'Noto Sans Georgian', 'გამარჯობა მსოფლიო'],
  ['Armenian', 'Noto Sans Armenian', 'Բարեւ աշխարհ'],
  ['Han', 'Noto Sans SC', '你好，世界。'],
  ['simplified Chinese', 'Noto Sans SC', '骨直角门', 'zh-CN'],
  ['traditional Chinese', 'Noto Sans TC', '骨直角門', 'zh-TW'],
  ['Japanese', 'Noto Sans JP', 'こんにちは、カタカナ骨直角', 'ja'],
  ['Korean', 'Noto Sans KR', '안녕하세요骨', 'ko'],
  ['mathematics', 'Noto Sans Math', '𝒜𝔹𝛼⟹'],
  ['Braille', 'Noto Sans Symbols 2', '⠿⣿'],
  ['signs', 'Noto Sans Symbols', '☊♃⚚'],
];

const WEIGHTS = [400, 700] as const;
let browser: Browser;
let page: CdpSession;

beforeAll(async () => {
  const { env } = await fontEnvironment();
  browser = await launchBrowser({ browser: await locateBrowser(), environment: env, heapMb: 256 });
});
beforeEach(openPage);
afterAll(() => browser.kill());

/** A fresh context, as every artifact gets one: Chromium remembers for a whole process which font has drawn a character. */
async function openPage(): Promise<void> {
  const { connection } = browser;
  const { browserContextId } = await connection.send('Target.createBrowserContext');
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
  page = connection.session(sessionId)!;
  for (const domain of ['Page', 'DOM', 'CSS'] as const) await page.send(`${domain}.enable`);
}

/** The families that draw each of the fragments, one list a fragment. */
async function familiesOf(...fragments: string[]): Promise<string[][]> {
  const { frameTree } = await page.send('Page.getFrameTree');
  const html = `<!doctype html><meta charset="utf-8">${fragments.join('<br>')}`;
  await page.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
  const { root } = await page.send('DOM.getDocument', { depth: 1 });
  const { nodeIds } = await page.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'span',
  });
  const answers = nodeIds.map((nodeId) => page.send('CSS.getPlatformFontsForNode', { nodeId }));
  const families = (await Promise.all(answers)).map(({ fonts }) => fonts.map((font) => font.postScriptName));
  expect(families).toHaveLength(fragments.length);
  const known = fontManifest()
    .fonts.map(({ family }) => family)
    .sort((a, b) => b.length - a.length);
  return families.map((names) => [
    ...new Set(
      names.map((name) => known.find((family) => name.startsWith(family.replaceAll(' ', ''))) ?? name),
    ),
  ]);
}

const text = (content: string, family: string, style = '', lang = '') =>
  `<span lang="${lang}" style="font-family: ${family}; ${style}">${content}</span>`;

describe('every script', () => {
  it.each(SCRIPTS)('draws %s in %s, regular and bold', async (_, family, sample, lang) => {
    const words = sample.replaceAll(' ', '');
    const drawn = await familiesOf(
      ...WEIGHTS.map((weight) => text(words, 'sans-serif', `font-weight: ${weight}`, lang)),
    );
    expect(drawn).toEqual([[family], [family]]);
    // The browser counts boxes for missing glyphs to the font they stand in, so ask the font as well.
    expect(await missingFrom(family, words)).toEqual([]);
  });

  it('keeps the vertical forms of Japanese punctuation', async () => {
    const font = readSfnt(await readFile(join(fontsFolder, 'NotoSansJP-Variable.ttf')));
    const cmap = readCmap(table(font, 'cmap'));
    const forms = verticalForms(table(font, 'GSUB'));
    for (const char of '「」、。ー') expect(forms.has(cmap.get(char.codePointAt(0)!)!)).toBe(true);
  });

  it('is looked for in families that exist', () => {
    const bundled = new Set(fontManifest().fonts.map(({ family }) => family));
    expect([...FALLBACK, ...Object.keys(STAND_INS)].filter((family) => !bundled.has(family))).toEqual([]);
  });
});

describe('fonts of the systems', () => {
  const GENERIC = /^(system-ui|ui-.*|serif|sans-serif|monospace|cursive|fantasy|math|emoji|-apple-system)$/;
  const SAMPLES: Record<string, string> = {
    'Noto Color Emoji': '😀',
    'Noto Sans Math': '∑',
    'Noto Sans Symbols 2': '⠿',
    'Noto Sans SC': '世',
    'Noto Sans TC': '世',
    'Noto Sans JP': '世',
    'Noto Sans KR': '안',
    'Noto Sans Arabic': 'مر',
    'Noto Sans Hebrew': 'של',
    'Noto Sans Devanagari': 'नम',
    'Noto Sans Thai': 'สว',
  };

  it.each(Object.entries(STAND_INS))('%s stands in for its names', async (family, names) => {
    const quoted = names.map((name) => (GENERIC.test(name) ? name : `'${name}'`));
    const drawn = await familiesOf(
      ...quoted.map((name) => text(SAMPLES[family] ?? 'Hamburg', `${name}, 'Comic Neue'`)),
    );
    expect(Object.fromEntries(names.map((name, i) => [name, drawn[i]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, [family]])),
    );
  });

  it('are skipped when they have no stand-in, like fonts that are not installed', async () => {
    const drawn = await familiesOf(
      text('Hamburg', "'Montserrat', Georgia, serif"),
      text('Hamburg', "'Playfair Display', 'Noto Serif', monospace"),
      text('Hamburg', "'Montserrat'"),
    );
    expect(drawn).toEqual([['Gelasio'], ['Cousine'], ['Tinos']]);
  });

  it('come in real weights and styles, also from variable fonts', async () => {
    const weights = [300, 400, 500, 600, 700, 800];
    const widths = await widthsOf(
      ...weights.map((weight) => text('世界 안녕 Wide', "'Noto Sans KR'", `font-weight: ${weight}`)),
    );
    expect(new Set(widths).size).toBe(weights.length);
  });
});

describe('emoji', () => {
  it.each([
    ['a sequence joined by ZWJ', '👩‍🚀', 1],
    ['a family', '👨‍👩‍👧', 1],
    ['a skin tone', '👍🏽', 1],
    ['a keycap', '1️⃣', 1],
    ['a national flag', '🇩🇪', 1],
    ['a regional flag of tags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 1],
    ['a text character with the emoji selector', '❤️', 1],
    ['two faces', '😀😀', 2],
  ])('%s is drawn in colour, as one picture each', async (_, emoji, pictures) => {
    expect(await familiesOf(text(emoji, 'sans-serif'))).toEqual([['Noto Color Emoji']]);
    const [drawn, one] = await widthsOf(text(emoji, 'sans-serif'), text('😀', 'sans-serif'));
    expect(drawn).toBeCloseTo(one! * pictures, 1);
  });
});

async function widthsOf(...fragments: string[]): Promise<number[]> {
  await familiesOf(...fragments);
  const { root } = await page.send('DOM.getDocument', { depth: 1 });
  const { nodeIds } = await page.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'span',
  });
  const quads = await Promise.all(nodeIds.map((nodeId) => page.send('DOM.getContentQuads', { nodeId })));
  return quads.map(({ quads: [quad] }) => quad![2]! - quad![0]!);
}

async function missingFrom(family: string, words: string): Promise<string[]> {
  const files = fontManifest().fonts.filter(
    (font) =>
      font.family === family &&
      font.style === 'normal' &&
      (Array.isArray(font.weight) || WEIGHTS.includes(font.weight as 400)),
  );
  expect(files.length).toBeGreaterThan(0);
  const missing = files.map(async ({ file }) => {
    const cmap = readCmap(table(readSfnt(await readFile(join(fontsFolder, file))), 'cmap'));
    return Array.from(words).filter((char) => !cmap.has(char.codePointAt(0)!));
  });
  return (await Promise.all(missing)).flat();
}

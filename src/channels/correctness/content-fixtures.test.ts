import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../artifact/extract.js';
import { createRenderer, type Renderer } from '../../render/index.js';
import type { Judgement } from '../schema.js';
import { graphsOf } from '../testing/capture.js';
import { brokenEncoding } from './broken-encoding.js';
import { brokenImage } from './broken-image.js';
import { fontSize } from './font-size.js';
import { judgeCorrectness } from './index.js';
import { missingGlyph } from './missing-glyph.js';
import { placeholderText } from './placeholder-text.js';

const CHECKS = [fontSize, brokenImage, missingGlyph, brokenEncoding, placeholderText];
const FOLDER = fileURLToPath(new URL('./fixtures/', import.meta.url));
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What repairs every bad page of a check: after it the check must be silent. */
const REPAIRS: Record<string, [RegExp, string][]> = {
  'font-size': [
    [/font-size: [69]px/g, 'font-size: 12px'],
    [/transform: scale\(0\.4\)/, 'transform: scale(1)'],
    [/font-size="24"/, 'font-size="48"'],
  ],
  'broken-image': [[/img\/harbour\.jpg|data:image\/png;base64,AAAA/g, PIXEL]],
  'missing-glyph': [[/&#x\w+;/g, '★']],
  'broken-encoding': [
    [/Ã©|�/g, 'é'],
    [/â€™/g, '’'],
    [/â€“/g, '–'],
    [/Â£/g, '£'],
  ],
  'placeholder-text': [
    [/(<(p|h2)[^>]*>)(?:(?!<\/\2>).)*/g, '$1North pier'],
    [/<script>.*<\/script>/s, ''],
  ],
};

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

async function judge(html: string): Promise<Judgement> {
  const capture = await renderer.render(extract(html, { id: 'fixture' }));
  expect(capture.data.detail).toBeNull();
  return judgeCorrectness(capture, graphsOf(capture), {}, {}, CHECKS);
}

describe.each(CHECKS.map(({ meta }) => meta.id))('%s', (id) => {
  const files = readdirSync(`${FOLDER}${id}`);
  const read = (file: string) => readFileSync(`${FOLDER}${id}/${file}`, 'utf8');

  it.each(files.filter((file) => file.startsWith('good-')))('and its kin are silent on %s', async (file) => {
    const { result, findings } = await judge(read(file));
    expect(findings.map(({ message }) => message)).toEqual([]);
    expect(result.parts[id]!.score).toBe(1);
  });

  it.each(files.filter((file) => file.startsWith('bad-')))(
    'alone finds what is wrong with %s',
    async (file) => {
      const { result, findings } = await judge(read(file));
      expect(new Set(findings.map(({ check }) => check))).toEqual(new Set([id]));
      expect(result.parts[id]!.score).toBeLessThan(0.9);
      for (const finding of findings) {
        expect(finding.selector).not.toBeNull();
        expect(finding.box).not.toBeNull();
      }
    },
  );

  it.each(files.filter((file) => file.startsWith('bad-')))('gives 1 once %s is repaired', async (file) => {
    const repaired = REPAIRS[id]!.reduce(
      (html, [from, to]) => html.replaceAll(from.global ? from : new RegExp(from, `${from.flags}g`), to),
      read(file),
    );
    expect((await judge(repaired)).result.score).toBe(1);
  });
});

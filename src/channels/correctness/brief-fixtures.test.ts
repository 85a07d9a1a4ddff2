import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../artifact/extract.js';
import { briefSchema, type Brief } from '../../artifact/schema.js';
import { buildGraph } from '../../graph/build.js';
import { createRenderer, type Renderer } from '../../render/index.js';
import type { Check, Defect } from '../check.js';
import { pixelsOf } from '../pixels.js';
import { brandColour } from './brand/brand-colour.js';
import { brandFont } from './brand/brand-font.js';
import { brandRadius } from './brand/brand-radius.js';
import { brandSize } from './brand/brand-size.js';
import { brandSpacing } from './brand/brand-spacing.js';
import { canvas } from './canvas.js';
import { contradictions } from './contradictions.js';
import { duplicateBlocks } from './duplicate-blocks.js';
import { language } from './language.js';
import { requiredCount } from './required-count.js';
import { requiredSection } from './required-section.js';
import { requiredText } from './required-text.js';
import { tooLittle } from './too-little.js';

/** Checks against a brief, which stands beside the pages in `brief.json`, and checks of what a page says. */
const CHECKS: readonly Check[] = [
  requiredText,
  requiredCount,
  requiredSection,
  tooLittle,
  language,
  canvas,
  duplicateBlocks,
  contradictions,
  brandColour,
  brandFont,
  brandRadius,
  brandSize,
  brandSpacing,
];
const FOLDER = fileURLToPath(new URL('./fixtures/', import.meta.url));

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

async function judge(
  check: Check,
  file: string,
  brief: Brief,
): Promise<{ score: number | null; defects: Defect[]; ids: string[] }> {
  const html = readFileSync(`${FOLDER}${check.meta.id}/${file}`, 'utf8');
  const kind = file.includes('slide') ? 'slide' : 'website';
  const capture = await renderer.render(extract(html, { id: file, kind, brief }), brief);
  const layout = capture.data.layouts[0]!;
  const graph = buildGraph(capture, layout.viewport);
  const options = check.options.parse({});
  const pixels = () => pixelsOf(capture, layout.viewport);
  const result = await check.evaluate({ capture, layout, graph, brief, kind, options, pixels });
  if (result.score === null) return { score: null, defects: [], ids: [] };
  const ids = result.defects.map(({ element }) => layout.nodes[element ?? -1]?.attributes?.['id'] ?? '');
  return { ...result, ids };
}

function briefOf(id: string): Brief {
  const file = `${FOLDER}${id}/brief.json`;
  return existsSync(file) ? briefSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

describe.each(CHECKS.map((check) => [check.meta.id, check] as const))('%s', (id, check) => {
  const files = readdirSync(`${FOLDER}${id}`);
  const brief = briefOf(id);

  it.each(files.filter((file) => file.startsWith('bad-')))('finds what is wrong with %s', async (file) => {
    const { score, defects, ids } = await judge(check, file, brief);
    expect(score).toBeLessThan(0.9);
    expect(defects.length).toBeGreaterThan(0);
    for (const { message, suggestion, measured } of defects) {
      expect(message).toMatch(/\.$/);
      expect(suggestion).not.toBe('');
      expect(measured).not.toBeNull();
    }
    const html = readFileSync(`${FOLDER}${id}/${file}`, 'utf8');
    if (html.includes('id="culprit"')) expect(ids).toContain('culprit');
  });

  it.each(files.filter((file) => file.startsWith('good-')))('is silent on %s', async (file) => {
    const { score, defects } = await judge(check, file, brief);
    expect(defects.map(({ message }) => message)).toEqual([]);
    expect(score).toBe(1);
  });

  // Every page declares a language, and that is judged without a brief too.
  it.runIf(files.includes('brief.json') && id !== 'language')(
    'has nothing to say without a brief',
    async () => {
      const good = files.find((file) => file.startsWith('good-'))!;
      expect((await judge(check, good, {})).score).toBeNull();
    },
  );
});

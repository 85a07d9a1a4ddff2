import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadInputs } from '../../../artifact/load.js';
import { buildGraph } from '../../../graph/build.js';
import { createRenderer, type Renderer } from '../../../render/index.js';
import type { Judgement } from '../../schema.js';
import { DECK_CHECKS, judgeSlides, readSlide, type DeckPage } from './index.js';

/**
 * Decks written by hand, a folder each: in every `bad-*` one element `#culprit` on one slide must be named, by its check
 * alone; every `good-*` holds what looks similar and is right.
 */
const FOLDER = fileURLToPath(new URL('../fixtures/', import.meta.url));

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

async function judge(folder: string): Promise<Judgement> {
  const pages: DeckPage[] = [];
  for await (const item of loadInputs([folder], { kind: 'slide' })) {
    if ('error' in item) throw item.error;
    const capture = await renderer.render(item.artifact, item.brief);
    const slide = readSlide(item.artifact.entry, capture, buildGraph(capture));
    pages.push({ name: item.artifact.entry, status: 'scored', slide });
  }
  return judgeSlides(pages);
}

describe.each(DECK_CHECKS.map(({ meta }) => meta.id))('%s', (id) => {
  const decks = readdirSync(`${FOLDER}${id}`);

  it.each(decks.filter((deck) => deck.startsWith('bad-')))('alone names the culprit of %s', async (deck) => {
    const folder = `${FOLDER}${id}/${deck}`;
    const slide = readdirSync(folder).find((file) =>
      readFileSync(`${folder}/${file}`, 'utf8').includes('id="culprit"'),
    );
    const { result, findings } = await judge(folder);
    expect(findings.map(({ check, selector, source }) => [check, selector, source?.file])).toEqual([
      [id, '#culprit', slide],
    ]);
    expect(result.parts[id]!.score).toBeLessThan(1);
    for (const { suggestion, measured, box } of findings) {
      expect(suggestion).not.toBe('');
      expect(measured).not.toBeNull();
      expect(box).not.toBeNull();
    }
  });

  it.each(decks.filter((deck) => deck.startsWith('good-')))('and its kin are silent on %s', async (deck) => {
    const { result, findings } = await judge(`${FOLDER}${id}/${deck}`);
    expect(findings.map(({ message }) => message)).toEqual([]);
    expect(result.parts[id]!.score).toBe(1);
  });
});

import { expect, it } from 'vitest';
import type { Kind } from '../artifact/schema.js';
import { captureOf } from '../channels/testing/capture.js';
import { judgeCapture } from '../score.js';
import { Decks } from './decks.js';

async function decksOf(inputs: readonly [id: string, entry: string, kind?: Kind][]): Promise<string[][]> {
  const decks = new Decks();
  for (const [id, entry, kind = 'slide'] of inputs) {
    const { artifact } = captureOf().data;
    const capture = captureOf({ artifact: { ...artifact, entry, kind } });
    decks.take(await judgeCapture(capture, {}, { id }), capture);
  }
  const found: string[][] = [];
  for await (const { verdict, slides } of decks.judge({})) found.push([verdict.id, ...slides]);
  return found;
}

it('takes a folder of slides for a deck', async () => {
  const slides = ['talk/1.html', 'talk/2.html', 'talk/3.html'];
  expect(await decksOf(slides.map((id) => [id, id.slice(5)]))).toEqual([['talk', ...slides]]);
});

it('sees no deck in two slides, in a folder with other pages, nor in rows and replies', async () => {
  expect(
    await decksOf([
      ['two/1.html', '1.html'],
      ['two/2.html', '2.html'],
      ['site/1.html', '1.html'],
      ['site/2.html', '2.html'],
      ['site/3.html', '3.html'],
      ['site/index.html', 'index.html', 'website'],
      ['out/rows.jsonl:1', 'index.html'],
      ['out/rows.jsonl:2', 'index.html'],
      ['out/rows.jsonl:3', 'index.html'],
      ['replies/1.md', 'index.html'],
      ['replies/2.md', 'index.html'],
      ['replies/3.md', 'index.html'],
    ]),
  ).toEqual([]);
});

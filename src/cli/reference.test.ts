import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extract } from '../artifact/extract.js';
import { buildGraph } from '../graph/build.js';
import { createRenderer, writeCapture, type Renderer } from '../render/index.js';
import { score } from '../score.js';
import { readReference } from './reference.js';

const PAGE =
  '<!doctype html><html lang="en"><title>Hours</title><h1>Opening hours</h1><p>Nine to five.</p></html>';

let folder: string;
let renderer: Renderer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-reference-'));
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(async () => {
  await renderer.close();
  await rm(folder, { recursive: true, force: true });
});
const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

it('reads a page, a graph and a capture as the same design', async () => {
  const capture = await renderer.render(extract(PAGE, { id: 'page', kind: 'website' }));
  const graph = buildGraph(capture);
  const ways = [
    await file('page.html', PAGE),
    await file('graph.json', JSON.stringify(graph)),
    await writeCapture(folder, capture),
  ];
  for (const way of ways) {
    const { nodes } = await readReference(way, {}, {});
    expect(nodes.map(({ text, box }) => [text, box])).toEqual(
      graph.nodes.map(({ text, box }) => [text, box]),
    );
  }
});

it('judges a page against it', async () => {
  const reference = await readReference(await file('page.html', PAGE), {}, {});
  const judge = async (html: string) => {
    const verdict = await score(extract(html, { id: 'page', kind: 'website' }), {}, { renderer, reference });
    return verdict.channels.correctness.parts['reference-match'];
  };
  expect(await judge(PAGE)).toMatchObject({ status: 'scored', score: 1 });
  expect((await judge(PAGE.replace('Nine to five.', 'Closed')))!.score).toBeLessThan(1);
});

it.each<[string, string, string, string]>([
  ['a file that is no graph', 'other.json', '{"nodes": []}', 'KALLOS_USAGE'],
  [
    'a file with several pages',
    'pages.jsonl',
    `${JSON.stringify({ html: PAGE })}\n`.repeat(2),
    'KALLOS_USAGE',
  ],
  ['an empty page', 'empty.html', '', 'KALLOS_INPUT_EMPTY'],
])('refuses %s', async (_, name, text, code) => {
  await expect(readReference(await file(name, text), {}, {})).rejects.toMatchObject({ code });
});

it('refuses what is not there', async () => {
  await expect(readReference(join(folder, 'nowhere.html'), {}, {})).rejects.toMatchObject({
    code: 'KALLOS_INPUT_MISSING',
  });
});

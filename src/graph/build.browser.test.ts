import { beforeAll, expect, test } from 'vitest';
import { extract } from '../artifact/extract.js';
import { createRenderer } from '../render/index.js';
import type { Layout } from '../render/capture.js';
import { buildGraph } from './build.js';
import type { DesignGraph, GraphNode } from './schema.js';
import { selectorOf } from './selector.js';

const html = `<!doctype html>
<html lang="he" dir="rtl">
<meta charset="utf-8"><title>Graph</title>
<style>
  body { margin: 0; width: 1000px; font: 16px/20px sans-serif; background: #eee; }
  .window { position: relative; width: 300px; height: 100px; overflow: hidden; }
  .inner { width: 200px; height: 200px; overflow: hidden; }
  .escaped { position: absolute; left: 220px; top: 10px; width: 60px; }
  .row { display: flex; gap: 10px; }
  .card { position: relative; z-index: 0; width: 200px; height: 50px; color: #fff; }
  .card::before { content: ""; position: absolute; inset: 0; z-index: -1; background: #123456; }
  .group { opacity: .5; background: #000; color: #fff; }
  .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
</style>
<div class="window"><div class="inner"><p class="tall" style="margin:0;width:400px;height:300px">tall</p>
  <span class="escaped">escaped</span></div></div>
<div class="row"><p>אחת</p><p>שתיים</p><p>שלוש</p></div>
<div class="card">on a sunken layer</div>
<div class="group">in a group</div>
<div style="background: linear-gradient(red, blue)">on a gradient</div>
<div><span style="background:#fff">on a mark</span></div>
<span class="sr">unseen</span>
<label for="mail">Mail</label> <input id="mail" value="me@example.org">
<x-badge><b>slotted</b></x-badge>
<script>
  document.querySelector('x-badge').attachShadow({ mode: 'closed' }).innerHTML =
    '<p style="background:#fff"><slot></slot></p><p>second</p>';
</script>
</html>`;

let layout: Layout;
let graph: DesignGraph;

beforeAll(async () => {
  await using renderer = await createRenderer({ concurrency: 1 });
  const capture = await renderer.render(extract(html, { kind: 'website' }));
  graph = buildGraph(capture);
  layout = capture.data.layouts[0]!;
});

function node(text: string): GraphNode {
  const found = graph.nodes.find((one) => one.text === text);
  if (!found) throw new Error(`no node reads "${text}": ${graph.nodes.map((one) => one.text).join(' | ')}`);
  return found;
}

const background = (text: string) =>
  node(text)
    .background.color?.map((part) => Math.round(part * 255))
    .slice(0, 3);

test('clips by nested overflow, which an absolute child escapes', () => {
  expect(node('tall').clippedBox?.slice(2)).toEqual([200, 100]);
  expect(node('escaped').clippedBox?.[2]).toBe(60);
});

test('reads a row of a right-to-left page from the right', () => {
  const ids = ['אחת', 'שתיים', 'שלוש'].map((text) => node(text).id);
  const next = graph.relations.filter((relation) => relation.type === 'next').map(({ nodes }) => nodes);
  expect(next).toContainEqual([ids[0], ids[1]]);
  expect(next).toContainEqual([ids[1], ids[2]]);
  expect(node('אחת').box[0]).toBeGreaterThan(node('שתיים').box[0]);
  expect(graph.relations).toContainEqual({ type: 'equal-gap', nodes: ids, value: 10 });
});

test('knows what lies behind a text', () => {
  expect(background('tall')).toEqual([0xee, 0xee, 0xee]);
  expect(background('on a sunken layer')).toEqual([0x12, 0x34, 0x56]);
  expect(background('in a group')).toEqual([0x77, 0x77, 0x77]);
  expect(background('on a mark')).toEqual([255, 255, 255]);
  expect(node('on a gradient').background).toEqual({ kind: 'varied', color: null });
});

test('leaves out what is for screen readers, and sees what a field shows', () => {
  expect(graph.nodes.map((one) => one.text)).not.toContain('unseen');
  const field = node('me@example.org');
  expect(field.role).toBe('field');
  expect(graph.relations).toContainEqual({
    type: 'label-of',
    nodes: [node('Mail').id, field.id],
    value: null,
  });
});

test('crosses into shadow trees', () => {
  expect(background('slotted')).toEqual([255, 255, 255]);
  expect(selectorOf(layout, node('second').element)).toBe('x-badge >>> :host > p:nth-of-type(2)');
});

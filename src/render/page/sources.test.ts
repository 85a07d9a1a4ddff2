import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Layout, LayoutNode } from '../capture.js';
import { createRenderer, type Renderer } from '../renderer.js';
import { element, layoutOf, pageOf } from '../testing/page.js';
import { attachSources } from './sources.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1 });
});
afterAll(() => renderer.close());

/** "line:column" of where a string stands in the code. */
function placeOf(code: string, needle: string): string {
  const before = code.slice(0, code.indexOf(needle)).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}
const sourceOf = ({ source }: LayoutNode) => (source ? `${source.line}:${source.column}` : source);

/** Renders `code`, in which each element with an id is written out once, and compares where it was found. */
async function expectPlaces(code: string, expected: Record<string, boolean>): Promise<void> {
  const layout = layoutOf(await renderer.render(pageOf(code)));
  const found = Object.fromEntries(
    Object.keys(expected).map((id) => [id, sourceOf(element(layout, `#${id}`))]),
  );
  const wanted = Object.fromEntries(
    Object.entries(expected).map(([id, written]) => {
      const tag = new RegExp(`<[^<>]*\\bid="?${id}\\b`).exec(code);
      return [id, written ? placeOf(code, tag![0]) : null];
    }),
  );
  expect(found).toEqual(wanted);
}

describe('sources', () => {
  it('lead from every element to the line and column of its tag', async () => {
    const code = `<!doctype html>
<html id="root">
<head><title id="title">T</title></head>
<body id="body">
  <main id="main"><h1 id="h">A</h1>
    <p id="p">text <b id="b">bold</b></p>
  </main>
</body>
</html>`;
    await expectPlaces(code, { root: true, title: true, body: true, main: true, h: true, p: true, b: true });
  });

  it('are null for what a script made, and stay with what it only changed', async () => {
    await expectPlaces(
      `<!doctype html><div id="stays" class="card">a</div>
<div id="other">b</div>
<script>
  document.getElementById('stays').className = 'card active';
  document.getElementById('other').setAttribute('data-x', '1');
  const made = document.createElement('section');
  made.innerHTML = '<p id=' + 'inner>new</p>';
  made.id = 'made';
  document.body.append(made);
</script>`,
      { stays: true, other: true, made: false, inner: false },
    );
  });

  it.each(['prepend', 'append', 'middle'])('find a list again that a script extends (%s)', async (where) => {
    const code = `<!doctype html><ul>
  <li class="item"><a id="one">1</a></li>
  <li class="item"><a id="two">2</a></li>
  <li class="item"><a id="three">3</a></li>
</ul><script>
  const list = document.querySelector('ul');
  const item = document.createElement('li');
  item.className = 'item new';
  item.innerHTML = '<a id=' + 'added>0</a>';
  const place = { prepend: list.firstElementChild, append: null, middle: list.children[1] }['${where}'];
  list.insertBefore(item, place);
</script>`;
    await expectPlaces(code, { one: true, two: true, three: true, added: false });
  });

  it('know tags that the writer left to the browser', async () => {
    const code = `<title>t</title>
<table id="table"><tr id="row"><td id="cell">1</table>
<ul><li id="first">one<li id="second">two</ul>
<p id="open">one<p id="next">two`;
    await expectPlaces(code, {
      table: true,
      row: true,
      cell: true,
      first: true,
      second: true,
      open: true,
      next: true,
    });
    const layout = layoutOf(await renderer.render(pageOf(code)));
    // Nobody wrote these tags: they have no place.
    for (const implied of ['html', 'head', 'body', 'tbody'])
      expect(element(layout, implied).source).toBeNull();
  });

  it('reach into SVG, and past templates and scripts', async () => {
    await expectPlaces(
      `<!doctype html><template><p>stamp</p></template>
<svg id="svg" viewBox="0 0 9 9"><linearGradient id="gradient"></linearGradient><g id="g"><path id="path" d="M0 0h9"/></g></svg>
<script>let x = "<p id=fake>";</script><p id="after">after</p>`,
      { svg: true, gradient: true, g: true, path: true, after: true },
    );
  });

  it('count lines alike with all line ends', async () => {
    const code = '<!doctype html>\r\n<p id="a">a</p>\r\n\r\n  <p id="b">b</p>';
    await expectPlaces(code, { a: true, b: true });
  });

  it('lead into an SVG file', async () => {
    const svg = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <g><circle id="c" r="9"/></g>
</svg>`;
    const layout = layoutOf(await renderer.render(pageOf({ 'chart.svg': svg }, 'chart')));
    expect(element(layout, 'svg').source).toEqual({ file: 'chart.svg', line: 2, column: 1 });
    expect(element(layout, '#c').source).toEqual({ file: 'chart.svg', line: 3, column: 6 });
  });
});

describe('attachSources', () => {
  const node = (parent: number, name: string, attributes: Record<string, string> = {}): LayoutNode => ({
    parent,
    type: name === '#document' ? 'document' : 'element',
    name,
    attributes,
    box: [0, 0, 1, 1],
    paint: 0,
    style: -1,
    ...(name === '#document' ? {} : { source: null }),
  });
  const layoutWith = (nodes: LayoutNode[]): Layout => ({
    viewport: 'desktop',
    size: [1280, 960],
    page: [1280, 960],
    nodes: [node(-1, '#document'), node(0, 'html'), node(1, 'head'), node(1, 'body'), ...nodes],
    styles: [],
    images: [],
    cut: false,
  });

  it('pairs thousands of siblings in no time, also when a script added some in front', () => {
    const code = `<body>${Array.from({ length: 5000 }, (_, i) => `<i class="c${i % 7}"></i>`).join('\n')}</body>`;
    const made = Array.from({ length: 20 }, () => node(3, 'i', { class: 'made' }));
    const written = Array.from({ length: 5000 }, (_, i) => node(3, 'i', { class: `c${i % 7}` }));
    const layout = layoutWith([...made, ...written]);
    const started = performance.now();
    attachSources(layout, code, 'index.html');
    expect(performance.now() - started).toBeLessThan(2000);
    const lines = layout.nodes.slice(4).map(({ source }) => source?.line ?? null);
    expect(lines.slice(0, 20)).toEqual(Array(20).fill(null));
    expect(lines.slice(20)).toEqual(Array.from({ length: 5000 }, (_, i) => i + 1));
  });

  it('stays quick where a script changed thousands of siblings', () => {
    const code = `<body>${'<i class="a"></i>\n'.repeat(5000)}</body>`;
    const layout = layoutWith(Array.from({ length: 5000 }, () => node(3, 'i', { class: 'a changed' })));
    const started = performance.now();
    attachSources(layout, code, 'index.html');
    expect(performance.now() - started).toBeLessThan(2000);
    expect(layout.nodes[4]!.source).toEqual({ file: 'index.html', line: 1, column: 7 });
    expect(layout.nodes.at(-1)!.source?.line).toBe(5000);
  });

  it('follows nesting thousands deep', () => {
    const depth = 5000;
    const layout = layoutWith(Array.from({ length: depth }, (_, i) => node(i + 3, 'div')));
    attachSources(layout, `<body>${'<div>'.repeat(depth)}`, 'index.html');
    expect(layout.nodes.at(-1)!.source).toEqual({ file: 'index.html', line: 1, column: 7 + 5 * (depth - 1) });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Layout, LayoutNode } from '../capture.js';
import { createRenderer, type Renderer } from '../renderer.js';
import { element, layoutOf, pageOf, textsIn } from '../testing/page.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1 });
});
afterAll(() => renderer.close());

/** The layout of a page in 16px/20px type without margins. */
async function layout(html: string): Promise<Layout> {
  const style = 'body{margin:0;font:16px/20px sans-serif}p{margin:0}';
  return layoutOf(
    await renderer.render(pageOf(`<!doctype html><meta charset="utf-8"><style>${style}</style>${html}`)),
  );
}
const rounded = (node: LayoutNode) => node.box?.map(Math.round) ?? null;
const below = ({ nodes }: Layout, parent: LayoutNode) =>
  nodes.filter((node) => nodes[node.parent] === parent);
/** The lines of the first text below an element. */
function linesOf(page: Layout, selector: string): string[] {
  const { text, lines } = page.nodes.find(
    (node) => node.type === 'text' && page.nodes[node.parent] === element(page, selector),
  )!;
  return lines!.map(({ start, length }) => text!.slice(start, start + length));
}

describe('boxes', () => {
  it('are border boxes, in px of the page', async () => {
    const page = await layout(`<div style="height:2000px"></div>
      <div id="a" style="width:100px;height:50px;padding:10px;border:5px solid;margin:7px"></div>`);
    expect(element(page, '#a').box).toEqual([7, 2007, 130, 80]);
  });

  it('have transforms applied: theirs and those of what holds them', async () => {
    const page = await layout(`<div style="transform:translate(100px,50px) scale(2);transform-origin:0 0">
      <div id="a" style="width:30px;height:20px"></div></div>
      <div id="b" style="width:100px;height:100px;transform:rotate(45deg)"></div>`);
    expect(rounded(element(page, '#a'))).toEqual([100, 50, 60, 40]);
    expect(rounded(element(page, '#b'))).toEqual([-21, -1, 141, 141]);
  });

  it('are missing where nothing is drawn, and kept where only the ink is missing', async () => {
    const page = await layout(`<div id="none" style="display:none">text</div>
      <div id="unseen" style="visibility:hidden;width:50px;height:50px">text</div>
      <div id="contents" style="display:contents"><b>bold</b> plain</div>`);
    expect(element(page, '#none')).toMatchObject({ box: null, paint: -1, style: -1 });
    expect(element(page, '#unseen').box).toEqual([0, 0, 50, 50]);
    expect(element(page, '#contents').box).toBeNull();
    expect(textsIn(page, '#none')).toEqual([]);
    expect(textsIn(page, '#contents').join('')).toBe('bold plain');
    const plain = page.nodes.find(({ text }) => text?.trim() === 'plain')!;
    expect(page.styles[plain.style]!['font-size']).toBe('16px');
  });

  it('of things in frames are in the coordinates of the page', async () => {
    const page = await layout(`<div style="height:100px"></div>
      <iframe style="margin-left:40px;border:5px solid;padding:3px;width:300px;height:100px;display:block"
        srcdoc="<style>body{margin:0}</style><p id='in' style='margin:20px 0 0 10px;width:50px;height:30px'>framed</p>"></iframe>`);
    expect(element(page, 'iframe').box).toEqual([40, 100, 316, 116]);
    expect(element(page, '#in').box).toEqual([58, 128, 50, 30]);
    expect(textsIn(page, 'iframe')).toEqual(['framed']);
  });

  it('of things in a frame inside a frame add up', async () => {
    const page = await layout(`<iframe style="border:0;margin:50px;width:400px;height:300px"
      srcdoc="<body style='margin:0'><iframe style='border:2px solid;margin:10px' srcdoc='<body style=margin:0><p id=deep style=margin:0>deep'></iframe>"></iframe>`);
    expect(element(page, '#deep').box!.slice(0, 2)).toEqual([62, 62]);
  });

  it('come with sizes of content and window where something scrolls or is cut off', async () => {
    const page =
      await layout(`<div id="a" style="width:100px;height:50px;overflow:hidden;border:2px solid;padding:3px">
        <div style="width:400px;height:300px"></div></div>
      <div id="b" style="width:100px;height:50px;overflow:auto">fits</div>
      <div id="c" style="width:100px;height:50px">nothing special</div>`);
    expect(element(page, '#a')).toMatchObject({ scroll: [406, 306, 106, 56], client: [2, 2, 106, 56] });
    expect(element(page, '#b').scroll).toEqual([100, 50, 100, 50]);
    expect(element(page, '#c').scroll).toBeUndefined();
  });
});

describe('text', () => {
  it('is what is drawn: collapsed, transformed, joined over lines', async () => {
    const page = await layout(`<p id="a">  Much
         white    space </p>
      <p id="b" style="text-transform:uppercase">grün</p>
      <p id="c" style="width:120px">A sentence that takes more than one line</p>
      <pre id="d" style="margin:0">two
  lines</pre><p id="e">before<br>after</p>`);
    expect(textsIn(page, '#a')).toEqual(['Much white space']);
    expect(textsIn(page, '#b')).toEqual(['GRÜN']);
    expect(textsIn(page, '#c')).toEqual(['A sentence that takes more than one line']);
    expect(linesOf(page, '#c').length).toBeGreaterThan(2);
    expect(linesOf(page, '#c').join(' ')).toBe('A sentence that takes more than one line');
    expect(linesOf(page, '#d')).toEqual(['two', '  lines']);
    expect(textsIn(page, '#e')).toEqual(['before', 'after']);
  });

  it('gives each line its own box', async () => {
    const page = await layout(`<p id="a" style="width:90px">aaaa bbbb cccc dddd eeee</p>`);
    const { lines } = page.nodes.find((node) => node.text?.startsWith('aaaa'))!;
    expect(lines!.length).toBeGreaterThan(1);
    lines!.forEach(({ box: [x, y, width] }, i) => {
      expect(x).toBe(0);
      expect(Math.floor(y / 20)).toBe(i);
      expect(width).toBeLessThanOrEqual(90);
    });
  });

  it('that runs both ways is one line, in reading order', async () => {
    const page = await layout(`<p id="a" dir="rtl">שלום CSS 3 עולם</p>`);
    expect(linesOf(page, '#a')).toEqual(['שלום CSS 3 עולם']);
    const [line] = page.nodes.find(({ text }) => text?.startsWith('שלום'))!.lines!;
    expect(Math.round(line!.box[0] + line!.box[2])).toBe(1280);
  });

  it('in vertical writing has a line a column', async () => {
    const page = await layout(`<p id="a" style="writing-mode:vertical-rl;height:50px">縦書きの文章です</p>`);
    const lines = linesOf(page, '#a');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe('縦書きの文章です');
    const boxes = page.nodes.find(({ text }) => text?.startsWith('縦'))!.lines!.map(({ box }) => box);
    expect(boxes[1]![0]).toBeLessThan(boxes[0]![0]);
    expect(boxes[0]![3]).toBeGreaterThan(boxes[0]![2]);
  });

  it('in columns stands where each column is', async () => {
    const page =
      await layout(`<div style="width:300px;columns:2;column-gap:40px"><p id="a">one two three four</p>
      <p id="b">five six seven eight</p></div>`);
    const xOf = (id: string) =>
      page.nodes.find((node) => node.type === 'text' && page.nodes[node.parent] === element(page, id))!
        .lines![0]!.box[0];
    expect([xOf('#a'), xOf('#b')]).toEqual([0, 170]);
  });

  it('of ::before, ::after and ::marker is there', async () => {
    const page =
      await layout(`<style>#a::before{content:"→ "}#a::after{content:counter(n) attr(title)}</style>
      <p id="a" title="!">middle</p><ol><li id="b">item</li></ol>`);
    expect(textsIn(page, '#a')).toEqual(['→ ', 'middle', '0', '!']);
    expect(below(page, element(page, '#a')).map(({ name }) => name)).toEqual([
      '::before',
      '#text',
      '::after',
    ]);
    expect(textsIn(page, '#b')).toEqual(['1. ', 'item']);
  });

  it('inside SVG is there, with its box', async () => {
    const page = await layout(
      `<svg width="200" height="100" style="display:block"><text id="t" x="50" y="60" font-size="20">Label</text></svg>`,
    );
    expect(textsIn(page, '#t')).toEqual(['Label']);
    const [line] = page.nodes.find(({ text }) => text === 'Label')!.lines!;
    expect(Math.round(line!.box[0])).toBe(50);
    expect(line!.box[1]).toBeGreaterThan(35);
    expect(line!.box[1] + line!.box[3]).toBeLessThan(70);
  });

  it('of code is not content', async () => {
    const page = await layout(
      `<script>var secret</script><noscript>no script</noscript><template><p>stamp</p></template><p>content</p>`,
    );
    expect(textsIn(page)).toEqual(['content']);
  });
});

describe('shadow trees', () => {
  const page = async (mode: string) =>
    layout(`<x-card id="host"><b slot="title">slotted</b></x-card><script>
      document.querySelector('x-card').attachShadow({ mode: '${mode}' }).innerHTML =
        '<p id="inner" style="width:200px;height:40px;margin:0">inside</p><slot name="title"></slot>';
    </script>`);

  it.each(['open', 'closed'])('are read when %s', async (mode) => {
    const read = await page(mode);
    const host = element(read, '#host');
    const [root] = below(read, host).filter(({ type }) => type === 'shadow');
    expect(below(read, root!).map(({ name }) => name)).toEqual(['p', 'slot']);
    expect(element(read, '#inner').box).toEqual([0, 0, 200, 40]);
    expect(textsIn(read, '#host')).toEqual(['inside', 'slotted']);
  });

  it('do not show the insides of form controls', async () => {
    const read = await layout(`<input id="i" value="typed"><textarea id="t">written</textarea>`);
    expect(below(read, element(read, '#i')).filter(({ type }) => type === 'element')).toEqual([]);
  });
});

describe('controls', () => {
  it('have the values that the user sees', async () => {
    const page =
      await layout(`<input id="a" value="old"><input id="b" type="checkbox"><input id="c" type="checkbox" checked>
      <textarea id="d">first</textarea><select id="e"><option>one</option><option id="two" selected>two</option></select>
      <input id="f" placeholder="Your name">
      <script>a.value = 'new'; b.checked = true; c.checked = false; d.value = 'second';</script>`);
    expect(element(page, '#a').value).toBe('new');
    expect(element(page, '#b').checked).toBe(true);
    expect(element(page, '#c').checked).toBeUndefined();
    expect(element(page, '#d').value).toBe('second');
    expect(element(page, '#two').checked).toBe(true);
    expect(element(page, '#f').attributes).toEqual({ id: 'f', placeholder: 'Your name' });
  });

  it('that are folded do not show their content', async () => {
    const page = await layout(`<details id="shut"><summary>More</summary><p>hidden</p></details>
      <details id="open" open><summary>Less</summary><p id="shown">shown</p></details>`);
    expect(textsIn(page, '#shut')).toEqual(['▸ ', 'More']);
    expect(textsIn(page, '#open')).toEqual(['▾ ', 'Less', 'shown']);
  });
});

describe('paint order', () => {
  it('grows with what lies on top', async () => {
    const page = await layout(`<div id="top" style="position:relative;z-index:2">top</div>
      <div id="middle" style="position:relative;z-index:1">middle</div><div id="bottom">bottom</div>`);
    const order = ['#bottom', '#middle', '#top'].map((id) => element(page, id).paint);
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(new Set(order).size).toBe(3);
  });
});

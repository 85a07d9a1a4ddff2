import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../renderer.js';
import { element, layoutOf, pageOf, pixelsOf, textsIn } from '../testing/page.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({
    concurrency: 1,
    profile: 'full',
    viewports: { desktop: [1280, 960], mobile: [375, 812] },
  });
});
afterAll(() => renderer.close());

describe('a visit', () => {
  it('reads UTF-8 without being told to, and the page’s title and language', async () => {
    const capture = await renderer.render(
      pageOf('<html lang="pl"><title>Zażółć gęślą — 漢字</title><p>żółć “quoted” 漢字 😀</p></html>'),
    );
    expect(capture.data.title).toBe('Zażółć gęślą — 漢字');
    expect(capture.data.language).toBe('pl');
    expect(textsIn(layoutOf(capture))).toEqual(['żółć “quoted” 漢字 😀']);
  });

  it('tells of a request once, though the debugger makes it again', async () => {
    const capture = await renderer.render(
      pageOf({
        'index.html': '<link rel="stylesheet" href="style.css"><iframe src="frame.html"></iframe><p>text</p>',
        'style.css': 'p { color: red }',
        'frame.html': '<p>frame</p>',
      }),
    );
    expect(capture.data.requests.map(({ url, type }) => `${type} ${new URL(url).pathname}`)).toEqual([
      'document /frame.html',
      'document /index.html',
      'stylesheet /style.css',
    ]);
  });

  it('goes by UTF-8 where the page says something else: its code was decoded before', async () => {
    const capture = await renderer.render(pageOf('<meta charset="iso-8859-1"><p>naïve café</p>'));
    expect(textsIn(layoutOf(capture))).toEqual(['naïve café']);
  });

  it('lays the page out at every viewport, as its media queries want it', async () => {
    const capture = await renderer.render(
      pageOf(`<!doctype html><meta name="viewport" content="width=device-width"><style>body{margin:0}
        #box{width:50%;height:100vh} @media (max-width: 600px){#box{width:100%}}</style><div id="box"></div>`),
    );
    const boxes = capture.data.layouts.map((layout) => [
      layout.viewport,
      layout.size,
      element(layout, '#box').box,
    ]);
    expect(boxes).toEqual([
      ['desktop', [1280, 960], [0, 0, 640, 960]],
      ['mobile', [375, 812], [0, 0, 375, 812]],
    ]);
  });

  it('tells what assistive technology is told, and which fonts were drawn with', async () => {
    const capture = await renderer.render(
      pageOf(
        `<!doctype html><style>body{font-family:Arial}</style><h1>Head</h1><button aria-label="Close" disabled>x</button>`,
      ),
    );
    const nodes = capture.data.accessibility!;
    expect(nodes.find(({ role }) => role === 'button')).toMatchObject({
      name: 'Close',
      states: { disabled: true },
    });
    expect(nodes.find(({ role }) => role === 'heading')).toMatchObject({
      name: 'Head',
      states: { level: 1 },
    });
    const ids = new Set(nodes.map(({ id }) => id));
    expect(nodes.filter(({ parent }) => parent !== null && !ids.has(parent))).toEqual([]);
    expect(capture.data.fonts!.map(({ family }) => family)).toEqual(['Arimo']);
  });

  it('sees the page through clean prototypes, whatever the page did to its own', async () => {
    const capture = await renderer.render(
      pageOf(`<!doctype html><title>honest</title><style>body{margin:0}</style><div style="height:2000px"></div>
        <div id="end" style="height:50px;background:red"></div><img id="i" src="nowhere.png"><script>
        window.scrollTo = Document.prototype.querySelectorAll = () => [];
        Object.defineProperty(document, 'title', { get: () => 'forged' });
        Object.defineProperty(HTMLImageElement.prototype, 'naturalWidth', { get: () => 99 });
        Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { get: () => 1 });
        new IntersectionObserver(([entry]) => { if (entry.isIntersecting) end.style.background = 'rgb(0,128,0)'; }).observe(end);
        </script>`),
    );
    expect(capture.data.title).toBe('honest');
    expect(layoutOf(capture).images[0]!.state).toBe('broken');
    expect((await pixelsOf(capture)).at(600, 2020)).toEqual([0, 128, 0]);
  });

  it('serves a folder: its styles, scripts and pages below it', async () => {
    const capture = await renderer.render(
      pageOf({
        'index.html': `<!doctype html><link rel="stylesheet" href="css/site.css"><p id="p">plain</p><script type="module" src="./js/main.mjs"></script>
          <iframe src="sub/"></iframe>`,
        'css/site.css': '#p{color:rgb(0,128,0);background:url(../a%20b.svg)}',
        'a b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'js/main.mjs': 'import { text } from "./text.js"; document.getElementById("p").textContent = text;',
        'js/text.js': 'export const text = "from a module";',
        'sub/index.html': '<p>framed',
      }),
    );
    const layout = layoutOf(capture);
    expect(textsIn(layout)).toEqual(['from a module', 'framed']);
    expect(layout.styles[element(layout, '#p').style]!['color']).toBe('rgb(0, 128, 0)');
    expect(capture.data.requests.filter(({ fate }) => fate !== 'answered')).toEqual([]);
  });
});

it('forgets the random names of blobs', async () => {
  const page = pageOf(
    '<img id="i"><script>i.src = URL.createObjectURL(new Blob(["<svg xmlns=\'http://www.w3.org/2000/svg\'/>"], {type: "image/svg+xml"}))</script>',
  );
  const first = await renderer.render(page);
  const second = await renderer.render(page);
  expect(JSON.stringify(first.data)).toContain('blob:https://www.example.com/"');
  expect(second.hash).toBe(first.hash);
});

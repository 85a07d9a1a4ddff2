import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Capture, Outcome } from './capture.js';
import { createRenderer, type Renderer } from './index.js';
import { pageOf } from './testing/page.js';

const INNOCENT = pageOf(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Innocent</title>
  <style>h1 { transition: color .3s } body { background: linear-gradient(#fff, #9cf) }</style>
  <body><h1>An innocent page</h1><p>Text, ελληνικά, עברית, 中文</p><canvas id="c" width="200" height="80"></canvas>
  <script>
    const pen = c.getContext('2d');
    for (let i = 0; i < 20; i++) { pen.fillStyle = 'hsl(' + i * 18 + ' 80% 50%)'; pen.fillRect(Math.random() * 180, 9, 20, 50) }
  </script></html>`);

let renderer: Renderer;

/** A renderer for the tests of a block; after each of them, the innocent page must come out as it did at first. */
function renderWithin(cpuSeconds: number): void {
  let innocent: string;
  beforeAll(async () => {
    // One place, so that the innocent page comes after the guilty one in whatever that left behind.
    renderer = await createRenderer({ concurrency: 1, cpuSeconds, memoryMb: 600 });
    const capture = await renderer.render(INNOCENT);
    expect(capture.data.outcome).toBe('ok');
    innocent = capture.hash;
  });
  afterEach(async () => {
    expect((await renderer.render(INNOCENT)).hash).toBe(innocent);
  });
  afterAll(() => renderer.close());
}

const render = (body: string) =>
  renderer.render(
    pageOf(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body><p>Text</p>${body}`,
    ),
  );
const run = (script: string) => render(`<script>${script}</script>`);

/** Judged as it is: seen, with a picture, and nobody to blame. */
function expectSeen({ data }: Capture): void {
  expect(data).toMatchObject({ outcome: 'ok', cause: null });
  expect(data.pictures).toHaveLength(1);
}
/** Stopped twice, and so the page's own fault. */
function expectBlamed({ data }: Capture, ...outcomes: Outcome[]): void {
  expect(data.cause).toBe('artifact');
  expect(outcomes).toContain(data.outcome);
  expect(data.detail).toMatch(/^The page .*, twice\.$/);
  expect(data.layouts).toEqual([]);
}

describe('a page that computes without end is out of time', () => {
  renderWithin(1);

  test.each([
    ['at load', 'while (true) {}'],
    ['in a timer', 'setTimeout(() => { while (true) {} }, 300)'],
    ['in a frame', 'requestAnimationFrame(() => { while (true) {} })'],
    ['in promises', 'const next = () => Promise.resolve().then(next); next()'],
    ['in a worker', `new Worker(URL.createObjectURL(new Blob(['while (true) {}'])))`],
    ['in a regular expression', `/^(a+)+$/.test('a'.repeat(40) + 'b')`],
    [
      'in WebAssembly',
      `const code = [0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11];
       new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports.f()`,
    ],
    ['writing its document', `for (;;) document.write('<p>more</p>')`],
    ['growing its document', `for (;;) document.body.append(document.createElement('div'))`],
    [
      'opening itself anew',
      `location = URL.createObjectURL(new Blob([document.documentElement.outerHTML], { type: 'text/html' }))`,
    ],
  ])('%s', async (_, script) => {
    expectBlamed(await run(script), 'timeout');
  });

  test.each([
    ['200,000 nodes', '<p>a</p>'.repeat(200_000)],
    [
      'a hundred giant blurs',
      '<div style="position: fixed; inset: 0; will-change: transform; filter: blur(500px); background: red">x</div>'.repeat(
        100,
      ),
    ],
    [
      'SVG that multiplies itself',
      `<svg><g id="a0"><rect width="3" height="3"/></g>${Array.from({ length: 20 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`).join('')}</svg>`,
    ],
  ])('%s', async (_, body) => {
    expectBlamed(await render(body), 'timeout', 'out-of-memory', 'crashed');
  });

  test('dialogs without end', async () => {
    expectBlamed(await run('for (;;) alert(1)'), 'timeout');
  });
});

describe('a page that takes memory without end is out of memory', () => {
  renderWithin(3);

  test.each([
    ['typed arrays', 'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))'],
    [
      'typed arrays, little by little',
      'const all = []; setInterval(() => all.push(new Uint8Array(5e7).fill(1)), 1)',
    ],
    [
      'strings that double',
      `let text = 'x'; const all = []; for (;;) { text += text.slice(0, 1e8) + 'y'; all.push(text.toUpperCase()) }`,
    ],
    [
      'WebAssembly',
      'const all = []; for (;;) { const m = new WebAssembly.Memory({ initial: 1000 }); new Uint8Array(m.buffer).fill(1); all.push(m) }',
    ],
    [
      'thousands of canvases',
      `for (let i = 0; i < 5000; i++) {
         const canvas = document.body.appendChild(document.createElement('canvas'));
         canvas.width = canvas.height = 500; canvas.getContext('2d').fillRect(0, 0, i, 9) }`,
    ],
  ])('%s', async (_, script) => {
    expectBlamed(await run(script), 'out-of-memory', 'crashed');
  });

  test('nested too deep for the browser', async () => {
    const capture = await run(`
      let at = document.body;
      for (let i = 0; i < 20000; i++) at = at.appendChild(document.createElement('div'));`);
    expectBlamed(capture, 'crashed', 'timeout');
  });
});

describe('a page that only makes trouble is judged as it is', () => {
  renderWithin(4);

  test.each([
    ['reloads', 'location.reload()'],
    ['reloads in a timer', 'setInterval(() => location.reload(), 300)'],
    ['goes from page to page', `location.href = '?' + Math.random()`],
    ['is refreshed', `document.head.innerHTML += '<meta http-equiv="refresh" content="0">'`],
  ])('%s', async (_, script) => {
    const capture = await run(script);
    expectSeen(capture);
    expect(capture.data.attempts[0]?.what).toBe('navigation');
  });

  test.each([
    [
      'changes its hash for ever',
      `addEventListener('hashchange', () => { location.hash = Math.random() }); location.hash = 1`,
    ],
    ['fills its history', `for (let i = 0; i < 1000; i++) history.pushState({}, '', '#' + i)`],
    ['throws for ever', `setInterval(() => { throw new Error('again') }, 1)`],
    ['stops at debugger statements', 'debugger; setInterval(() => { debugger }, 10)'],
    ['closes itself', `window.close(); setTimeout(() => open('', '_self').close(), 100)`],
    [
      'asks again and again, waiting',
      `for (let i = 0; i < 50; i++) { const x = new XMLHttpRequest(); x.open('GET', '/' + i, false); x.send() }`,
    ],
    [
      'waits for a lock in a worker',
      `new Worker(URL.createObjectURL(new Blob(['Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'])))`,
    ],
    [
      'fights over the scroll position',
      `document.body.style.height = '5000px'; addEventListener('scroll', () => scrollTo(0, Math.random() * 4000))`,
    ],
  ])('%s', async (_, script) => {
    expectSeen(await run(script));
  });

  test('opens its document anew', async () => {
    const capture = await run(`setTimeout(() => { document.open(); document.write('<h1>New</h1>') }, 500)`);
    expectSeen(capture);
    expect(capture.data.layouts[0]!.nodes.some(({ text }) => text === 'New')).toBe(true);
  });

  test('floods its console', async () => {
    const capture = await run(`setInterval(() => { for (let i = 0; i < 20; i++) console.log('again') }, 10)`);
    expectSeen(capture);
    expect(capture.data.console).toHaveLength(200);
    expect(capture.data.notes).toContain('the console was no longer listened to after 2000 messages');
  });

  test('makes thousands of requests', async () => {
    const capture = await run(
      `for (let i = 0; i < 1100; i++) fetch('https://example.org/' + i).catch(() => {})`,
    );
    expectSeen(capture);
    expect(capture.data.requests).toHaveLength(1000);
  });

  test('is 100,000 px tall: the picture is cut and says so', async () => {
    const capture = await render(
      '<div style="height: 100000px; background: linear-gradient(red, blue)"></div>',
    );
    expectSeen(capture);
    expect(capture.data.pictures[0]).toMatchObject({ height: 16_383, cut: true });
    expect(capture.data.layouts[0]!.page[1]).toBeGreaterThan(100_000);
  });

  test('is 1,000,000 px wide: the picture is cut and says so', async () => {
    const capture = await render('<div style="width: 1000000px; height: 9px; background: red"></div>');
    expectSeen(capture);
    expect(capture.data.pictures[0]).toMatchObject({ width: 4096, cut: true });
  });

  test('doubles its custom properties', async () => {
    const doubled = Array.from({ length: 40 }, (_, i) => `--v${i + 1}: var(--v${i}) var(--v${i});`).join('');
    expectSeen(
      await render(`<style>:root { --v0: word; ${doubled} }</style><p style="color: var(--v40)">x</p>`),
    );
  });
});

describe.runIf(process.platform === 'linux')('a browser that is killed', () => {
  renderWithin(8);

  /** Kills the browsers that this process started, as soon as the page runs in one. Resolves when `times` have been killed. */
  const killBrowsers = async (times: number) => {
    for (let killed = 0; killed < times;) {
      await pause(50);
      const own = browsersOf(process.pid);
      // Busy for so long is only the page: a browser that starts isn't.
      if (!own.some(({ command, ticks }) => command.includes('--type=renderer') && ticks > 25)) continue;
      for (const { pid } of own) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // Ended with its parent.
        }
      }
      killed++;
      while (browsersOf(process.pid).some(({ pid }) => own.some((one) => one.pid === pid))) await pause(20);
    }
  };
  const slow = `<script>let x = 0; setTimeout(() => { for (let i = 0; i < 2e8; i++) x += i }, 10)</script>`;

  test('once is not held against the page', async () => {
    const [capture] = await Promise.all([render(slow), killBrowsers(1)]);
    expectSeen(capture);
  });

  test('twice is our fault, and no verdict on the page', async () => {
    const [capture] = await Promise.all([render(slow), killBrowsers(2)]);
    expect(capture.data).toMatchObject({ outcome: 'infra', cause: 'infra' });
    expect(capture.data.detail).toMatch(/the browser died/);
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** All processes below one, by the parent that each names. */
function browsersOf(root: number): { pid: number; command: string; ticks: number }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const [state, parent] = fields;
        const ticks = Number(fields[11]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command, ticks }];
      } catch {
        return [];
      }
    });
  const below = (pid: number): typeof all =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return below(root).filter(
    ({ command }) => command.includes('--remote-debugging-pipe') || command.includes('--type='),
  );
}

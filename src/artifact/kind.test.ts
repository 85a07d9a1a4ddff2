import { expect, it } from 'vitest';

import { decideKind, type KindEvidence } from './kind.js';

const html = (code: string) => decideKind({ code, language: 'html' });

it('goes by the caller, then the brief, then Python, then the canvas asked for', () => {
  const all: KindEvidence = { code: '', language: 'python', brief: { kind: 'poster', canvas: [1280, 720] } };
  expect(decideKind({ ...all, flag: 'game' })).toEqual({ kind: 'game', reason: 'asked for by the caller' });
  expect(decideKind(all)).toEqual({ kind: 'poster', reason: 'asked for by the brief' });
  expect(decideKind({ ...all, brief: { canvas: [1280, 720] } }).kind).toBe('chart');
  expect(decideKind({ code: '', language: 'html', brief: { canvas: [1280, 720] } })).toEqual({
    kind: 'slide',
    reason: "inferred: the brief's canvas of 1280x720",
  });
});

it.each([
  ['Create a website for a game studio', 'website', 'website'],
  ['An online soccer game with a dashboard of scores', 'game', 'game'],
  ['A spinning 3D doughnut in a wooden box', 'scene', '3D'],
  ['Bar chart of sales by month', 'chart', 'Bar chart'],
  ['Design a pricing card', 'component', 'pricing card'],
])('reads the prompt: %s', (prompt, kind, word) => {
  const decision = decideKind({ code: '<body>', language: 'html', brief: { prompt } });
  expect(decision).toEqual({ kind, reason: `inferred: the prompt says "${word}"` });
});

it.each([
  ['slide', '<style>body { margin: 0; width: 1280px; height: 720px }</style>', 'fixed 1280x720 body'],
  ['slide', '<body><div class="w-[1280px] min-h-[720px] mx-auto">', 'fixed 1280x720 box'],
  ['poster', '<style>.poster{width:1080px;height:1350px}</style>', 'fixed 1080x1350 .poster'],
  [
    'game',
    '<canvas></canvas><script>requestAnimationFrame(f); on("keydown")</script>',
    'an animated canvas driven by keys',
  ],
  ['scene', '<body><script>new THREE.WebGLRenderer()</script>', 'it draws with WebGL'],
  ['dashboard', '<body><script>new Chart(a); new Chart(b)</script>', '2 charts on one page'],
  ['chart', '<body><script>new Chart(a)</script>', 'one chart drawn by a chart library'],
  ['component', '<div><button>Buy</button></div>', 'a fragment without <html> or <body>'],
  ['website', '<!doctype html><body><main>Hi', 'nothing speaks for another kind'],
  [
    'website',
    '<body><div class="phone" style="width: 400px; height: 800px">',
    'nothing speaks for another kind',
  ],
])('sees a %s in %s', (kind, code, what) => {
  expect(html(code)).toEqual({ kind, reason: `inferred: ${what}` });
});

it('tells an SVG by its canvas', () => {
  const svg = (code: string) => decideKind({ code, language: 'svg' });
  expect(svg('<svg viewBox="0 0 1280 720">').kind).toBe('slide');
  expect(svg('<svg width="600" height="900">')).toEqual({
    kind: 'poster',
    reason: 'inferred: an SVG of 600x900',
  });
  expect(svg('<svg viewBox="0 0 1280 720"><g class="x axis">').kind).toBe('chart');
});

it('takes a component for one unless something speaks for another kind', () => {
  const jsx = (code: string) => decideKind({ code, language: 'jsx' });
  expect(jsx('export default () => <b>Tea</b>')).toEqual({
    kind: 'component',
    reason: 'inferred: a component in JSX',
  });
  expect(jsx('<h1 className="x">Sales Dashboard</h1>').kind).toBe('dashboard');
  expect(jsx('<div className="w-[1280px] h-[720px]">').kind).toBe('slide');
  const brief = { prompt: 'A landing page' };
  expect(decideKind({ code: '', language: 'vue', brief }).kind).toBe('website');
});

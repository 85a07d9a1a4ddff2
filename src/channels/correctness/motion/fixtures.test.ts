import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../../artifact/extract.js';
import { createRenderer, type Renderer } from '../../../render/index.js';
import { evaluateCapture } from '../../testing/evaluate.js';
import { MOTION_CHECKS } from './index.js';

/**
 * Pages written by hand, in the real browser: every `bad-*.html` has one element `#culprit` that its check must name,
 * every `good-*.html` holds what looks similar and is right.
 */
const FOLDER = fileURLToPath(new URL('../fixtures/', import.meta.url));

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

describe.each(MOTION_CHECKS.map((check) => [check.meta.id, check] as const))('%s', (id, check) => {
  const files = readdirSync(`${FOLDER}${id}`);
  const judge = async (file: string) => {
    const html = readFileSync(`${FOLDER}${id}/${file}`, 'utf8');
    const capture = await renderer.render(extract(html, { id: file, kind: 'website' }));
    const { score, defects } = await evaluateCapture(check, capture);
    const { nodes } = capture.data.layouts[0]!;
    return { score, defects, ids: defects.map(({ element }) => nodes[element ?? -1]?.attributes?.['id']) };
  };

  it.each(files.filter((file) => file.startsWith('bad-')))('names the culprit of %s alone', async (file) => {
    const { score, defects, ids } = await judge(file);
    expect(ids).toEqual(['culprit']);
    expect(score).toBeLessThan(1);
    expect(defects[0]!.box).not.toBeNull();
  });

  it.each(files.filter((file) => file.startsWith('good-')))('is silent on %s', async (file) => {
    const { score, defects } = await judge(file);
    expect(defects.map(({ message }) => message)).toEqual([]);
    expect(score ?? 1).toBe(1);
  });
});

it('takes siblings that hide in the same way for one text', async () => {
  const check = MOTION_CHECKS.find(({ meta }) => meta.id === 'hidden-at-rest')!;
  const html = readFileSync(`${FOLDER}hidden-at-rest/siblings.html`, 'utf8');
  const capture = await renderer.render(extract(html, { id: 'siblings', kind: 'website' }));
  const { defects } = await evaluateCapture(check, capture);
  expect(defects.map(({ severity }) => severity)).toEqual(['error', 'error', 'error']);
});

it('doubts a hole only where a script may have hidden again what is out of view', async () => {
  const check = MOTION_CHECKS.find(({ meta }) => meta.id === 'hidden-at-rest')!;
  const part = (top: number) =>
    `<p class="r" style="margin-top: ${top}px">Fishermen know the hour by heart; visitors read the tables.</p>`;
  const html = `<!doctype html><html lang="en"><style>.r { opacity: 0 }</style><h1>Tides</h1>${part(40)}${part(1500)}
    <script>addEventListener('scroll', () => {})</script></html>`;
  const capture = await renderer.render(extract(html, { id: 'out-of-view', kind: 'website' }));
  const { defects } = await evaluateCapture(check, capture);
  expect(defects.map(({ certainty }) => certainty)).toEqual(['certain', 'likely']);
});

describe('hidden-at-rest', () => {
  const check = MOTION_CHECKS.find(({ meta }) => meta.id === 'hidden-at-rest')!;
  const defectsOf = async (body: string, kind: 'website' | 'poster') => {
    const html = `<!doctype html><html lang="en"><body style="margin: 0"><h1>Tides</h1>${body}</body></html>`;
    const capture = await renderer.render(extract(html, { id: 'hidden', kind }));
    return (await evaluateCapture(check, capture)).defects;
  };

  it('misses a form, however few its words', async () => {
    const form = `<form style="opacity: 0"><label>Harbour <input /></label><button>Look it up</button></form>`;
    expect(await defectsOf(form, 'website')).toHaveLength(1);
  });

  it('misses what has been given its place on a poster, and leaves it alone on a page', async () => {
    const placed = `<p style="position: absolute; top: 200px; opacity: 0">Thursdays, 3 September to 29 October, at half past seven</p>`;
    expect(await defectsOf(placed, 'poster')).toHaveLength(1);
    expect(await defectsOf(placed, 'website')).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../../artifact/extract.js';
import { createRenderer, type Capture, type Renderer } from '../../../render/index.js';
import { layoutOf } from '../../testing/capture.js';
import { evaluate, evaluateCapture } from '../../testing/evaluate.js';
import { accessibility } from './accessibility.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'full', concurrency: 1 });
});
afterAll(() => renderer.close());

const render = (name: string): Promise<Capture> =>
  renderer.render(
    extract(readFileSync(new URL(`../fixtures/accessibility/${name}`, import.meta.url), 'utf8'), {
      id: name,
      kind: 'website',
    }),
  );

describe('accessibility', () => {
  it('tells of each kind of element once, with its line and what to do', async () => {
    const capture = await render('bad-controls.html');
    const { score, defects } = await evaluateCapture(accessibility, capture);
    const { nodes } = capture.data.layouts[0]!;
    const told = defects.map(({ element, measured, severity }) => {
      const { name, source } = nodes[element!]!;
      return [name, measured!['rule'], measured!['elements'], severity, source?.line];
    });
    expect(told).toEqual(
      expect.arrayContaining([
        ['button', 'button-name', 2, 'warning', 7],
        ['img', 'image-alt', 1, 'warning', 10],
        ['button', 'nested-interactive', 1, 'warning', 11],
        ['meta', 'meta-viewport', 1, 'advisory', 3],
      ]),
    );
    expect(score).toBeLessThan(0.8);
    const silent = await evaluateCapture(accessibility, capture, {
      options: { ignore: told.map(([, rule]) => rule) },
    });
    expect(silent.score).toBe(1);
  });

  it('is silent where controls and pictures have names', async () => {
    const { score, defects } = await evaluateCapture(accessibility, await render('good-controls.html'));
    expect(defects.map(({ message }) => message)).toEqual([]);
    expect(score).toBe(1);
  });

  it('says nothing of a page on which the rules were not run, and fails where they broke off', async () => {
    const layout = layoutOf({ tag: 'p', children: ['Text'] });
    const run = (status: 'too-large' | 'failed') => ({ rules: { status, elements: 1, violations: [] } });
    expect((await evaluate(accessibility, layout)).score).toBeNull();
    expect((await evaluate(accessibility, layout, { data: run('too-large') })).score).toBeNull();
    await expect(evaluate(accessibility, layout, { data: run('failed') })).rejects.toThrow('rules');
  });
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../../artifact/extract.js';
import { createRenderer, type Renderer } from '../../../render/index.js';
import { layoutOf } from '../../testing/capture.js';
import { evaluate, evaluateCapture } from '../../testing/evaluate.js';
import { fieldLabel } from './field-label.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

const judge = async (name: string) => {
  const html = readFileSync(new URL(`../fixtures/field-label/${name}`, import.meta.url), 'utf8');
  const capture = await renderer.render(extract(html, { id: name, kind: 'website' }));
  const { score, defects } = await evaluateCapture(fieldLabel, capture);
  const { nodes } = capture.data.layouts[0]!;
  return { score, ids: defects.map(({ element }) => nodes[element!]!.attributes?.['id']) };
};

describe('field-label', () => {
  it('names the field whose words only stand beside it', async () => {
    const { score, ids } = await judge('bad-loose-words.html');
    expect(ids).toEqual(['culprit']);
    expect(score).toBeLessThan(0.9);
  });

  it('is silent where labels, hints and attributes name the fields', async () => {
    expect(await judge('good-named.html')).toEqual({ score: 1, ids: [] });
  });

  it('has nothing to say of a page without fields', async () => {
    const layout = layoutOf({ tag: 'p', children: ['Text'] });
    expect((await evaluate(fieldLabel, layout)).score).toBeNull();
  });
});

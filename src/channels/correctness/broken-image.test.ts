import { describe, expect, it } from 'vitest';
import type { CapturedImage, CapturedRequest } from '../../render/capture.js';
import { evaluate } from '../testing/evaluate.js';
import { layoutOf, type Element } from '../testing/capture.js';
import { brokenImage } from './broken-image.js';

type State = CapturedImage['state'];

/** A page of images in these states. */
function pageOf(states: State[], changes: Partial<Element> = {}) {
  const images = states.map((): Element => ({ tag: 'img', box: [0, 0, 40, 40], ...changes }));
  const layout = layoutOf({ tag: 'body', children: images });
  const at = layout.nodes.flatMap(({ name }, node) => (name === 'img' ? [node] : []));
  layout.images = at.map((node, i) => ({
    node,
    url: `https://page/${i}.png`,
    state: states[i]!,
    naturalWidth: 0,
    naturalHeight: 0,
  }));
  return layout;
}

describe('broken-image', () => {
  it('finds broken images only: not those from outside, which nobody could fetch', async () => {
    const { score, defects } = await evaluate(
      brokenImage,
      pageOf(['loaded', 'broken', 'unavailable', 'placeholder', 'pending']),
    );
    expect(score).toBe((await evaluate(brokenImage, pageOf(['loaded', 'broken', 'pending']))).score);
    expect(score).toBeLessThan(1);
    expect(defects).toMatchObject([{ measured: { state: 'broken', url: '1.png' } }]);
    expect((await evaluate(brokenImage, pageOf(['loaded', 'placeholder', 'pending']))).score).toBe(1);
    expect((await evaluate(brokenImage, pageOf(['unavailable', 'placeholder']))).score).toBeNull();
  });

  it('falls to 0 when all are broken', async () => {
    expect((await evaluate(brokenImage, pageOf(['broken', 'broken']))).score).toBe(0);
  });

  it('leaves out what is not shown', async () => {
    expect((await evaluate(brokenImage, pageOf(['broken'], { box: null }))).score).toBeNull();
  });

  it('finds a background that the artifact does not have, but not a hidden or foreign one', async () => {
    const url = 'https://page/back.png';
    const layout = layoutOf({
      tag: 'body',
      children: [{ tag: 'header', style: { 'background-image': `url("${url}")` } }],
    });
    const request = (fate: CapturedRequest['fate']) => [
      { url, type: 'Image', fate, status: null, from: null, reason: null },
    ];
    const missing = await evaluate(brokenImage, layout, { data: { requests: request('missing') } });
    expect(missing.defects).toMatchObject([{ measured: { url: 'back.png' } }]);
    expect(
      (await evaluate(brokenImage, layout, { data: { requests: request('unavailable') } })).score,
    ).toBeNull();
  });
});

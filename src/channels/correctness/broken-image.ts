import { z } from 'zod';
import type { Capture, CapturedImage, Layout } from '../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import { scoreByShare } from './scale.js';
import { sceneOf } from './scene.js';
import { nameOf, quote } from './wording.js';

const SUGGESTION =
  'Add the file to the artifact, correct the address, or draw the picture in place (SVG, data URL).';

/** Images whose file is missing or cannot be decoded. Images from outside are not counted: nobody fetched them. */
export const brokenImage = defineCheck({
  meta: {
    id: 'broken-image',
    title: 'Broken image',
    description:
      'Images whose file the artifact does not have, or whose data no browser can decode. A reader sees a torn icon or a hole. Pictures on other hosts are not counted: the renderer works without a network, and whether they exist is not known.',
    remedy: SUGGESTION,
    severity: 'error',
    // A picture that is not there is worse than one that is squashed (0.4), which it was where it is.
    weight: 0.5,
    source: 'HTML standard, 4.8.4.3 (an image request in state "broken").',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ capture, layout }): CheckResult {
    const { drawn } = sceneOf(layout);
    const images = layout.images.filter(({ node, state }) => drawn[node] === 1 && !FOREIGN.has(state));
    const backgrounds = missingBackgrounds(capture, layout);
    const total = images.length + backgrounds.length;
    if (total === 0) return { score: null, reason: 'no-images' };
    const defects = [
      ...images
        .filter(({ state }) => state === 'broken')
        .map(({ node, url }) => defectOf(layout, node, url, 'image')),
      ...backgrounds.map(({ node, url }) => defectOf(layout, node, url, 'background image')),
    ];
    // Counted, not measured: a broken image often collapses to the size of its icon.
    return { score: scoreByShare(defects.length, total), defects };
  },
});

const FOREIGN = new Set<CapturedImage['state']>(['unavailable', 'placeholder']);

function defectOf(layout: Layout, node: number, url: string, what: string): Defect {
  const named = url === '' ? 'has no source' : `${quote(shorten(url), 60)} is missing or cannot be read`;
  return {
    element: node,
    box: layout.nodes[node]!.box,
    message: `The ${what} of ${nameOf(layout, node)} ${named}.`,
    measured: { state: 'broken', url: shorten(url) },
    expected: { state: 'loaded' },
    suggestion: SUGGESTION,
  };
}

/** Elements that are drawn with a background that the artifact names but does not have. */
function missingBackgrounds(capture: Capture, layout: Layout): { node: number; url: string }[] {
  const { drawn } = sceneOf(layout);
  const missing = capture.data.requests.filter(
    ({ fate, type }) => fate === 'missing' && /^image$/i.test(type),
  );
  const shown = new Set(layout.images.map(({ url }) => url));
  return missing
    .filter(({ url }) => !shown.has(url))
    .flatMap(({ url }) => {
      const styles = new Set(
        layout.styles.flatMap((style, i) => (style['background-image']?.includes(`"${url}"`) ? [i] : [])),
      );
      const node = layout.nodes.findIndex(
        ({ style, type }, i) => type === 'element' && styles.has(style) && drawn[i],
      );
      return node < 0 ? [] : [{ node, url }];
    });
}

/** The end of a path tells images apart; a data URL only its type. */
function shorten(url: string): string {
  if (url.startsWith('data:')) return `${url.slice(0, url.indexOf(',')).slice(0, 40)},…`;
  return url.replace(/^https?:\/\/[^/]+\//, '').slice(-80);
}

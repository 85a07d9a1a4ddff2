import { z } from 'zod';
import type { Layout, LayoutNode } from '../../render/capture.js';
import type { CheckResult, Pixels } from '../check.js';
import type { ExecutionCheck } from './check.js';

/** Elements that draw by themselves. */
const DRAWING = new Set(
  'img svg canvas video iframe object embed input textarea select progress meter hr'.split(' '),
);

const options = z.strictObject({
  /** Pixels that must stand out from the background; 100 is about one word of 12 px. */
  minInk: z.int().positive().default(100),
  /** Difference from the background, in any of R, G, B (0-255), from which a pixel stands out: about what an eye sees. */
  tolerance: z.int().positive().default(6),
});

/**
 * Is there anything to see? The picture decides where there is one, the layout otherwise.
 *
 * In the picture, ink is every pixel that differs from the most frequent colour. A page of one colour is blank, whatever
 * its code says: white text on white, an element moved away, an app that never started. A gradient, a texture or a single
 * word is not: something was drawn, and whether it is enough is for other judges.
 */
export const blank: ExecutionCheck<typeof options> = {
  meta: {
    id: 'blank',
    title: 'Blank page',
    description:
      'Whether there is anything to see. A picture of one colour is blank, also when the document is full: white text on white, content moved off the canvas, an application that never started. A gradient or a single word is enough not to be blank. A page that is blank while one of its scripts could not be offered by the renderer is not judged.',
    remedy: 'Look for an exception before the first drawing, and for content that is hidden or has no size.',
    severity: 'error',
    weight: 1,
    source: 'Kallos; threshold: fewer pixels than one word of 12 px.',
    viewports: 'primary',
  },
  options,
  async evaluate({ capture, pixels, options }): Promise<CheckResult> {
    const layout = capture.data.layouts[0];
    if (!layout) return { score: null, reason: 'not-loaded' };
    const picture = await pixels();
    const ink = picture ? inkOf(picture, options.tolerance, options.minInk) : null;
    if (ink === null ? drawsSomething(layout) : ink >= options.minInk) return { score: 1, defects: [] };
    const lacking = capture.data.requests.find(
      ({ fate, type }) => fate === 'unavailable' && /^script$/i.test(type),
    );
    if (lacking) throw new Error(`the page is blank, but the script ${lacking.url} was unavailable`);
    return {
      score: 0,
      defects: [
        {
          element: null,
          box: null,
          message: 'The page is blank: there is nothing to see on it.',
          measured: ink === null ? { visible: 0 } : { value: ink, unit: 'px of ink' },
          expected: ink === null ? { min: 1 } : { min: options.minInk },
          suggestion: 'Look for an error before the first drawing, and for hidden or empty content.',
          source: null,
        },
      ],
    };
  },
};

/** Every seventh pixel is enough to know the background; a prime, so that stripes and grids don't hide from it. */
const STRIDE = 3 * 7;

/** Pixels that differ from the most frequent colour by more than `tolerance` in any part, counted up to `enough`. */
export function inkOf({ data }: Pixels, tolerance: number, enough: number): number {
  // 4 bits a part find the background's bin; its first member stands for it exactly on flat pages.
  const counts = new Uint32Array(4096);
  const first = new Int32Array(4096).fill(-1);
  for (let i = 0; i < data.length; i += STRIDE) {
    const bin = ((data[i]! >> 4) << 8) | ((data[i + 1]! >> 4) << 4) | (data[i + 2]! >> 4);
    counts[bin]!++;
    if (first[bin]! < 0) first[bin] = i;
  }
  const at = first[counts.indexOf(Math.max(...counts))]!;
  const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
  let ink = 0;
  for (let i = 0; i < data.length && ink < enough; i += 3) {
    const stands =
      Math.abs(data[i]! - r) > tolerance ||
      Math.abs(data[i + 1]! - g) > tolerance ||
      Math.abs(data[i + 2]! - b) > tolerance;
    if (stands) ink++;
  }
  return ink;
}

function drawsSomething(layout: Layout): boolean {
  return layout.nodes.some((node) => {
    const style = layout.styles[node.style];
    if (!style || !onPage(node, layout) || style['visibility'] !== 'visible') return false;
    if (isTransparent(layout, node)) return false;
    if (node.type === 'text') return (node.text ?? '').trim() !== '' && !isClear(style['color']);
    return DRAWING.has(node.name) || isPaintedBox(node, style);
  });
}

/** A box with an own background or border. The root's and the body's are the page's background, not something on it. */
function isPaintedBox(node: LayoutNode, style: Record<string, string>): boolean {
  if (node.name === 'html' || node.name === 'body') return (style['background-image'] ?? 'none') !== 'none';
  const hasBorder = style['border-top-style'] !== 'none' && Number.parseFloat(style['border-top-width']!) > 0;
  return hasBorder || !isClear(style['background-color']) || (style['background-image'] ?? 'none') !== 'none';
}

function onPage({ box, paint }: LayoutNode, { page }: Layout): boolean {
  if (!box || paint < 0) return false;
  const [x, y, width, height] = box;
  return width > 0 && height > 0 && x < page[0] && y < page[1] && x + width > 0 && y + height > 0;
}

function isTransparent(layout: Layout, node: LayoutNode): boolean {
  for (let at: LayoutNode | undefined = node; at; at = layout.nodes[at.parent]) {
    if (Number(layout.styles[at.style]?.['opacity'] ?? 1) === 0) return true;
  }
  return false;
}

/** Computed colours are written as rgb() or rgba(); the fourth part is alpha. */
function isClear(color: string | undefined): boolean {
  return color === undefined || color === 'transparent' || /rgba\(.*,\s*0\)$/.test(color);
}

import type { CapturedImage, CapturedRequest, Layout } from '../capture.js';
import { fatesOf, markPlaceholders } from './placeholders.js';
import type { IsolatedWorld } from './world.js';

interface ImageState {
  url: string;
  complete: boolean;
  width: number;
  height: number;
}

/** Finds out of every image element whether its picture arrived, and how large it is; marks what draws a placeholder. */
export async function readImages(
  world: IsolatedWorld,
  layout: Layout,
  requests: readonly CapturedRequest[],
): Promise<CapturedImage[]> {
  await markPlaceholders(world, layout, requests);
  const nodes = layout.nodes.flatMap((node, i) => (node.name === 'img' && inMainTree(layout, i) ? [i] : []));
  if (nodes.length === 0) return [];
  const states = await world.call(listImages);
  // The page can't change between the two readings (its time stands still), so both list the same elements in the same order.
  if (states.length !== nodes.length) return [];
  const fateOf = fatesOf(requests);
  return nodes.map((node, i) => {
    const { url, complete, width, height } = states[i]!;
    return {
      node,
      url: url.slice(0, 2000),
      state: stateOf(states[i]!, fateOf(url)),
      naturalWidth: complete ? width : 0,
      naturalHeight: complete ? height : 0,
    };
  });
}

function stateOf(image: ImageState, fate: CapturedRequest['fate'] | undefined): CapturedImage['state'] {
  if (image.complete && image.width > 0) return fate === 'placeholder' ? 'placeholder' : 'loaded';
  if (fate === 'unavailable') return 'unavailable';
  return image.complete || fate === 'missing' || image.url === '' ? 'broken' : 'pending';
}

function inMainTree(layout: Layout, index: number): boolean {
  for (let at = layout.nodes[index]!.parent; at >= 0; at = layout.nodes[at]!.parent) {
    const { type, parent } = layout.nodes[at]!;
    if (type === 'shadow' || (type === 'document' && parent >= 0)) return false;
  }
  return true;
}

/* Runs in the page's isolated world. */
function listImages(): ImageState[] {
  return Array.from(document.querySelectorAll('img'), (img) => ({
    url: img.currentSrc || img.src,
    complete: img.complete,
    width: img.naturalWidth,
    height: img.naturalHeight,
  }));
}

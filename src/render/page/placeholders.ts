import type { CapturedRequest, Layout, LayoutNode } from '../capture.js';
import type { IsolatedWorld } from './world.js';

const MAX_URL = 2000;

/** What became of the request for an address; undefined when there was none. */
export function fatesOf(
  requests: readonly CapturedRequest[],
): (url: string) => CapturedRequest['fate'] | undefined {
  const fates = new Map(requests.map(({ url, fate }) => [url, fate]));
  return (url) => fates.get(requested(url));
}

/** An address as requests record it: without its fragment, and cut. */
function requested(url: string): string {
  const hash = url.startsWith('data:') ? -1 : url.indexOf('#');
  return (hash < 0 ? url : url.slice(0, hash)).slice(0, MAX_URL);
}

/** Marks the elements that draw a placeholder: as an image, an image of a drawing, a background or mask, a poster, a framed page. */
export async function markPlaceholders(
  world: IsolatedWorld,
  layout: Layout,
  requests: readonly CapturedRequest[],
): Promise<void> {
  if (!requests.some(({ fate }) => fate === 'placeholder')) return;
  const fateOf = fatesOf(requests);
  const base = await world.call(() => document.baseURI);
  const isPlaceholder = (url: string) => fateOf(url) === 'placeholder';
  const byStyle = layout.styles.map((style) =>
    [style['background-image'], style['mask-image']].some((value) => urlsIn(value ?? '').some(isPlaceholder)),
  );
  for (const node of layout.nodes) {
    if (node.type !== 'element') continue;
    const own = node.src ?? sourceOf(node);
    if (
      byStyle[node.style] ||
      (own !== undefined && URL.canParse(own, base) && isPlaceholder(new URL(own, base).href))
    )
      node.placeholder = true;
  }
}

/** The addresses in a computed value, which has them in full: `url("https://…")`. */
function urlsIn(value: string): string[] {
  return [...value.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)].map(([, url]) => url!.replace(/\\(.)/g, '$1'));
}

/** Attributes that name what an element draws, beside images, whose source in use is known. */
const DRAWN_BY: Record<string, readonly string[]> = {
  image: ['href', 'xlink:href'],
  feimage: ['href', 'xlink:href'],
  input: ['src'],
  video: ['poster'],
  iframe: ['src'],
  frame: ['src'],
  embed: ['src'],
  object: ['data'],
};

function sourceOf({ name, attributes }: LayoutNode): string | undefined {
  return DRAWN_BY[name]?.map((attribute) => attributes?.[attribute]).find((value) => value !== undefined);
}

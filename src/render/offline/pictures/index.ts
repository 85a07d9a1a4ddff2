import type { Answer, Wish } from '../schema.js';
import { drawDocument, drawPng, drawSvg, type Shade } from './draw.js';
import { sizeOf } from './size.js';
import { tileSide } from './tiles.js';

export type Placeholder = Extract<Answer, { fate: 'placeholder' }>;

/** Pictures kept for pages that ask for the same sizes again. */
const MAX_KEPT = 200;
const kept = new Map<string, Promise<Uint8Array>>();

/** Services that send SVG from addresses without its ending. */
const SVG_HOSTS = /^(cdn\.simpleicons\.org|api\.iconify\.design|img\.shields\.io|skillicons\.dev)$/;

/**
 * What stands in for a picture on another host: calm grey in the size that its address asks for, the same bytes every time. A PNG,
 * which draws wherever a picture can (images, backgrounds, canvases, textures), unless the address says that it is an SVG.
 *
 * @param wish of type `image`
 */
export async function placeholderFor({ url }: Wish): Promise<Placeholder> {
  const side = tileSide(url);
  const { width, height } = side === null ? sizeOf(url) : { width: side, height: side };
  if (isSvg(url))
    return {
      fate: 'placeholder',
      contentType: 'image/svg+xml; charset=utf-8',
      body: drawSvg(width, height),
    };
  const body = await picture(width, height, side === null ? 'picture' : 'tile');
  return { fate: 'placeholder', contentType: 'image/png', body };
}

/** What stands in for a page in a frame (a video, a map): an empty one. */
export function placeholderDocument(): Placeholder {
  return { fate: 'placeholder', contentType: 'text/html; charset=utf-8', body: drawDocument() };
}

function isSvg({ host, pathname }: URL): boolean {
  return /(\.svg|\/svg)$/i.test(pathname) || SVG_HOSTS.test(host);
}

function picture(width: number, height: number, shade: Shade): Promise<Uint8Array> {
  const key = `${shade} ${width}x${height}`;
  let drawn = kept.get(key);
  if (!drawn) {
    drawn = drawPng(width, height, shade);
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(key, drawn);
  }
  return drawn;
}

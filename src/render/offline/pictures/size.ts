import { askedSize, UNTOLD } from './services.js';

/**
 * px; what a picture is when its address tells nothing: 3 : 2, and narrow enough for the smallest viewport, so that our guess never
 * makes a page too wide.
 */
const DEFAULT_WIDTH = 300;
const DEFAULT_HEIGHT = 200;
/** px; longest side, as image services have it. */
const MAX_SIDE = 5000;
/** px²; what a phone's camera makes. Larger ones shrink with their proportions. */
const MAX_AREA = 12_000_000;

/** Width and height in px of the picture that an address asks for, within what a page can mean. */
export function sizeOf(url: URL): { width: number; height: number } {
  const asked = askedSize(url);
  const { width, height, ratio } = isMeant(asked.width) && isMeant(asked.height) ? asked : UNTOLD;
  const w = width ?? (height === null ? DEFAULT_WIDTH : height * ratio);
  const h = height ?? (width === null ? DEFAULT_HEIGHT : width / ratio);
  const scale = Math.min(1, MAX_SIDE / Math.max(w, h), Math.sqrt(MAX_AREA / (w * h)));
  return { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
}

/** No size is told by 0, nor by a number that no picture has. */
function isMeant(side: number | null): boolean {
  return side === null || (side > 0 && side < 1e7);
}

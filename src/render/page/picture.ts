import type { Picture } from '../capture.js';
import { sha256 } from '../paths.js';
import type { CdpSession } from './cdp.js';
import type { Clock } from './clock.js';

/** Taller pictures come out repeated or white: the compositor's textures end at 16,384 px. */
export const MAX_PICTURE_PX = 16_383;
/** Wider pages are shown from their edge on: what sticks out further is measured, not looked at. */
const MAX_PICTURE_WIDTH = 4096;

/** Where a PNG's first chunk tells its width; its height follows (PNG specification, 11.2.2). */
const IHDR_WIDTH = 16;

export interface TakenPicture {
  picture: Picture;
  bytes: Uint8Array;
}

/** Draws still frames where frames are driven, and leaves the browser to it elsewhere. */
export type Draw = Clock['during'];

/**
 * Takes a picture of the whole page (`page`) or of what a person sees first (`viewport`), as PNG, scale 1. The viewport isn't grown:
 * `100vh` means what it meant. The picture begins where layout coordinates begin (`left` px into the page), so that a box and its pixels
 * have the same coordinates.
 */
export async function takePicture(
  session: CdpSession,
  draw: Draw,
  what: {
    name: Picture['name'];
    viewport: string;
    left: number;
    size: [number, number];
    window: [number, number];
  },
): Promise<TakenPicture> {
  const width = Math.max(1, Math.min(what.size[0], MAX_PICTURE_WIDTH));
  const height = Math.max(1, Math.min(what.size[1], MAX_PICTURE_PX));
  const { data } = await draw(
    session.send('Page.captureScreenshot', {
      format: 'png',
      // Not asked for where nothing lies beyond: it costs a resize, and shifts right-to-left pages that fit (Chromium 147).
      captureBeyondViewport: width > what.window[0] || height > what.window[1],
      optimizeForSpeed: true,
      clip: { x: what.left, y: 0, width, height, scale: 1 },
    }),
  );
  const bytes = Buffer.from(data, 'base64');
  return {
    picture: {
      name: what.name,
      viewport: what.viewport,
      file: `${what.name}-${what.viewport}.png`,
      hash: sha256(bytes),
      width: bytes.readUInt32BE(IHDR_WIDTH),
      height: bytes.readUInt32BE(IHDR_WIDTH + 4),
      cut: what.size[0] > width || what.size[1] > height,
    },
    bytes,
  };
}

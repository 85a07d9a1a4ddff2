import sharp from 'sharp';
import type { Capture } from '../render/capture.js';
import type { Pixels } from './check.js';

const decoded = new WeakMap<Capture, Map<string, Promise<Pixels | null>>>();

/**
 * The full-page picture of a viewport, decoded to RGB without alpha, or null when the profile took none. Each picture is
 * decoded once, on the first demand, and forgotten with its capture.
 */
export function pixelsOf(capture: Capture, viewport: string): Promise<Pixels | null> {
  let pictures = decoded.get(capture);
  if (!pictures) decoded.set(capture, (pictures = new Map<string, Promise<Pixels | null>>()));
  let pixels = pictures.get(viewport);
  if (!pixels) pictures.set(viewport, (pixels = decode(capture, viewport)));
  return pixels;
}

async function decode(capture: Capture, viewport: string): Promise<Pixels | null> {
  const picture = capture.data.pictures.find((p) => p.name === 'page' && p.viewport === viewport);
  const bytes = picture && capture.files.get(picture.file);
  if (!bytes) return null;
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

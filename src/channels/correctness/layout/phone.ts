import type { Layout } from '../../../render/capture.js';

/** Widest viewport of a phone held upright, CSS px. */
const PHONE_WIDTH = 480;

/** Is this the layout of a phone? */
export function isPhone({ size }: Layout): boolean {
  return size[0] <= PHONE_WIDTH;
}

import { canvasOf } from '../../artifact/canvas.js';
import { FIXED_CANVAS_KINDS, type Artifact } from '../../artifact/schema.js';

/** A named window size in CSS px. */
export interface Viewport {
  name: string;
  size: [number, number];
}

export const DEFAULT_VIEWPORTS = {
  desktop: [1280, 960],
  tablet: [820, 1180],
  mobile: [375, 812],
} as const satisfies Record<string, readonly [number, number]>;

/** The usual canvas of a slide, where the brief names no other. */
const SLIDE: readonly [number, number] = [1280, 720];

/** The viewports of a plan: a canvas of fixed size is judged on itself alone. */
export function planViewports(
  artifact: Artifact,
  canvas: readonly [number, number] | undefined,
  viewports: Record<string, readonly [number, number]>,
  primaryName: string,
): { primary: Viewport; others: Viewport[] } {
  const named = Object.entries(viewports).map(([name, size]): Viewport => ({
    name,
    size: [size[0], size[1]],
  }));
  const chosen = named.find(({ name }) => name === primaryName) ?? named[0]!;
  if (!FIXED_CANVAS_KINDS.includes(artifact.kind) && !canvas) {
    return { primary: chosen, others: named.filter((viewport) => viewport !== chosen) };
  }
  const size = canvas ?? canvasOf(artifact) ?? (artifact.kind === 'slide' ? SLIDE : null);
  return { primary: size ? { name: 'canvas', size: [size[0], size[1]] } : chosen, others: [] };
}

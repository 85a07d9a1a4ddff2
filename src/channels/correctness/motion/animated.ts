import type { StyleFacts } from '../../../graph/style.js';
import type { Box, Capture, Layout } from '../../../render/capture.js';
import { factsOf } from '../scene.js';
import { motionCodeOf, type Keyframes } from './sheets.js';

/** An animation as an element has it, by its computed style: only rules that apply count. */
export interface Animated {
  /** Index of the element, or of the pseudo-element, in the layout. */
  element: number;
  box: Box;
  name: string;
  /** Of one cycle, ms. */
  duration: number;
  /** Infinity for one without end. */
  iterations: number;
  /** Null for keyframes that the artifact's own style sheets don't have. */
  keyframes: Keyframes | null;
}

/** Properties whose change lays out the page again. */
export const LAYOUT_PROPERTIES: ReadonlySet<string> = new Set([
  ...['width', 'height', 'inline-size', 'block-size'].flatMap((size) => [size, `min-${size}`, `max-${size}`]),
  ...['', '-top', '-right', '-bottom', '-left', '-block', '-inline'].flatMap((side) => [
    `margin${side}`,
    `padding${side}`,
  ]),
  ...['top', 'right', 'bottom', 'left', 'inset', 'font-size', 'line-height', 'flex-basis', 'gap'],
  ...['border-width', 'border-top-width', 'border-bottom-width', 'border-left-width', 'border-right-width'],
  ...['grid-template-columns', 'grid-template-rows', 'letter-spacing', 'word-spacing'],
]);

/** Properties whose change moves something before the reader's eyes. */
const MOVING = new Set([
  ...['transform', 'translate', 'rotate', 'scale', 'offset-distance', 'offset', 'background-position'],
  ...['background-position-x', 'background-position-y', 'stroke-dashoffset', 'd', 'clip-path'],
]);

/** Does an animation move something, as against fading or colouring it? */
export function moves({ keyframes }: Animated): boolean {
  return [...(keyframes?.properties ?? [])].some((name) => MOVING.has(name) || LAYOUT_PROPERTIES.has(name));
}

/** Every animation of every element that has a box. */
export function animatedIn(capture: Capture, layout: Layout): Animated[] {
  const found: Animated[] = [];
  layout.nodes.forEach(({ type, box }, element) => {
    if (type !== 'element' || !box) return;
    const css = factsOf(layout, element)?.css;
    if (!css || css['animation-name'] === 'none') return;
    const durations = msOf(css['animation-duration']);
    const counts = listOf(css['animation-iteration-count']);
    listOf(css['animation-name']).forEach((name, i) => {
      if (name === 'none') return;
      const count = counts[i % counts.length] ?? '1';
      const duration = durations[i % durations.length] ?? 0;
      if (duration === 0) return;
      const iterations = count === 'infinite' ? Infinity : Number(count);
      found.push({
        element,
        box,
        name,
        duration,
        iterations,
        keyframes: motionCodeOf(capture).keyframes.get(name) ?? null,
      });
    });
  });
  return found;
}

/** The properties of an element that pass over gradually when they change. */
export function transitionsOf({ css }: StyleFacts): string[] {
  const durations = msOf(css['transition-duration']);
  return listOf(css['transition-property']).filter((_, i) => (durations[i % durations.length] ?? 0) > 0);
}

function listOf(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}

function msOf(value: string): number[] {
  return listOf(value).map((part) => (Number.parseFloat(part) || 0) * (part.endsWith('ms') ? 1 : 1000));
}

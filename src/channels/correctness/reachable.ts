import { isReachable } from '../../graph/visibility.js';
import type { Layout } from '../../render/capture.js';
import { sceneOf, type TextLine } from './scene.js';

/** Lines of text that a reader sees or can scroll to: not those hidden from the eye in a box of one pixel. */
export function reachableLines(layout: Layout): TextLine[] {
  return sceneOf(layout).lines.filter(({ node }) => isReachable(layout, node));
}

/** Text nodes that a reader sees or can scroll to, in document order. */
export function reachableTexts(layout: Layout): number[] {
  return [...new Set(reachableLines(layout).map(({ node }) => node))];
}

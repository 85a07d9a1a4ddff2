import { isReachable } from '../../../graph/visibility.js';
import type { Layout, LayoutNode } from '../../../render/capture.js';
import { textIn } from './texts.js';

/** Classes that say in which state something is, not what it is. */
const STATE = /^(is-)?(active|selected|current|chosen|open|on)$/;
/** Classes by which people call what is to be pressed; of groups of these they speak in the plural or with another word. */
const BUTTON = /^btn$|^btn-(?!group|row|wrap|container|toolbar)|-btn$|^button$|-button$|^[a-z]+(Btn|Button)$/;
/** Signs that stand alone on what counts, closes, opens or turns pages. */
const GLYPH = /^[+−–×✕✖☰⋮⋯‹›«»❮❯◀▶⏸▲▼-]$/u;

const classesOf = ({ attributes }: LayoutNode) => (attributes?.['class'] ?? '').split(/\s+/).filter(Boolean);
const essence = (node: LayoutNode) =>
  [
    node.name,
    ...classesOf(node)
      .filter((name) => !STATE.test(name))
      .sort(),
  ].join('.');

/**
 * Elements that nothing binds, though at least as many of their like are: the same element with the same classes, in the same list, that
 * says something. Whoever can use one of these expects it of all.
 *
 * @param bound of each node of the layout, whether it is activated by the mouse
 */
export function likeBound(layout: Layout, bound: readonly boolean[]): ReadonlySet<number> {
  const { nodes, styles } = layout;
  const groups = new Map<string, number[]>();
  nodes.forEach((node, i) => {
    if (node.type !== 'element' || classesOf(node).length === 0 || node.parent < 0) return;
    const above = nodes[node.parent]!;
    const key = [above.parent, essence(above), essence(node)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), i]);
  });
  const opacityOf = (i: number) => styles[nodes[i]!.style]?.['opacity'];
  const like = new Set<number>();
  for (const group of groups.values()) {
    const controls = group.filter((i) => bound[i]);
    if (controls.length === 0) continue;
    const others = group.filter(
      (i) => !bound[i] && isReachable(layout, i) && /[\p{L}\p{N}]/u.test(textIn(layout, i)),
    );
    if (others.length > controls.length) continue;
    // What is fainter than the others is not to be used now.
    for (const i of others) if (controls.some((one) => opacityOf(one) === opacityOf(i))) like.add(i);
  }
  return like;
}

/** True of what calls itself a button, or is a sign for one with a name of its own. */
export function looksPressable(layout: Layout, i: number): boolean {
  const node = layout.nodes[i]!;
  // It stands for the box that it ticks.
  if (node.name === 'label') return false;
  const isNamed = node.attributes?.['aria-label'] !== undefined || node.attributes?.['title'] !== undefined;
  return (
    classesOf(node).some((name) => BUTTON.test(name)) ||
    (isNamed && GLYPH.test(textIn(layout, i)) && node.attributes?.['aria-hidden'] !== 'true')
  );
}

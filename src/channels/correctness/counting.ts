import type { DesignGraph } from '../../graph/schema.js';
import type { Layout } from '../../render/capture.js';
import { area } from './geometry.js';
import { namesOf, singular } from './names.js';
import { contains, sceneOf } from './scene.js';
import { THRESHOLDS } from './thresholds.js';

const { minArea } = THRESHOLDS['required-count'];

/** Other names of things that are counted, and tags and ARIA roles that are them. */
const KINDS: Readonly<Record<string, { names: readonly string[]; tags?: readonly string[] }>> = {
  card: { names: ['card', 'tile'] },
  tile: { names: ['tile', 'card'] },
  slide: { names: ['slide'] },
  testimonial: { names: ['testimonial', 'review', 'quote'], tags: ['blockquote'] },
  review: { names: ['review', 'testimonial'], tags: ['blockquote'] },
  section: { names: ['section'], tags: ['section'] },
  step: { names: ['step'] },
  feature: { names: ['feature', 'benefit'] },
  plan: { names: ['plan', 'tier', 'pricing', 'price', 'package'] },
  product: { names: ['product'] },
  photo: { names: ['photo'], tags: ['img'] },
  image: { names: ['image'], tags: ['img'] },
  button: { names: [], tags: ['button'] },
  tab: { names: ['tab'], tags: ['tab'] },
  chart: { names: ['chart', 'graph'] },
  question: { names: ['question', 'faq', 'accordion'], tags: ['details'] },
  member: { names: ['member', 'person', 'team'] },
  post: { names: ['post', 'article'], tags: ['article'] },
  statistic: { names: ['stat', 'statistic', 'metric', 'kpi'] },
};

/** Last words of names that hold one of what the word before says: "testimonial-card". */
const HOLDERS = new Set([
  'card',
  'item',
  'box',
  'tile',
  'cell',
  'col',
  'column',
  'block',
  'panel',
  'wrapper',
]);
/** Things that a carousel or a row of tabs holds, of which only some are in sight. */
const TURNED = new Set(['slide', 'tab', 'testimonial', 'review', 'photo', 'image']);

/** A number of things on the page that may be the one asked about. */
export interface Tally {
  count: number;
  /** The elements counted. */
  elements: readonly number[];
  /** All lie in one element, and are as large as each other. */
  even: boolean;
}

/**
 * Every number of things called `what` that a reader may count: all on the page, those in one element, those in its
 * parent. Empty when nothing on the page has that name.
 *
 * @param what in the singular; its last word says what is counted, the one before may say which
 */
export function talliesOf(layout: Layout, what: string): Tally[] {
  const words = what.toLowerCase().split(/\s+/).map(singular);
  const noun = words.at(-1)!;
  const kind = KINDS[noun] ?? { names: [noun] };
  const named = elementsNamed(layout, kind, TURNED.has(noun));
  const which = words.length > 1 ? named.filter((element) => isCalled(layout, element, words[0]!)) : [];
  return [...(which.length > 0 ? scopes(layout, which) : []), ...scopes(layout, named)];
}

/** Groups of siblings of one size in the graph: what a reader sees as a row or a grid, whatever it is called. */
export function evenGroups({ nodes, relations }: DesignGraph): number[] {
  return relations
    .filter(
      ({ type, nodes: group }) =>
        type === 'same-size' && group.every((id) => area(nodes[id]!.box) >= minArea.value),
    )
    .map(({ nodes: group }) => group.length);
}

/** The most boxes of one size that stand side by side in each such group. */
export function columnsOf({ nodes, relations }: DesignGraph): number[] {
  return relations
    .filter(({ type }) => type === 'same-size')
    .map(({ nodes: group }) => {
      const tops = group.map((id) => Math.round(nodes[id]!.box[1]));
      return Math.max(...tops.map((top) => tops.filter((other) => Math.abs(other - top) <= 2).length));
    });
}

function elementsNamed(
  layout: Layout,
  { names, tags = [] }: { names: readonly string[]; tags?: readonly string[] },
  turned: boolean,
): number[] {
  const { drawn } = sceneOf(layout);
  const found: number[] = [];
  layout.nodes.forEach((node, i) => {
    if (node.type !== 'element' || (!turned && (!drawn[i] || area(node.box) < minArea.value))) return;
    const role = node.attributes?.['role'] ?? '';
    const isOne =
      tags.includes(node.name) ||
      tags.includes(role) ||
      namesOf(node).some((words) => isName(words.map(singular), names));
    // What lies in one of its kind is a part of it.
    if (isOne && !(found.length > 0 && contains(layout, found.at(-1)!, i))) found.push(i);
  });
  return found;
}

function isName(words: readonly string[], names: readonly string[]): boolean {
  const last = words.at(-1)!;
  if (names.includes(last)) return true;
  return words.length > 1 && HOLDERS.has(last) && names.includes(words.at(-2)!);
}

/** Is the element, or what holds it, called by a word? */
function isCalled(layout: Layout, element: number, word: string): boolean {
  for (let i = element, steps = 0; i >= 0 && steps < 3; i = layout.nodes[i]!.parent, steps++) {
    if (namesOf(layout.nodes[i]!).some((words) => words.map(singular).includes(word))) return true;
  }
  return false;
}

function scopes(layout: Layout, elements: readonly number[]): Tally[] {
  const parentOf = (element: number) => layout.nodes[element]!.parent;
  const groups = [() => -1, parentOf, (element: number) => parentOf(parentOf(element))].flatMap((key) => {
    const groups = new Map<number, number[]>();
    for (const element of elements) groups.set(key(element), [...(groups.get(key(element)) ?? []), element]);
    return [...groups.values()];
  });
  return groups.map((group) => ({
    count: group.length,
    elements: group,
    even:
      new Set(group.map(parentOf)).size === 1 &&
      areEven(group.map((element) => area(layout.nodes[element]!.box))),
  }));
}

function areEven(areas: readonly number[]): boolean {
  return Math.min(...areas) >= 0.5 * Math.max(...areas);
}

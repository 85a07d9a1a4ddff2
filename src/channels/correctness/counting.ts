import type { DesignGraph, GraphNode } from '../../graph/schema.js';
import type { Box, Layout } from '../../render/capture.js';
import { area, intersect } from './geometry.js';
import { namesOf, singular } from './names.js';
import { contains, sceneOf } from './scene.js';
import { THRESHOLDS } from './thresholds.js';

const { minArea } = THRESHOLDS['required-count'];

/** How a thing is told. */
interface KindOfThing {
  /** Other names of the thing. */
  names: readonly string[];
  /** Names of the part that holds such things, which say what a card or box in it is: "pricing-card". */
  about?: readonly string[];
  /** Tags and ARIA roles that are one. */
  tags?: readonly string[];
}

/** Things that are counted; those that are missing here go by their own name. */
const KINDS: Readonly<Record<string, KindOfThing>> = {
  card: { names: ['card', 'tile'] },
  tile: { names: ['tile', 'card'] },
  slide: { names: ['slide'] },
  testimonial: { names: ['testimonial', 'review', 'quote'], tags: ['blockquote'] },
  review: { names: ['review', 'testimonial'], tags: ['blockquote'] },
  section: { names: ['section'], tags: ['section'] },
  step: { names: ['step'] },
  feature: { names: ['feature', 'benefit'] },
  plan: { names: ['plan', 'tier', 'package'], about: ['pricing', 'price'] },
  product: { names: ['product'] },
  photo: { names: ['photo'], tags: ['img'] },
  image: { names: ['image'], tags: ['img'] },
  button: { names: [], tags: ['button'] },
  tab: { names: ['tab'], tags: ['tab'] },
  chart: { names: ['chart', 'graph'] },
  question: { names: ['question'], about: ['faq', 'accordion'], tags: ['details'] },
  member: { names: ['member', 'person'], about: ['team'] },
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
/**
 * Things that consist of what they say: an empty box with such a name is none, and one that says what another says is its
 * copy. Cards, tiles and photos may be painted boxes.
 */
const SAYING = new Set(['plan', 'feature', 'step', 'member', 'post', 'statistic', 'product', 'question']);
/** Things that a carousel or a row of tabs holds, of which only some are in sight. */
const TURNED = new Set(['slide', 'tab', 'testimonial', 'review', 'photo', 'image']);
/** Things that come one after the other: of a quiz, a wizard, a game. */
const IN_TURN = new Set(['question', 'step', 'card']);

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
 * @param says what elements that show something say, themselves and in what they hold
 */
export function talliesOf(layout: Layout, what: string, says: ReadonlyMap<number, string>): Tally[] {
  const words = what.toLowerCase().split(/\s+/).map(singular);
  const noun = nounOf(what);
  const kind = KINDS[noun] ?? { names: [noun] };
  const all = elementsNamed(layout, kind, TURNED.has(noun));
  const isSaying = SAYING.has(noun);
  const named = isSaying ? all.filter((element) => says.has(element)) : all;
  // Boxes with the name and nothing in them: none of what was asked for.
  if (named.length === 0 && all.length > 0) return [{ count: 0, elements: all, even: true }];
  const which = words.length > 1 ? named.filter((element) => isCalled(layout, element, words[0]!)) : [];
  const different = (elements: readonly number[]) =>
    isSaying ? countDifferent(elements, says) : elements.length;
  return [...(which.length > 0 ? scopes(layout, which, different) : []), ...scopes(layout, named, different)];
}

/** Of things with the same words all but the first are copies; without words they differ as far as one knows. */
function countDifferent(elements: readonly number[], says: ReadonlyMap<number, string>): number {
  return new Set(elements.map((element) => says.get(element) || element)).size;
}

/** What is counted: the last word of a name, in the singular. */
export function nounOf(what: string): string {
  return singular(what.toLowerCase().split(/\s+/).at(-1)!);
}

/** Are all of these in sight at once, so that a page with fewer texts and pictures than that can't show them? */
export function isShownAtOnce(noun: string): boolean {
  return noun in KINDS && !TURNED.has(noun) && !IN_TURN.has(noun);
}

/** Groups of siblings of one size in the graph: what a reader sees as a row or a grid, whatever it is called. */
export function evenGroups(
  { nodes, relations }: DesignGraph,
  noun: string,
  says: ReadonlyMap<number, string>,
): number[] {
  return relations
    .filter(
      ({ type, nodes: group }) =>
        type === 'same-size' && group.every((id) => area(nodes[id]!.box) >= minArea.value),
    )
    .flatMap(({ nodes: group }) => byParent(group.map((id) => nodes[id]!)))
    .map((group) => {
      if (!SAYING.has(noun)) return group.length;
      const elements = group.map(({ element }) => element).filter((element) => says.has(element));
      return countDifferent(elements, says);
    });
}

/** Headings of three sections are no row of three. */
function byParent(group: readonly GraphNode[]): GraphNode[][] {
  const parts = new Map<number, GraphNode[]>();
  for (const node of group) parts.set(node.parent, [...(parts.get(node.parent) ?? []), node]);
  return [...parts.values()];
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
  { names, about = [], tags = [] }: KindOfThing,
  turned: boolean,
): number[] {
  const { drawn } = sceneOf(layout);
  const page: Box = [0, 0, ...layout.page];
  const found: number[] = [];
  layout.nodes.forEach((node, i) => {
    if (
      node.type !== 'element' ||
      (!turned && (!drawn[i] || !node.box || area(intersect(node.box, page)) < minArea.value))
    )
      return;
    const role = node.attributes?.['role'] ?? '';
    const isOne =
      tags.includes(node.name) ||
      tags.includes(role) ||
      namesOf(node).some((words) => isName(words, names, about));
    // What lies in one of its kind is a part of it.
    if (isOne && !(found.length > 0 && contains(layout, found.at(-1)!, i))) found.push(i);
  });
  return found;
}

/** "plan" and "plan-card" are one; "plans" holds several, and "pricing" is the part in which they are. */
function isName(words: readonly string[], names: readonly string[], about: readonly string[]): boolean {
  const last = words.at(-1)!;
  if (names.includes(last)) return true;
  const before = words.length > 1 && HOLDERS.has(last) ? singular(words.at(-2)!) : '';
  return names.includes(before) || about.includes(before);
}

/** Is the element, or what holds it, called by a word? */
function isCalled(layout: Layout, element: number, word: string): boolean {
  for (let i = element, steps = 0; i >= 0 && steps < 3; i = layout.nodes[i]!.parent, steps++) {
    if (namesOf(layout.nodes[i]!).some((words) => words.map(singular).includes(word))) return true;
  }
  return false;
}

function scopes(
  layout: Layout,
  elements: readonly number[],
  different: (elements: readonly number[]) => number,
): Tally[] {
  const parentOf = (element: number) => layout.nodes[element]!.parent;
  const groups = [() => -1, parentOf, (element: number) => parentOf(parentOf(element))].flatMap((key) => {
    const groups = new Map<number, number[]>();
    for (const element of elements) groups.set(key(element), [...(groups.get(key(element)) ?? []), element]);
    return [...groups.values()];
  });
  return groups.map((group) => ({
    count: different(group),
    elements: group,
    // One alone may as well be the wrapper of those that were asked for.
    even:
      group.length > 1 &&
      new Set(group.map(parentOf)).size === 1 &&
      areEven(group.map((element) => area(layout.nodes[element]!.box))),
  }));
}

function areEven(areas: readonly number[]): boolean {
  return Math.min(...areas) >= 0.5 * Math.max(...areas);
}

import { isReachable, isVisible } from '../../../graph/visibility.js';
import type { Box, Layout, LayoutNode } from '../../../render/capture.js';
import type { Change } from '../trace.js';

/** Boxes that differ by less than this many px have not moved: sub-pixel layout differs by rounding. */
const MOVED_PX = 2;
/** Of an element's computed style, what shows. */
const LOOKS = [
  'color',
  'background-color',
  'background-image',
  'border-top-color',
  'border-top-style',
  'border-top-width',
  'box-shadow',
  'opacity',
  'filter',
  'transform',
  'text-decoration-line',
  'font-weight',
  'font-size',
  'fill',
  'stroke',
] as const;

/** How two layouts of one page differ. */
export interface Changes {
  own: Change;
  /** The rest of the page, the group included. */
  other: Change;
  /** Of `other`, what lies in the group that the control is one of. */
  group: Change;
  /** Texts that came and went outside of the control and its group, and values of others there that differ. */
  beyond: { came: number; went: number; values: number };
  textsAppeared: string[];
  textsVanished: string[];
  retold: [string, string][];
  ownText: [string, string] | null;
  ownValue: [string, string] | null;
  values: number;
  revalued: [string, string][];
  /** Shown elements: without, with. */
  shown: [number, number];
  /** All elements, seen or not: without, with. */
  elements: [number, number];
  dialogsShown: [number, number];
  /** Nodes of the layout with the action that stand for the control, label included. */
  region: ReadonlySet<number>;
  /** The same of its group. */
  groupRegion: ReadonlySet<number>;
}

/** What is known beside the two layouts. */
export interface Beside {
  /** Indexes of elements that only got or lost the focus, in the layout without the action: their look does not count. */
  focused?: ReadonlySet<number>;
  /** Indexes of the group that the control is one of, in the layout without the action. */
  group?: readonly number[];
  /** True of a box, in px of the page, in which the picture is the same to the last pixel: no look differs there. */
  isSame?: (box: Box) => boolean;
}

/**
 * Lays the page without the action beside the page with it. `control` holds the indexes of the control's elements in `without` (the
 * control itself and its labels): what lies in them is its own.
 */
export function changesBetween(
  without: Layout,
  withIt: Layout,
  control: readonly number[],
  { focused = new Set(), group = [], isSame = () => false }: Beside = {},
): Changes {
  const own = regionOf(without, control);
  const peers = regionOf(without, group);
  const region = new Set<number>();
  const groupRegion = new Set<number>();
  const changes: Changes = {
    own: nothing(),
    other: nothing(),
    group: nothing(),
    beyond: { came: 0, went: 0, values: 0 },
    textsAppeared: [],
    textsVanished: [],
    retold: [],
    ownText: null,
    ownValue: null,
    values: 0,
    revalued: [],
    shown: [countShown(without), countShown(withIt)],
    elements: [countElements(without), countElements(withIt)],
    dialogsShown: [countDialogs(without), countDialogs(withIt)],
    region,
    groupRegion,
  };
  const ownTexts: [Told[], Told[]] = [[], []];
  const texts: [Told[], Told[]] = [[], []];
  // What the others of a group say with a sign alone is their mark.
  const beyond: [Told[], Told[]] = [[], []];
  const tell = (whose: Whose, side: 0 | 1, told: Told) => {
    (whose === 'own' ? ownTexts : texts)[side].push(told);
    if (whose === 'other' || (whose === 'group' && WORDED.test(told[1]))) beyond[side].push(told);
  };
  const count = (whose: Whose, what: keyof Change, by = 1) => {
    changes[whose === 'own' ? 'own' : 'other'][what] += by;
    if (whose === 'group') changes.group[what] += by;
  };
  const of = (whose: Whose, x: number): Whose => (own.has(x) ? 'own' : peers.has(x) ? 'group' : whose);

  const below = [childrenOf(without), childrenOf(withIt)] as const;
  const pairs: [number, number, Whose][] = [];
  const only = (layout: Layout, side: 0 | 1, top: number, whose: Whose) => {
    const stack = [top];
    count(whose, 'mutated');
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (side === 1 && whose === 'own') region.add(at);
      if (side === 1 && whose === 'group') groupRegion.add(at);
      const node = layout.nodes[at]!;
      if (node.type !== 'document' && node.type !== 'shadow' && isVisible(layout, at)) {
        if (node.type === 'text') tell(whose, side, [at, node.text!]);
        else count(whose, side === 0 ? 'vanished' : 'appeared');
      }
      stack.push(...(below[side].get(at) ?? []));
    }
  };
  const siblings = (a: readonly number[], b: readonly number[], whose: Whose) => {
    const matched = match(without, withIt, a, b);
    // The same elements in another order.
    if (isReordered(matched)) count(whose, 'mutated');
    for (const [x, y] of matched) {
      const mine = x === null ? whose : of(whose, x);
      if (x === null) only(withIt, 1, y!, mine);
      else if (y === null) only(without, 0, x, mine);
      else pairs.push([x, y, mine]);
    }
  };
  siblings(below[0].get(-1) ?? [], below[1].get(-1) ?? [], 'other');
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [x, y, whose] = pair;
    const isOwn = whose === 'own';
    if (isOwn) region.add(y);
    if (whose === 'group') groupRegion.add(y);
    const [a, b] = [without.nodes[x]!, withIt.nodes[y]!];
    const [seenA, seenB] = [isVisible(without, x), isVisible(withIt, y)];
    if (a.type === 'text') {
      if (seenA) tell(whose, 0, [x, a.text!]);
      if (seenB) tell(whose, 1, [y, b.text!]);
      if (a.text !== b.text) {
        count(whose, 'mutated');
        // The same texts in another order.
        if (seenA && seenB) count(whose, 'moved');
        if (seenA && seenB && !isOwn) changes.retold.push([a.text!, b.text!]);
      }
      continue;
    }
    if (a.type === 'element') {
      const attributes = countAttributes(a, b);
      if (attributes > 0) count(whose, 'mutated', attributes);
      if (a.value !== b.value || (a.checked ?? false) !== (b.checked ?? false)) {
        count(whose, 'mutated');
        if (isOwn && (a.name !== 'option' || b.checked))
          changes.ownValue ??= [stateOf(without, x), stateOf(withIt, y)];
        else if (!isOwn && isShownValue(withIt, y)) {
          changes.values++;
          // A field of the group that is emptied is a mark; one that says something is not.
          if (whose === 'other' || (a.name !== 'option' && b.checked === undefined && b.value))
            changes.beyond.values++;
          if (a.name === 'input') changes.revalued.push([stateOf(without, x), stateOf(withIt, y)]);
        }
      }
      if (seenA !== seenB) count(whose, seenA ? 'vanished' : 'appeared');
      else if (seenA) {
        if (hasMoved(a, b)) count(whose, 'moved');
        if (!focused.has(x) && looksOther(without, a, withIt, b) && !(b.box && isSame(b.box)))
          // A field that the page itself marks is more than one that is emptied.
          count(whose === 'group' && isField(a) && classOf(a) !== classOf(b) ? 'other' : whose, 'restyled');
      }
    }
    siblings(below[0].get(x) ?? [], below[1].get(y) ?? [], whose);
  }
  const [gone, come] = withoutCommon(inOrder(beyond[0]), inOrder(beyond[1]));
  [changes.beyond.went, changes.beyond.came] = [gone.length, come.length];
  [changes.textsVanished, changes.textsAppeared] = withoutCommon(inOrder(texts[0]), inOrder(texts[1]));
  const [before, after] = [inOrder(ownTexts[0]), inOrder(ownTexts[1])];
  if (withoutCommon(before, after).some((texts) => texts.length > 0))
    changes.ownText = [joined(before), joined(after)];
  return changes;
}

/** What a part of the page is to the control: itself, its group, or neither. */
type Whose = 'own' | 'group' | 'other';
/** A text that says more than a sign does. */
const WORDED = /\p{L}{2}/u;

/** A text with the index of its node. */
type Told = [at: number, text: string];

const inOrder = (texts: readonly Told[]) => texts.toSorted(([a], [b]) => a - b).map(([, text]) => text);
const joined = (texts: readonly string[]) => texts.join(' ').replace(/\s+/g, ' ').trim().slice(0, 120);

const nothing = (): Change => ({ appeared: 0, vanished: 0, moved: 0, restyled: 0, mutated: 0 });

/** The nodes in some elements, themselves included. */
function regionOf({ nodes }: Layout, tops: readonly number[]): Set<number> {
  const region = new Set<number>(tops);
  nodes.forEach(({ parent }, i) => {
    if (region.has(parent)) region.add(i);
  });
  return region;
}

function childrenOf({ nodes }: Layout): Map<number, number[]> {
  const children = new Map<number, number[]>();
  nodes.forEach(({ parent }, i) => {
    const list = children.get(parent);
    if (list) list.push(i);
    else children.set(parent, [i]);
  });
  return children;
}

/**
 * Pairs the children of one element in both layouts: those at both ends that are the same, then by what they are in order. A node
 * without a counterpart is paired with null.
 */
function match(
  a: Layout,
  b: Layout,
  left: readonly number[],
  right: readonly number[],
): [number | null, number | null][] {
  const pairs: [number | null, number | null][] = [];
  const same = (x: number, y: number) => keyOf(a.nodes[x]!) === keyOf(b.nodes[y]!);
  let [start, endA, endB] = [0, left.length, right.length];
  while (start < endA && start < endB && same(left[start]!, right[start]!)) {
    pairs.push([left[start]!, right[start]!]);
    start++;
  }
  while (endA > start && endB > start && same(left[endA - 1]!, right[endB - 1]!)) {
    pairs.push([left[--endA]!, right[--endB]!]);
  }
  const waiting = new Map<string, number[]>();
  for (const y of right.slice(start, endB)) {
    const key = keyOf(b.nodes[y]!);
    const list = waiting.get(key);
    if (list) list.push(y);
    else waiting.set(key, [y]);
  }
  for (const x of left.slice(start, endA)) pairs.push([x, waiting.get(keyOf(a.nodes[x]!))?.shift() ?? null]);
  for (const rest of waiting.values()) for (const y of rest) pairs.push([null, y]);
  return pairs;
}

function isReordered(pairs: readonly [number | null, number | null][]): boolean {
  const kept = pairs.flatMap(([x, y]) => (x === null || y === null ? [] : [[x, y] as const]));
  return kept.sort(([a], [b]) => a - b).some(([, y], i) => i > 0 && y < kept[i - 1]![1]);
}

/** What makes a node the same one in both runs: its tag and id, or for a text that it is one. */
function keyOf({ name, attributes }: LayoutNode): string {
  return `${name}#${attributes?.['id'] ?? ''}`;
}

function countAttributes(a: LayoutNode, b: LayoutNode): number {
  const [x, y] = [a.attributes ?? {}, b.attributes ?? {}];
  let count = 0;
  for (const name in x) if (lasting(x[name]) !== lasting(y[name])) count++;
  for (const name in y) if (!(name in x)) count++;
  return count;
}

/** The browser gives each blob a name at random. */
const lasting = (value: string | undefined) => value?.replace(/blob:[^\s"')]+/g, 'blob:');

function stateOf({ nodes }: Layout, i: number): string {
  const { name, value, checked } = nodes[i]!;
  if (name === 'option') return nodes[i + 1]?.text ?? value ?? '';
  return checked === undefined ? (value ?? 'unchecked') : 'checked';
}

function hasMoved({ box: a }: LayoutNode, { box: b }: LayoutNode): boolean {
  return !!a && !!b && a.some((edge, i) => Math.abs(edge - b[i]!) >= MOVED_PX);
}

function looksOther(la: Layout, a: LayoutNode, lb: Layout, b: LayoutNode): boolean {
  const [x, y] = [la.styles[a.style], lb.styles[b.style]];
  return !!x && !!y && LOOKS.some((name) => asSeen(x[name]) !== asSeen(y[name]));
}

const isField = ({ name }: LayoutNode) => /^(input|textarea|select)$/.test(name);
const classOf = ({ attributes }: LayoutNode) => attributes?.['class'];

/** A transform to the place where something is already is none. */
const asSeen = (value: string | undefined) => (value === 'matrix(1, 0, 0, 1, 0, 0)' ? 'none' : value);

/** What is chosen of a list is seen; the tick of a box that is hidden, and the value of a field that is, are not. */
function isShownValue(layout: Layout, i: number): boolean {
  return layout.nodes[i]!.name === 'option' ? isVisible(layout, i) : isReachable(layout, i);
}

const countElements = ({ nodes }: Layout) =>
  nodes.reduce((sum, { type, name }) => sum + (type === 'element' && !name.startsWith('::') ? 1 : 0), 0);

function countShown(layout: Layout): number {
  return layout.nodes.reduce(
    (sum, { type }, i) => sum + (type === 'element' && isVisible(layout, i) ? 1 : 0),
    0,
  );
}

function countDialogs(layout: Layout): number {
  return layout.nodes.filter(
    ({ type, name, attributes }, i) =>
      type === 'element' &&
      (name === 'dialog' ||
        /^(alert)?dialog$/.test(attributes?.['role'] ?? '') ||
        attributes?.['aria-modal'] === 'true') &&
      isVisible(layout, i),
  ).length;
}

/** Two lists less what both hold, as often as both hold it. */
function withoutCommon(a: readonly string[], b: readonly string[]): [string[], string[]] {
  const counts = new Map<string, number>();
  for (const text of a) counts.set(text, (counts.get(text) ?? 0) + 1);
  const onlyB = b.filter((text) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
  const onlyA: string[] = [];
  for (const [text, left] of counts) for (let i = 0; i < left; i++) onlyA.push(text);
  return [onlyA, onlyB];
}

import { isVisible } from '../../../graph/visibility.js';
import { area, overlapArea, union } from '../../../graph/geometry.js';
import type { Box, Layout } from '../../../render/capture.js';
import type { Look } from '../../../render/probe/look.js';
import { nodeAt, type Path } from '../../../render/probe/path.js';
import type { Change, Evidence } from '../trace.js';
import {
  arrivedAt,
  clearedBetween,
  controlledIn,
  coveredBy,
  garbledIn,
  namedInstead,
  removedBetween,
  reorderedColumn,
} from './belongs.js';
import { changesBetween } from './changes.js';
import { groupOf } from './group.js';
import { withLabels } from './labels.js';
import { comparePictures, type PixelChange } from './pixels.js';
import { markedBetween, reorderedPrices } from './lists.js';

/** Longest list and longest text kept as evidence. */
const MOST = 12;
const LONGEST = 160;
/** Cells of a column: an order is told by all of them. */
const MOST_CELLS = 100;
/** Px around a control that its focus ring and shadow may take. */
const RING = 12;
/** Elements that draw by themselves, so that pixels alone tell what they show. */
const DRAWINGS = new Set(['canvas', 'video', 'iframe', 'object', 'embed', 'img']);

/** One run of the page: as it was shortly after the action, where it was looked at then, and once it had settled. */
export interface Passage {
  early: Look | null;
  late: Look;
  /** What had been heard when the action began. */
  before: Look['heard'];
  /** What takes a click on the control in its place; null where it takes it itself. */
  missedBy: string | null;
}

/** Compares a run with the action to the same run without it. `control` is the path of what was acted on. */
export async function compare(without: Passage, withIt: Passage, control: Path): Promise<Evidence> {
  const [a, b] = [without.late, withIt.late];
  const [la, lb] = [a.draft.layout, b.draft.layout];
  const tops = control.length > 0 ? withLabels(la, nodeAt(la, control)) : [];
  const own = tops[0] ?? -1;
  const passed = focusPassed(a, b);
  const pixels = a.picture && b.picture ? await comparePictures(a.picture, b.picture) : null;
  const group = groupOf(la, own);
  const changes = changesBetween(la, lb, tops, {
    focused: new Set(passed),
    group,
    ...(pixels && same(a.state.scroll, b.state.scroll) && { isSame: samenessIn(pixels, a.state.scroll) }),
  });
  const heard = difference(without, withIt);
  const around = [
    ...boxesOf(la, group, a.state.scroll),
    ...boxesOf(lb, [...changes.groupRegion], b.state.scroll),
  ].map(grow);
  const inside = [
    ...boxesOf(la, tops, a.state.scroll),
    ...boxesOf(lb, [...changes.region], b.state.scroll),
    ...boxesOf(la, passed, a.state.scroll),
  ].map(grow);
  const drawings = drawingBoxes(la, a.state.scroll);
  const share = (cells: readonly Box[]) =>
    pixels ? round(cells.reduce((sum, cell) => sum + area(cell), 0) / (pixels.width * pixels.height)) : 0;
  const within = (boxes: readonly Box[]) => (cell: Box) => boxes.some((box) => overlapArea(box, cell) > 0);
  const earlyTexts =
    without.early && withIt.early
      ? changesBetween(without.early.draft.layout, withIt.early.draft.layout, tops).textsAppeared
      : [];
  const isOutside = (cell: Box) => !within(inside)(cell);
  return {
    textsAppeared: few(changes.textsAppeared),
    textsVanished: few(changes.textsVanished),
    retold: changes.retold.slice(0, MOST).map(([was, is]) => [was.slice(0, LONGEST), is.slice(0, LONGEST)]),
    textsPassing: few(earlyTexts.filter((text) => !changes.textsAppeared.includes(text))),
    own: changes.own,
    other: changes.other,
    ownText: changes.ownText,
    ownValue: changes.ownValue && (chosenIn(a, b, control) ?? changes.ownValue),
    values: changes.values,
    revalued: changes.revalued
      .slice(0, MOST)
      .map(([was, is]) => [was.slice(0, LONGEST), is.slice(0, LONGEST)]),
    pixels: pixels && {
      all: share(pixels.cells),
      outside: share(pixels.cells.filter(isOutside)),
      drawn: share(pixels.cells.filter(within(drawings))),
      box: union(pixels.cells),
    },
    beyond:
      group.length === 0
        ? null
        : {
            ...changes.beyond,
            ...less(changes.other, changes.group),
            pixels: share(pixels?.cells.filter((cell) => isOutside(cell) && !within(around)(cell)) ?? []),
          },
    scrolled: scrolledBy(a, b),
    scroll: same(a.state.scroll, b.state.scroll)
      ? null
      : [b.state.scroll[0] - a.state.scroll[0], b.state.scroll[1] - a.state.scroll[1]],
    url: a.state.url === b.state.url ? null : [a.state.url, b.state.url],
    title: a.state.title === b.state.title ? null : [a.state.title, b.state.title],
    focus: focusOf(a, b, control),
    storage: few(changedNames(a.state.storage, b.state.storage)),
    playing: !same(heardOf(a), heardOf(b)),
    invalid: Math.max(0, b.state.invalid.length - a.state.invalid.length),
    dialogsShown: changes.dialogsShown,
    ...heard,
    shown: changes.shown,
    elements: changes.elements,
    missedBy: withIt.missedBy,
    reorderedPrices: reorderedPrices(la, lb, tops).slice(0, MOST).map(few),
    marked: markedBetween(la, lb, own),
    removed: removedBetween(la, lb, own),
    cleared: clearedBetween(la, lb, own),
    namedInstead: namedInstead(la, own, changes.retold, changes.textsAppeared),
    controlled: controlledIn(la, lb, own),
    arrived: arrivedAt(la, lb, own, b.state.scroll),
    coveredBy: coveredBy(la, lb, own, b.state.scroll),
    column: reorderedColumn(la, lb, own)?.slice(0, MOST_CELLS) ?? null,
    garbled: few(garbledIn(lb, changes.textsAppeared)),
    still: null,
  };
}

/** What the run with the action said and tried that the other one did not. */
function difference(without: Passage, withIt: Passage) {
  const since = <T>(pick: (heard: Look['heard']) => readonly T[]): T[] => {
    const after = ({ before, late }: Passage) => pick(late.heard).slice(pick(before).length);
    const usual = after(without).map((one) => JSON.stringify(one));
    return after(withIt).filter((one) => {
      const at = usual.indexOf(JSON.stringify(one));
      if (at >= 0) usual.splice(at, 1);
      return at < 0;
    });
  };
  // Each kind grows by itself: laid together, one that came later may stand before what was there.
  const attempts = (what: string) => since(({ attempts }) => attempts.filter((one) => one.what === what));
  const tried = (what: string) => few(attempts(what).map(({ detail }) => detail));
  const more = (pick: (heard: Look['heard']) => number) =>
    pick(withIt.late.heard) - pick(withIt.before) - (pick(without.late.heard) - pick(without.before));
  return {
    dialogs: few(since(({ dialogs }) => dialogs).map(({ type, message }) => `${type}: ${message}`)),
    downloads: tried('download'),
    popups: tried('popup'),
    navigations: tried('navigation'),
    prints: attempts('print').length,
    clipboard: few(since(({ clipboard }) => clipboard)),
    files: more(({ files }) => files),
    requests: few(since(({ requests }) => requests).map(({ url, type }) => `${type} ${url}`)),
    made: more(({ made }) => made),
    errors: since(({ errors }) => errors).slice(0, MOST),
    reloaded: more(({ documents }) => documents) > 0,
  };
}

/** What was chosen of a list, and what is. */
function chosenIn(a: Look, b: Look, control: Path): [string, string] | null {
  const [before, after] = [a, b].map(({ state }) =>
    state.lists.find(({ path }) => path.join() === control.join()),
  );
  return before && after ? [before.chosen, after.chosen] : null;
}

/** Boxes on the screen. Layouts are in page coordinates. */
function boxesOf({ nodes }: Layout, which: readonly number[], [x, y]: readonly [number, number]): Box[] {
  return which.flatMap((i): Box[] => {
    const box = nodes[i]?.box;
    return box ? [[box[0] - x, box[1] - y, box[2], box[3]]] : [];
  });
}

function drawingBoxes(layout: Layout, scroll: readonly [number, number]): Box[] {
  const drawings = layout.nodes.flatMap(({ name }, i) =>
    DRAWINGS.has(name) && isVisible(layout, i) ? i : [],
  );
  return boxesOf(layout, drawings, scroll);
}

/** Tells of boxes in px of the page whether the pictures are the same all over them; never of what lies outside the window. */
function samenessIn({ touched, width, height }: PixelChange, [left, top]: readonly [number, number]) {
  return ([x, y, w, h]: Box): boolean => {
    const box: Box = [x - left, y - top, w, h];
    const isInside = box[0] >= 0 && box[1] >= 0 && box[0] + w <= width && box[1] + h <= height;
    return isInside && !touched.some((cell) => overlapArea(grow(box), cell) > 0);
  };
}

/** What is left of some changes without a part of them. */
function less(all: Change, part: Change): Change {
  return {
    appeared: all.appeared - part.appeared,
    vanished: all.vanished - part.vanished,
    moved: all.moved - part.moved,
    restyled: all.restyled - part.restyled,
    mutated: all.mutated - part.mutated,
  };
}

function grow([x, y, width, height]: Box): Box {
  return [x - RING, y - RING, width + 2 * RING, height + 2 * RING];
}

function scrolledBy({ state: a }: Look, { state: b }: Look): number {
  const window = Math.hypot(b.scroll[0] - a.scroll[0], b.scroll[1] - a.scroll[1]);
  const at = new Map(a.scrolled.map(({ path, left, top }) => [path.join(), [left, top] as const]));
  let most = window;
  for (const { path, left, top } of b.scrolled) {
    const [x, y] = at.get(path.join()) ?? [0, 0];
    at.delete(path.join());
    most = Math.max(most, Math.hypot(left - x, top - y));
  }
  for (const [x, y] of at.values()) most = Math.max(most, Math.hypot(x, y));
  return Math.round(most);
}

function focusOf(a: Look, b: Look, control: Path): Evidence['focus'] {
  const [before, after] = [a.state.focus?.join(), b.state.focus?.join()];
  if (before === after) return null;
  if (after === undefined) return 'away';
  return after === control.join() ? 'control' : 'other';
}

/**
 * What has the focus in one of the runs alone and is the same otherwise, by index in the run without the action: how it looks says
 * where the focus is, and nothing of an answer.
 */
function focusPassed(a: Look, b: Look): number[] {
  const [la, lb] = [a.draft.layout, b.draft.layout];
  if (same(a.state.focus, b.state.focus)) return [];
  return [a.state.focus, b.state.focus].flatMap((path) => {
    const [x, y] = path ? [nodeAt(la, path), nodeAt(lb, path)] : [-1, -1];
    const [before, after] = [la.nodes[x], lb.nodes[y]];
    const isSame =
      before && after && same([before.attributes, before.value], [after.attributes, after.value]);
    return isSame ? [x] : [];
  });
}

function changedNames(a: Record<string, string>, b: Record<string, string>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);
}

const heardOf = ({ state }: Look) => state.media.map(({ heard }) => heard);
const few = (texts: readonly string[]) => texts.slice(0, MOST).map((text) => text.slice(0, LONGEST));
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const round = (share: number) => Math.round(share * 1e5) / 1e5;

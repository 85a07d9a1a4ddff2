import { z } from 'zod';
import { FIXED_CANVAS_KINDS } from '../../../artifact/schema.js';
import type { Box, Capture, Layout } from '../../../render/capture.js';
import { BoxIndex } from '../../../graph/box-index.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { area, intersect, round } from '../geometry.js';
import { namesOf } from '../names.js';
import { scoreByShare } from '../scale.js';
import { factsOf, FAINT, sceneOf, shown, upFrom, type Scene } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { animatedIn } from './animated.js';
import { motionCodeOf } from './sheets.js';
import { MOTION_THRESHOLDS } from './thresholds.js';

const DEFAULTS = MOTION_THRESHOLDS['hidden-at-rest'];

/**
 * Content that takes its place on the page and can't be seen, after the page came to rest and was scrolled through:
 * what should have brought it out never happened. The place it leaves empty is the evidence; so what lies over or under
 * other content (tabs, carousels, captions, dialogs), or takes no room (accordions, menus), is left out, and with it
 * what the person shows by hovering, focusing or choosing, what follows the scroll position, and what comes and goes.
 */
export const hiddenAtRest = defineCheck({
  meta: {
    id: 'hidden-at-rest',
    title: 'Content stays invisible',
    description:
      'Text or pictures that have their place on the page but are invisible once all has come to rest: transparent (`opacity: 0`), `visibility: hidden`, clipped or scaled to nothing. Usually a reveal on scroll that never fires: its script is missing, its class has another name, its animation never starts. Readers see a hole. The page was scrolled through and given time before this was measured.',
    remedy:
      'Show the content by default and let the script hide what it is sure to bring out again (`.js .reveal { opacity: 0 }`); end animations with `animation-fill-mode: both`; check that the class which the script adds is the one in the style sheet.',
    severity: 'error',
    // What is hidden takes its own defects with it, so hiding has to cost more than they do.
    weight: 0.9,
    kinds: ['website', 'component', 'dashboard', 'slide', 'poster'],
    source: 'Reports on generated pages: sections that stay blank because a reveal on scroll never fires',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Characters below which a hidden text isn't looked at, unless it holds a heading; siblings count together. */
    minText: z.number().min(1).default(DEFAULTS.minText.value),
    /** Px, shorter side, below which a hidden picture isn't. */
    minMedia: z.number().min(1).default(DEFAULTS.minMedia.value),
    /** Share of the page from which hidden pictures are an error; below it a warning. Hidden text always is an error. */
    grave: z.number().min(0).max(1).default(DEFAULTS.grave.value),
  }),
  evaluate({ capture, layout, kind, options }): CheckResult {
    const scene = sceneOf(layout);
    const holes = holesIn(capture, scene, options, FIXED_CANVAS_KINDS.includes(kind));
    const seen = sum(scene.lines.map(({ text }) => text.length));
    const hidden = sum(holes.map(({ characters }) => characters));
    if (seen + hidden === 0 && holes.length === 0) return { score: null, reason: 'no-content' };
    const [width, height] = layout.page;
    const shareOf = (some: readonly Hole[]) =>
      Math.max(
        sum(some.map(({ characters }) => characters)) / Math.max(1, seen + hidden),
        sum(some.map(({ box }) => area(box))) / (width * height),
      );
    // Text that nobody sees is no better than text too faint to read: less would pay for hiding it.
    const severity = hidden > 0 || shareOf(holes) >= options.grave ? 'error' : 'warning';
    const isLikely = (hole: Hole) => isOutOfView(capture, layout, hole);
    const defects = holes.map((hole): Defect => {
      return { ...describe(layout, hole), severity, certainty: isLikely(hole) ? 'likely' : 'certain' };
    });
    const certain = shareOf(holes.filter((hole) => !isLikely(hole)));
    const likely = shareOf(holes.filter(isLikely));
    return {
      score: scoreByShare(certain, 1, severity) * scoreByShare(likely, 1, severity, 'likely'),
      defects,
    };
  },
});

/** A script that hides again what is out of view leaves the same holes on a picture of the whole page, below its first window. */
function isOutOfView(capture: Capture, layout: Layout, { box }: Hole): boolean {
  return box[1] >= layout.size[1] && motionCodeOf(capture).takesBack;
}

interface Hole {
  element: number;
  box: Box;
  how: string;
  characters: number;
  pictures: number;
  text: string;
}

function holesIn(
  capture: Capture,
  scene: Scene,
  { minText, minMedia }: { minText: number; minMedia: number },
  fixed: boolean,
): Hole[] {
  const { layout } = scene;
  let coming: ReadonlySet<number> | undefined;
  const lines = new BoxIndex(scene.lines.map(({ ink }) => ink));
  const holes: Hole[] = [];
  const found = new Uint8Array(layout.nodes.length);
  layout.nodes.forEach(({ type, parent }, i) => {
    if (parent >= 0 && found[parent]) {
      found[i] = 1;
      return;
    }
    const how = type === 'element' ? howHidden(scene, i) : null;
    if (how === null) return;
    found[i] = 1;
    const { characters, pictures, text } = contentOf(layout, i, how, minMedia);
    if (pictures === 0 && characters < minText && !isSaid(layout, i, how, minText, minMedia)) return;
    if (!isMissed(scene, i, fixed) || isShownByState(capture, layout, i) || isWaitingByName(layout, i))
      return;
    coming ??= comingAndGoing(capture, layout);
    for (const at of upFrom(layout, i)) if (coming.has(at)) return;
    const box = holeOf(scene, i);
    if (!box || isFilled(scene, lines, i, box)) return;
    holes.push({ element: i, box, how, characters, pictures, text });
  });
  return holes;
}

/** How an element hides itself though what it is in is shown; null when it doesn't. */
function howHidden({ layout, opacity }: Scene, element: number): string | null {
  const style = factsOf(layout, element);
  const { parent, box } = layout.nodes[element]!;
  if (!style || !box) return null;
  const outer = factsOf(layout, parent);
  if (opacity[element]! < FAINT && (opacity[parent] ?? 1) >= FAINT)
    return `opacity ${round(style.opacity, 2)}`;
  if (style.css.visibility === 'hidden' && outer?.visible !== false) return 'visibility: hidden';
  if (/^inset\((50|100)%|^circle\(0/.test(style.css['clip-path']))
    return `clip-path: ${style.css['clip-path']}`;
  return null;
}

/** What a reader misses: characters, and pictures of some size. */
function contentOf(
  layout: Layout,
  element: number,
  how: string,
  minMedia: number,
): { characters: number; pictures: number; headed: boolean; text: string } {
  let characters = 0;
  let pictures = 0;
  let headed = false;
  let first = '';
  for (
    let i = element;
    i < layout.nodes.length && (i === element || layout.nodes[i]!.parent >= element);
    i++
  ) {
    const { type, text, name, box, style } = layout.nodes[i]!;
    if (!box || (how.startsWith('visibility') && layout.styles[style]?.['visibility'] !== 'hidden')) continue;
    if (type === 'text') {
      const own = (text ?? '').trim();
      characters += own.length;
      headed ||= /[\p{L}\p{N}]/u.test(own) && isHeading(layout, i, element);
      if (own.length > first.length && first.length < 12) first = own;
    } else if (PICTURES.has(name) && Math.min(box[2], box[3]) >= minMedia) pictures++;
  }
  return { characters, pictures, headed, text: first };
}

function isHeading(layout: Layout, text: number, within: number): boolean {
  for (const i of upFrom(layout, text)) {
    if (i < within) return false;
    const { name, attributes } = layout.nodes[i]!;
    if (/^h[1-6]$/.test(name) || attributes?.['role'] === 'heading') return true;
  }
  return false;
}

/**
 * Is a text of a few words missed all the same? A heading waits for no cause, nor does a part that the page as a whole has
 * (its header, its form), and siblings of one kind that hide in the same way are one text. Anything else so short may be a
 * message.
 */
function isSaid(layout: Layout, element: number, how: string, minText: number, minMedia: number): boolean {
  const { characters, headed } = contentOf(layout, element, how, minMedia);
  if (headed || characters === 0) return headed;
  const { parent, name } = layout.nodes[element]!;
  if (PARTS.has(name)) return true;
  let together = 0;
  layout.nodes.forEach((node, i) => {
    if (node.parent === parent && node.type === 'element' && isHiddenAlike(layout, i, element))
      together += contentOf(layout, i, how, minMedia).characters;
  });
  return together >= minText;
}

const PARTS = new Set(['header', 'nav', 'main', 'footer', 'form', 'table']);

function isHiddenAlike(layout: Layout, a: number, b: number): boolean {
  const [one, other] = [factsOf(layout, a), factsOf(layout, b)];
  return (
    layout.nodes[a]!.box !== null &&
    layout.nodes[a]!.name === layout.nodes[b]!.name &&
    one?.opacity === other?.opacity &&
    one?.css.visibility === other?.css.visibility &&
    one?.css['clip-path'] === other?.css['clip-path']
  );
}

const PICTURES = new Set(['img', 'video', 'canvas', 'svg', 'picture']);

/**
 * Does the element take its place among others, and does what it is placed in show anything else? On a fixed canvas everything may
 * have been given its place.
 */
function isMissed(scene: Scene, element: number, fixed: boolean): boolean {
  const { layout } = scene;
  for (const i of upFrom(layout, element)) {
    const style = factsOf(layout, i);
    if (!style) continue;
    if (style.css['pointer-events'] === 'none') return false;
    if (style.placed === null || fixed) continue;
    if (i === element) return false;
    const inside = scene.lines.some(({ node }) => node > i && isWithin(layout, node, i));
    return inside;
  }
  return true;
}

function isWithin(layout: Layout, node: number, ancestor: number): boolean {
  let i = node;
  while (i > ancestor) i = layout.nodes[i]!.parent;
  return i === ancestor;
}

/** Names of what waits for a person, or for an event: its being hidden is its state. */
const WAITING = new Set(
  'tab tabs tabpanel accordion carousel slider swiper menu submenu dropdown tooltip popover popup modal dialog drawer overlay toast alert notification snackbar fragment error success feedback message answer solution hint skip sr loader preloader loading spinner wizard lightbox'.split(
    ' ',
  ),
);
const WAITING_ROLES = new Set(
  'tabpanel dialog alertdialog menu listbox tooltip alert status log progressbar'.split(' '),
);
/** How far up names are read: the panel, and the tabs it is in. */
const LEVELS = 3;

function isWaitingByName(layout: Layout, element: number): boolean {
  let level = 0;
  for (const i of upFrom(layout, element)) {
    const node = layout.nodes[i]!;
    const { attributes } = node;
    if (node.name === 'dialog' || WAITING_ROLES.has(attributes?.['role'] ?? '')) return true;
    if (attributes?.['aria-hidden'] === 'true' || attributes?.['inert'] !== undefined) return true;
    if (level < LEVELS && namesOf(node).some((words) => words.some((word) => WAITING.has(word)))) return true;
    level++;
  }
  return false;
}

/** Utility classes of a state that bring an element out, as Tailwind writes them; `hover:bg-white` changes what is seen. */
const SHOWN_BY_UTILITY =
  /(hover|focus|focus-within|focus-visible|peer-checked|checked|open|active|target)(\/[\w-]+)?:!?(opacity|visible|scale|clip|animate|translate|invisible)/;

/** Does a rule of the page, or a utility class, show it when a person hovers, focuses, chooses? */
function isShownByState(capture: Capture, layout: Layout, element: number): boolean {
  const { shownByState } = motionCodeOf(capture);
  const { attributes } = layout.nodes[element]!;
  const classes = (attributes?.['class'] ?? '').split(/\s+/);
  if (classes.some((name) => SHOWN_BY_UTILITY.test(name))) return true;
  if (attributes?.['id'] && shownByState.has(`#${attributes['id']}`)) return true;
  return classes.some((name) => shownByState.has(`.${name}`));
}

/** Elements whose animation shows them at other times, or at other places of the scroll bar. */
function comingAndGoing(capture: Capture, layout: Layout): Set<number> {
  return new Set(
    animatedIn(capture, layout)
      .filter(({ iterations }) => iterations === Infinity || motionCodeOf(capture).followsScrolling)
      .map(({ element }) => element),
  );
}

/** The place that is empty: the element's box, as far as it is on the page and its container lets see it. */
function holeOf(scene: Scene, element: number): Box | null {
  const { layout } = scene;
  const box = shown(layout.nodes[element]!.box!, scene.clip[element] ?? null);
  const rest = box && intersect(box, [0, 0, ...layout.page]);
  return rest && Math.min(rest[2], rest[3]) >= 8 ? rest : null;
}

/** Something else is to be seen in its place: the place isn't empty. A picture as large as the window is its ground. */
function isFilled({ layout, lines, drawn }: Scene, index: BoxIndex, element: number, hole: Box): boolean {
  const ground = DEFAULTS.ground.value * layout.size[0] * layout.size[1];
  const others: number[] = [];
  index.visit(hole, 0, (j) => {
    const { ink, node } = lines[j]!;
    if (area(intersect(ink, hole)) > 0.5 * area(ink) && !isWithin(layout, node, element)) others.push(node);
    return others.length === 0;
  });
  if (others.length > 0) return true;
  return layout.nodes.some(({ name, box }, i) => {
    if (!box || !drawn[i] || !PICTURES.has(name) || isWithin(layout, i, element)) return false;
    if (area(box) >= ground) return false;
    return !isWithin(layout, element, i) && area(intersect(box, hole)) > 0.5 * area(hole);
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

function describe(layout: Layout, { element, box, how, characters, pictures, text }: Hole): Defect {
  const name = nameOf(layout, element);
  const what = [
    characters > 0 ? `${characters} characters (${quote(text)})` : '',
    pictures > 0 ? `${pictures} ${pictures === 1 ? 'picture' : 'pictures'}` : '',
  ].filter(Boolean);
  return {
    element,
    box,
    message: `${what.join(' and ')} in ${name} can't be seen (${how}), and their place of ${Math.round(box[2])} × ${Math.round(box[3])} px stays empty.`,
    measured: { value: how, characters, pictures },
    expected: { value: 'visible' },
    suggestion: `Show ${name} by default, and find out why what should bring it out doesn't.`,
  };
}

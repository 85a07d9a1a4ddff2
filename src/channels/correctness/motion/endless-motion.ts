import { z } from 'zod';
import type { Box, Capture, Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { area, intersect } from '../geometry.js';
import { namesOf } from '../names.js';
import { scoreByShare } from '../scale.js';
import { factsOf, FAINT, sceneOf, upFrom } from '../scene.js';
import { nameOf } from '../wording.js';
import { animatedIn, moves } from './animated.js';
import { motionCodeOf } from './sheets.js';
import { MOTION_THRESHOLDS } from './thresholds.js';

const DEFAULTS = MOTION_THRESHOLDS['endless-motion'];

/**
 * Motion that starts by itself, goes on for more than five seconds beside other content, and can't be paused. Text that
 * moves is a warning, decoration one advice for the page. Left out: what says that something is being loaded, small
 * signs, what nobody sees, and pages with a way to pause (a button, or hovering over what moves).
 */
export const endlessMotion = defineCheck({
  meta: {
    id: 'endless-motion',
    title: 'Motion that cannot be paused',
    description:
      'Whatever moves or blinks by itself for more than five seconds draws the eye away from the text beside it; some people cannot read on at all. WCAG asks for a way to pause it. Moving text (tickers, marquees) is a warning, moving decoration an advice.',
    remedy:
      'Let the motion end (`animation-iteration-count: 3`), offer a pause button, or pause it on hover and focus (`animation-play-state: paused`). Keep decoration still.',
    severity: 'warning',
    weight: 0.15,
    kinds: ['website', 'component', 'dashboard'],
    source: 'WCAG 2.2, 2.2.2 Pause, Stop, Hide',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Seconds that motion may last. */
    maxSeconds: z.number().min(0).default(DEFAULTS.maxSeconds.value),
    /** Px; what is smaller in both directions is a small sign. */
    minSide: z.number().min(0).default(DEFAULTS.minSide.value),
    /** Characters that make what moves something to read. */
    minText: z.number().min(1).default(DEFAULTS.minText.value),
  }),
  evaluate({ capture, layout, options }): CheckResult {
    const endless = endlessIn(capture, layout, options);
    if (endless.length === 0) return { score: null, reason: 'nothing-moves-for-long' };
    const texts = endless.filter(({ text }) => text >= options.minText);
    const decoration = endless.filter(({ text }) => text < options.minText);
    if (canPause(capture, layout)) return { score: 1, defects: [] };
    const scene = sceneOf(layout);
    const characters = scene.lines.reduce((sum, { text }) => sum + text.length, 0);
    const [width, height] = layout.page;
    const score =
      scoreByShare(sumOf(texts.map(({ text }) => text)), characters, 'warning') *
      scoreByShare(sumOf(decoration.map(({ box }) => area(box))), width * height, 'advisory', 'likely');
    const defects = texts.map((one) => ofText(layout, one));
    if (decoration.length > 0) defects.push(ofDecoration(layout, decoration));
    return { score, defects };
  },
});

interface Endless {
  element: number;
  box: Box;
  /** Characters that move with it. */
  text: number;
  seconds: number;
}

/** Names of what tells that one has to wait, and of signs of life. */
const WAITING = new Set(
  'loader loading spinner spin skeleton shimmer progress preloader caret cursor'.split(' '),
);

function endlessIn(
  capture: Capture,
  layout: Layout,
  { maxSeconds, minSide }: { maxSeconds: number; minSide: number },
): Endless[] {
  const scene = sceneOf(layout);
  const found = new Map<number, Endless>();
  const page: Box = [0, 0, ...layout.page];
  const add = (element: number, box: Box, text: number, seconds: number) => {
    const visible = intersect(box, page);
    if (!visible || found.has(element) || isWaiting(layout, element)) return;
    if (Math.max(box[2], box[3]) < minSide) return;
    // A part of something that moves already is the same motion.
    for (const i of upFrom(layout, layout.nodes[element]!.parent)) if (found.has(i)) return;
    found.set(element, { element, box: visible, text, seconds });
  };
  for (const one of animatedIn(capture, layout)) {
    const seconds = (one.duration * one.iterations) / 1000;
    if (seconds <= maxSeconds || !isSeen(layout, one.element)) continue;
    // Without the keyframes nobody knows what changes; colours and light that change slowly disturb nobody.
    if (!moves(one) && !(one.keyframes?.properties.has('opacity') && one.duration < 1000)) continue;
    const rotates = scene.rotated[one.element] === 1 && one.box[2] < 4 * minSide;
    add(one.element, one.box, rotates ? 0 : charactersIn(layout, one.element), seconds);
  }
  layout.nodes.forEach(({ name, box, attributes }, i) => {
    if (!box || !scene.drawn[i]) return;
    if (name === 'marquee') add(i, box, charactersIn(layout, i), Infinity);
    const plays = attributes?.['autoplay'] !== undefined && attributes['loop'] !== undefined;
    if (name === 'video' && plays && attributes['controls'] === undefined) add(i, box, 0, Infinity);
  });
  return [...found.values()];
}

/** Is there something to see at any time of the animation? */
function isSeen(layout: Layout, element: number): boolean {
  const parent = layout.nodes[element]!.parent;
  const style = factsOf(layout, element);
  return style?.visible === true && (sceneOf(layout).opacity[parent] ?? 1) >= FAINT;
}

function isWaiting(layout: Layout, element: number): boolean {
  for (const i of upFrom(layout, element)) {
    const node = layout.nodes[i]!;
    const { attributes } = node;
    if (attributes?.['aria-busy'] === 'true' || /^(progressbar|status)$/.test(attributes?.['role'] ?? ''))
      return true;
    if (namesOf(node).some((words) => words.some((word) => WAITING.has(word)))) return true;
  }
  return false;
}

function charactersIn(layout: Layout, element: number): number {
  let sum = 0;
  for (let i = element + 1; i < layout.nodes.length && layout.nodes[i]!.parent >= element; i++) {
    const { type, text } = layout.nodes[i]!;
    if (type === 'text') sum += (text ?? '').trim().length;
  }
  return sum;
}

const PAUSE = /\b(pause|stop|play|anhalten|pausieren|parar|pausar|arrêter)\b|暂停|停止|⏸|⏯/iu;

/** A control that says so, or a rule that halts animations while the pointer or the focus is on them. */
function canPause(capture: Capture, layout: Layout): boolean {
  if (motionCodeOf(capture).pausesOnHover) return true;
  const scene = sceneOf(layout);
  return layout.nodes.some((node, i) => {
    const role = node.attributes?.['role'];
    if ((node.name !== 'button' && role !== 'button' && role !== 'switch') || !scene.drawn[i]) return false;
    const says = [node.attributes?.['aria-label'], node.attributes?.['title']];
    for (let j = i + 1; j < layout.nodes.length && layout.nodes[j]!.parent >= i; j++)
      says.push(layout.nodes[j]!.text);
    return says.some((text) => text !== undefined && PAUSE.test(text));
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

function lasting(seconds: number): string {
  return seconds === Infinity ? 'without end' : `for ${Math.round(seconds)} s`;
}

function ofText(layout: Layout, { element, box, text, seconds }: Endless): Defect {
  const name = nameOf(layout, element);
  return {
    element,
    box,
    message: `${text} characters of text in ${name} move ${lasting(seconds)}, and nothing pauses them.`,
    measured: { value: Number.isFinite(seconds) ? Math.round(seconds) : 'endless', unit: 's' },
    expected: { max: DEFAULTS.maxSeconds.value },
    suggestion: `Pause ${name} on hover and focus (animation-play-state: paused) and give it a pause button, or let it stand still.`,
  };
}

function ofDecoration(layout: Layout, decoration: readonly Endless[]): Defect {
  const largest = decoration.reduce((a, b) => (area(b.box) > area(a.box) ? b : a));
  const also = decoration.length > 1 ? ` and ${decoration.length - 1} more` : '';
  return {
    element: largest.element,
    box: largest.box,
    message: `${nameOf(layout, largest.element)}${also} keeps moving ${lasting(largest.seconds)} beside the content, and nothing pauses it.`,
    measured: {
      value: Number.isFinite(largest.seconds) ? Math.round(largest.seconds) : 'endless',
      unit: 's',
      elements: decoration.length,
    },
    expected: { max: DEFAULTS.maxSeconds.value },
    suggestion: 'Let the motion end after a few seconds, or offer a way to pause it.',
    certainty: 'likely',
    severity: 'advisory',
  };
}

import { z } from 'zod';
import { displayedTextColor, effectiveBackground, paintersAbove, textColor } from '../../graph/background.js';
import { over } from '../../graph/color.js';
import { paintingOf } from '../../graph/painters.js';
import { px } from '../../graph/style.js';
import type { Rgba } from '../../graph/schema.js';
import type { Box, Layout } from '../../render/capture.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect } from '../check.js';
import { contrastRatio, hex, nearestPassing } from './contrast.js';
import { intersect, round } from './geometry.js';
import { groundOf, piecesOf, shareStandingOut, spotsOf, type Piece } from './line-pixels.js';
import { scaleOf } from './magnification.js';
import { scoreByDepth } from './scale.js';
import { contains, factsOf, sceneOf, shown, upFrom, type TextLine } from './scene.js';
import { THRESHOLDS } from './thresholds.js';
import { quote } from './wording.js';

const DEFAULTS = THRESHOLDS['text-contrast'];
const OPTIONS = z.strictObject({
  min: z.number().min(1).max(21).default(DEFAULTS.min.value),
  minLarge: z.number().min(1).max(21).default(DEFAULTS.minLarge.value),
  /** px from which text is large. */
  largeSize: z.number().positive().default(DEFAULTS.largeSize.value),
  /** px from which bold text is large. */
  largeBoldSize: z.number().positive().default(DEFAULTS.largeBoldSize.value),
  /** Share of the minimum below which a contrast is an error instead of a warning. */
  grave: z.number().min(0).max(1).default(DEFAULTS.grave.value),
  /** Share of what lies behind a line's letters, over a picture, that may be as faint as that. */
  worstShare: z.number().min(0).max(1).default(DEFAULTS.worstShare.value),
});
type Options = z.infer<typeof OPTIONS>;

/**
 * Contrast of text with what lies behind it. Where that is a plain colour, both colours are computed, transparency and
 * opacity blended in. Over pictures, gradients and filters the picture decides, piece by piece along the line: the text
 * fails when it is too faint in most of the pieces, and probably fails when it is in a part of them, or when the worst
 * few percent of what lies behind its letters swallow them. Where the picture can't tell (the text's colour is not in
 * it) there is no finding.
 *
 * Not meant, and left out, as WCAG has it: disabled controls, logotypes, hidden text and decoration; also text without
 * letters or digits, and text that something covers (`content-occlusion` judges that).
 */
export const textContrast = defineCheck({
  meta: {
    id: 'text-contrast',
    title: 'Text contrast',
    description:
      'Contrast between text and its background, as WCAG 2.2 measures it: at least 4.5 : 1, and 3 : 1 for large text (24 px, or 18.66 px in bold). About one person in twelve sees less contrast than designers do, and everybody does in sunlight. Over pictures the pixels decide, and the worst few percent of what lies behind the letters count: a word of which two letters are gone is not read. Text on a picture from another host is not judged: a placeholder stands in for it, and how light or dark the real one is, is not known.',
    remedy:
      'Darken the text on light ground or lighten it on dark ground until the ratio is reached; each finding names the nearest colour that does. Over pictures lay a plain or half-transparent surface behind the text.',
    severity: 'error',
    weight: 0.6,
    source: 'WCAG 2.2, 1.4.3 Contrast (Minimum)',
    viewports: 'primary',
  },
  options: OPTIONS,
  async evaluate(context): Promise<CheckResult> {
    const { layout, options } = context;
    const exempt = new Map<number, boolean>();
    const lines = sceneOf(layout).lines.filter(
      (line) => /[\p{L}\p{N}]/u.test(line.text) && !isExempt(layout, line.element, exempt),
    );
    const missing = missingPictures(context);
    const failing: Verdict[] = [];
    let judged = 0;
    for (const line of lines) {
      const verdict = await judge(context, line, minimumFor(layout, line, options), missing);
      if (!verdict) continue;
      judged += line.text.length;
      if (!verdict.fails) continue;
      const isGrave = verdict.ratio < verdict.min * options.grave;
      failing.push(verdict.severity === 'error' && !isGrave ? { ...verdict, severity: 'warning' } : verdict);
    }
    if (judged === 0) return { score: null, reason: lines.length === 0 ? 'no-text' : 'cannot-tell' };
    let score = 1;
    for (const [severity, certainty] of LEVELS) {
      const level = failing.filter((v) => v.severity === severity && v.certainty === certainty);
      const damages = level.map((verdict) => ({
        amount: verdict.line.text.length,
        depth: depthOf(verdict),
      }));
      score *= scoreByDepth(damages, judged, severity, certainty);
    }
    return { score, defects: defectsOf(layout, failing) };
  },
});

const LEVELS = [
  ['error', 'certain'],
  ['error', 'likely'],
  ['warning', 'certain'],
  ['warning', 'likely'],
  ['advisory', 'certain'],
  ['advisory', 'likely'],
] as const;

interface Verdict {
  line: TextLine;
  fails: boolean;
  ratio: number;
  min: number;
  foreground: Rgba;
  background: Rgba;
  severity: 'error' | 'warning' | 'advisory';
  certainty: 'certain' | 'likely';
}

/** 1 where the text has the colour of its ground, 0 where it only just fails. */
function depthOf({ ratio, min }: Verdict): number {
  return 1 - (ratio - 1) / (min - 1);
}

function minimumFor(layout: Layout, line: TextLine, options: Options): number {
  const size = line.fontSize * scaleOf(layout, line.element);
  const weight = Number(factsOf(layout, line.element)?.css['font-weight'] ?? 400);
  const isLarge = size >= options.largeSize || (weight >= 700 && size >= options.largeBoldSize);
  return isLarge ? options.minLarge : options.min;
}

/** The verdict on one line, or null when nothing can be said. */
async function judge(
  context: CheckContext<Options>,
  line: TextLine,
  min: number,
  missing: readonly Box[],
): Promise<Verdict | null> {
  const { layout } = context;
  const box = shown(line.box, line.clip);
  if (!box) return null;
  const severity = isPlaceholder(layout, line) ? 'advisory' : 'error';
  const verdict = { line, min, severity } as const;
  const background = effectiveBackground(layout, line.node, box);
  const displayed = displayedTextColor(layout, line.node, box);
  const shadowed = (factsOf(layout, line.element)?.css['text-shadow'] ?? 'none') !== 'none';
  if (background.color && displayed) {
    const ratio = contrastRatio(displayed, background.color);
    const fails = ratio < min;
    if (fails && isCovered(layout, line)) return null;
    if (!fails || !shadowed) {
      return {
        ...verdict,
        fails,
        ratio,
        foreground: displayed,
        background: background.color,
        certainty: 'certain',
      };
    }
  }
  // A picture that the renderer couldn't offer would have been here, or has a placeholder: nobody knows how light or dark it is.
  if (missing.some((picture) => intersect(picture, line.ink))) return null;
  return judgePixels(context, { ...verdict, box, shadowed });
}

/** Boxes of the pictures, background images among them, that did not arrive or that a placeholder stands in for. */
function missingPictures({ layout, capture }: CheckContext): Box[] {
  const gone = new Set(capture.data.requests.filter(({ fate }) => fate !== 'answered').map(({ url }) => url));
  const standsIn = (node: number) => layout.nodes[node]!.placeholder === true;
  // A root's background is painted beyond its own box.
  const boxes = paintingOf(layout).painters.flatMap(({ node, box }) => (standsIn(node) ? [box] : []));
  layout.nodes.forEach(({ box }, i) => {
    if (box && standsIn(i)) boxes.push(box);
  });
  for (const image of layout.images) {
    const box = layout.nodes[image.node]?.box;
    if (box && image.state !== 'loaded') boxes.push(box);
  }
  if (gone.size === 0) return boxes;
  layout.nodes.forEach(({ box, type }, i) => {
    const picture = box && type === 'element' ? factsOf(layout, i)?.css['background-image'] : undefined;
    if (!picture?.includes('url(')) return;
    if ([...picture.matchAll(/url\("([^"]*)"\)/g)].some(([, url]) => gone.has(url!))) boxes.push(box!);
  });
  return boxes;
}

type Question = Pick<Verdict, 'line' | 'min' | 'severity'> & { box: TextLine['box']; shadowed: boolean };

/** Part of a line's pieces that must fail before the line probably does; from half on it surely does. */
const SOME = 0.25;

async function judgePixels(context: CheckContext<Options>, question: Question): Promise<Verdict | null> {
  const { layout, options } = context;
  const { line, min, severity, box, shadowed } = question;
  const own = textColor(layout, line.node);
  if (!own || line.rotated || factsOf(layout, line.element)?.textClip) return null;
  const picture = await context.pixels();
  if (!picture || isCovered(layout, line)) return null;
  const alpha = own[3] * line.opacity;
  const opaque: Rgba = [own[0], own[1], own[2], 1];
  // A translucent text takes on the colour of its ground, which is not known yet: two rounds.
  let foreground = opaque;
  let pieces = piecesOf(picture, box, foreground);
  if (alpha < 0.98) {
    const ground = groundOf(picture, box);
    if (!ground) return null;
    foreground = over([own[0], own[1], own[2], alpha], ground);
    pieces = piecesOf(picture, box, foreground);
  }
  if (pieces.length === 0) return null;
  const failing = pieces.filter((piece) => piece.ratio < min).sort((a, b) => a.ratio - b.ratio);
  const typical = pieces.map((piece) => piece.ratio).sort((a, b) => a - b)[pieces.length >> 1]!;
  const share = failing.length / pieces.length;
  const saved = shadowed && shareStandingOut(picture, line.ink, foreground, min) >= STANDING_OUT;
  const fails = share >= SOME && !saved;
  const spots = fails || shadowed ? [] : spotsOf(picture, box, foreground);
  const spot = swallowing(spots, min * options.grave, options.worstShare);
  const worst = spot ?? failing[0];
  return {
    line,
    min,
    severity: spot && severity === 'error' ? 'warning' : severity,
    fails: fails || spot !== null,
    ratio: worst?.ratio ?? typical,
    foreground,
    background: worst?.background ?? pieces[0]!.background,
    certainty: typical < min && !shadowed && !spot ? 'certain' : 'likely',
  };
}

/**
 * The spot up to which the worst of a line are its `share`, when it is fainter than `min`, else null. One spot alone is
 * as soon an accident of sampling as a letter.
 */
function swallowing(spots: readonly Piece[], min: number, share: number): Piece | null {
  const worst = spots.toSorted((a, b) => a.ratio - b.ratio)[Math.max(1, Math.floor(spots.length * share))];
  return worst && worst.ratio < min ? worst : null;
}

/** Part of the pixels around shadowed letters that must stand out for them to be legible. */
const STANDING_OUT = 0.3;

function isCovered(layout: Layout, line: TextLine): boolean {
  return paintersAbove(layout, line.node, line.ink).some(({ color, varied }) => varied || color[3] > 0.02);
}

/** Class and id names of logotypes. */
const LOGO = /(^|[-_\s])(logo|logotype|wordmark)([-_\s]|$)/i;

/** What WCAG exempts: inactive controls, logotypes, pure decoration. */
function isExempt(layout: Layout, element: number, known: Map<number, boolean>): boolean {
  if (element < 0) return false;
  let exempt = known.get(element);
  if (exempt === undefined) {
    const { attributes, parent, name } = layout.nodes[element]!;
    const a = attributes ?? {};
    exempt =
      a['disabled'] !== undefined ||
      a['aria-disabled'] === 'true' ||
      a['inert'] !== undefined ||
      (a['aria-hidden'] === 'true' && isOrnament(layout, element)) ||
      LOGO.test(`${a['class'] ?? ''} ${a['id'] ?? ''}`) ||
      name === 'noscript' ||
      isExempt(layout, parent, known);
    known.set(element, exempt);
  }
  return exempt;
}

/** px; type as large as this that is hidden from screen readers is part of the picture. */
const ORNAMENT_SIZE = 64;

function isOrnament(layout: Layout, element: number): boolean {
  if (px(factsOf(layout, element)?.css['font-size'] ?? '') >= ORNAMENT_SIZE) return true;
  let text = '';
  for (let i = element + 1; i < layout.nodes.length && contains(layout, element, i); i++) {
    text += layout.nodes[i]!.text ?? '';
    if (text.length > 8) return false;
  }
  return Array.from(text.trim()).length <= 1;
}

/** The hint in an empty field: drawn by a shadow tree of the browser's. */
function isPlaceholder(layout: Layout, line: TextLine): boolean {
  for (const i of upFrom(layout, line.element)) {
    const { name, attributes } = layout.nodes[i]!;
    if (name === '::placeholder' || attributes?.['pseudo'] === 'placeholder') return true;
  }
  return false;
}

function defectsOf(layout: Layout, verdicts: readonly Verdict[]): Defect[] {
  const worst = new Map<number, Verdict>();
  for (const verdict of verdicts) {
    const known = worst.get(verdict.line.element);
    if (!known || verdict.ratio < known.ratio) worst.set(verdict.line.element, verdict);
  }
  // Thousands of lines share a few pairs of colours.
  const known = new Map<string, Rgba | null>();
  return [...worst.values()].map(({ line, ratio, min, foreground, background, severity, certainty }) => {
    const pair = `${hex(foreground)} ${hex(background)} ${min}`;
    if (!known.has(pair)) known.set(pair, nearestPassing(foreground, background, min));
    const better = known.get(pair);
    return {
      element: line.element,
      box: line.box,
      message: `${quote(line.text)} has a contrast of ${round(ratio, 2)} : 1, ${hex(foreground)} on ${hex(background)}; ${min} : 1 is needed.`,
      measured: {
        value: Math.floor(ratio * 100) / 100,
        unit: 'ratio',
        foreground: hex(foreground),
        background: hex(background),
      },
      expected: { min },
      suggestion: better
        ? `Set its color to ${hex(better)}, or change the background.`
        : `No text color reaches ${min} : 1 on ${hex(background)}: change the background.`,
      severity,
      certainty,
    };
  });
}

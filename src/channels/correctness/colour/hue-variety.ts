import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult } from '../../check.js';
import { surfaceColors, textColors, type Use } from '../brand/uses.js';
import { hex } from '../contrast.js';
import { area } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { upFrom } from '../scene.js';
import type { Rgba } from '../../../graph/schema.js';
import { MIN_CHROMA } from './charts.js';
import { oklchOf } from './spaces.js';
import { COLOUR_THRESHOLDS } from './thresholds.js';

const DEFAULTS = COLOUR_THRESHOLDS['hue-variety'];

/**
 * Too many hues on one page. Left out: greys; pictures; large drawings and code, whose colours tell things apart; and
 * hues with hardly any text or area.
 */
export const hueVariety = defineCheck({
  meta: {
    id: 'hue-variety',
    title: 'Number of hues',
    description:
      'How many hues the text and the surfaces of a page have, by OKLCH: hues within 20° are one, whatever their lightness. One or two with a colour for success, warning and danger make a palette; with every hue more, colour says less.',
    remedy:
      'Choose one or two hues and vary their lightness; keep others for what they mean (danger, success).',
    severity: 'advisory',
    weight: 0.08,
    source: 'Ottosson 2020 (OKLCH); Material 3, colour roles (three accents and one for errors)',
    viewports: 'primary',
  },
  options: z.strictObject({
    max: z.int().positive().default(DEFAULTS.max.value),
    /** Degrees within which hues are one. */
    spread: z.number().positive().max(180).default(DEFAULTS.spread.value),
    /** Share of the text, or of the coloured area, from which a hue counts. */
    minShare: z.number().min(0).max(1).default(DEFAULTS.minShare.value),
  }),
  evaluate({ layout, graph, options }): CheckResult {
    const isFree = freeOf(layout);
    const measures = [textColors(graph), surfaceColors(layout, graph)].map((uses) =>
      uses.filter(({ element }) => !isFree(element)),
    );
    if (measures.every((uses) => uses.length === 0)) return { score: null, reason: 'nothing-coloured' };
    const hues = huesOf(
      measures.flatMap((uses) => shares(uses)),
      options.spread,
    ).filter(({ share }) => share >= options.minShare);
    if (hues.length <= options.max) return { score: 1, defects: [] };
    const surplus = hues.slice(options.max);
    const affected = surplus.reduce((sum, { share }) => sum + share, 0);
    const total = hues.reduce((sum, { share }) => sum + share, 0);
    const { use } = hues.at(-1)!;
    const list = hues.map((hue) => hex(hue.use.value)).join(', ');
    return {
      score: scoreByShare(affected, total, 'advisory'),
      defects: [
        {
          element: use.element,
          box: layout.nodes[use.element]!.box,
          message: `The page has ${hues.length} hues: ${list}; the last is used least.`,
          measured: { value: hues.length, unit: 'hues' },
          expected: { max: options.max },
          suggestion: `Give what has the ${surplus.length} least used one of the other hues.`,
        },
      ],
    };
  },
});

/** px; a larger drawing is a picture or a chart. */
const DRAWING = 100;
const CODE = new Set(['pre', 'code']);

function freeOf(layout: Layout): (element: number) => boolean {
  return (element) => {
    for (const i of upFrom(layout, element)) {
      const { name, box } = layout.nodes[i]!;
      if (CODE.has(name)) return true;
      if (name === 'svg' && box && area(box) > DRAWING ** 2) return true;
    }
    return false;
  };
}

interface Share {
  use: Use<Rgba>;
  share: number;
}

/** Coloured uses, each with its share of all that is coloured. */
function shares(uses: readonly Use<Rgba>[]): Share[] {
  const coloured = uses.filter(({ value }) => oklchOf(value).c >= MIN_CHROMA);
  const total = coloured.reduce((sum, { weight }) => sum + weight, 0);
  return coloured.map((use) => ({ use, share: use.weight / total }));
}

/** Uses gathered by hue around the most used ones; each with its largest use, the most used first. */
function huesOf(uses: readonly Share[], spread: number): Share[] {
  const colours = new Map<string, Share>();
  for (const { use, share } of uses) {
    const key = hex(use.value);
    const known = colours.get(key);
    if (known) known.share += share;
    else colours.set(key, { use, share });
  }
  const hues: (Share & { hue: number })[] = [];
  for (const { use, share } of [...colours.values()].sort((a, b) => b.share - a.share)) {
    const { h } = oklchOf(use.value);
    const near = hues.find(({ hue }) => 180 - Math.abs(Math.abs(hue - h) - 180) <= spread);
    if (near) near.share += share;
    else hues.push({ use, share, hue: h });
  }
  return hues.sort((a, b) => b.share - a.share);
}

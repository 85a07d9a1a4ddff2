import { formatHex } from 'culori';
import { z } from 'zod';
import type { Rgba } from '../../../graph/schema.js';
import { differenceOf, oklchOf } from '../colour/spaces.js';
import { quote } from '../wording.js';
import { commonest, contentSlides, defineDeckCheck, resultOf, type Departure } from './check.js';
import type { Slide } from './slide.js';
import { DECK_THRESHOLDS } from './thresholds.js';

const DEFAULTS = DECK_THRESHOLDS['deck-palette'];
const OPTIONS = z.strictObject({
  /** CIEDE2000 up to which two colours are one. */
  same: z.number().min(0).default(DEFAULTS.same.value),
  /** CIEDE2000 up to which a colour is another one missed. */
  near: z.number().min(0).default(DEFAULTS.near.value),
});
type Options = z.infer<typeof OPTIONS>;

/** Slides whose background is another, whose colours nearly are the deck's, or who have none of its colours. */
export const deckPalette = defineDeckCheck({
  meta: {
    id: 'deck-palette',
    title: 'Colours that change within a deck',
    description:
      'The colours of one slide against those of the others. A background, or a colour of text and boxes, that is nearly one which other slides have is that one missed (a warning). A slide that shares no vivid colour with the rest is from another deck (a warning), one with another plain background may be meant (an advisory). Gradients, pictures and drawings are left out.',
    remedy: 'Name the colours once, as custom properties, and use the names on all slides.',
    severity: 'warning',
    weight: 0.2,
    kinds: ['slide'],
    source: 'What themes of presentation programs are for; CIEDE2000 (ISO/CIE 11664-6); thresholds below',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate(slides, options) {
    if (slides.length < 3) return { score: null, reason: 'too-few-slides' };
    const palette = paletteOf(slides, options.same);
    return resultOf(slides, [
      ...otherGrounds(slides, options),
      ...slides.flatMap((slide, i) => missed(slides, slide, i, palette, options)),
      ...contentSlides(slides).flatMap((i) => strangers(slides, i, palette, options)),
    ]);
  },
});

/** A vivid colour, and the slides that show it. */
interface Swatch {
  color: Rgba;
  slides: Set<number>;
}

const isVivid = (color: Rgba) => oklchOf(color).c >= DEFAULTS.minChroma.value;

function paletteOf(slides: readonly Slide[], same: number): Swatch[] {
  const palette: Swatch[] = [];
  for (const [i, { colors }] of slides.entries()) {
    for (const { color } of colors) {
      if (!isVivid(color)) continue;
      const known = palette.find((swatch) => differenceOf(swatch.color, color) <= same);
      if (known) known.slides.add(i);
      else palette.push({ color, slides: new Set([i]) });
    }
  }
  return palette;
}

function otherGrounds(slides: readonly Slide[], { same, near }: Options): Departure[] {
  const content = contentSlides(slides);
  const grounds = content.map((i) => slides[i]!.title?.background ?? null);
  const usual = commonest(grounds, (a, b) => differenceOf(a, b) <= same);
  if (usual.length < Math.max(2, content.length / 2)) return [];
  const model = grounds[usual[0]!]!;
  return grounds.flatMap((ground, i): Departure[] => {
    if (!ground || usual.includes(i)) return [];
    const isNear = differenceOf(ground, model) <= near;
    return [
      {
        slide: content[i]!,
        spot: slides[content[i]!]!.title,
        severity: isNear ? 'warning' : 'advisory',
        says: `stands on ${formatHex(rgb(ground))}, ${usual.length} of ${content.length} slides on ${formatHex(rgb(model))}.`,
        measured: { value: formatHex(rgb(ground)) },
        expected: { value: formatHex(rgb(model)) },
        suggestion: 'Take the background of the other slides.',
      },
    ];
  });
}

/** Colours that nearly are one that two other slides have, and are on no other slide. */
function missed(
  slides: readonly Slide[],
  { colors }: Slide,
  slide: number,
  palette: readonly Swatch[],
  { same, near }: Options,
): Departure[] {
  return colors.flatMap(({ color, spot }): Departure[] => {
    if (!isVivid(color)) return [];
    const own = palette.find((swatch) => differenceOf(swatch.color, color) <= same);
    if (!own || own.slides.size > 1) return [];
    const meant = palette.find(
      (swatch) => swatch !== own && othersOf(swatch, slide) >= 2 && differenceOf(swatch.color, color) <= near,
    );
    if (!meant) return [];
    return [
      {
        slide,
        spot,
        severity: 'warning',
        says: `has ${formatHex(rgb(color))} in ${quote(spot.text, 30)}, which is nearly the ${formatHex(rgb(meant.color))} of ${othersOf(meant, slide)} others.`,
        measured: { value: formatHex(rgb(color)) },
        expected: { value: formatHex(rgb(meant.color)) },
        suggestion: `Use ${formatHex(rgb(meant.color))}.`,
      },
    ];
  });
}

const othersOf = ({ slides }: Swatch, slide: number) => slides.size - (slides.has(slide) ? 1 : 0);

/** A slide with vivid colours, none of which is on half of the others. */
function strangers(
  slides: readonly Slide[],
  slide: number,
  palette: readonly Swatch[],
  { near }: Options,
): Departure[] {
  const common = palette.filter((swatch) => othersOf(swatch, slide) >= (slides.length - 1) / 2);
  const vivid = slides[slide]!.colors.filter(({ color }) => isVivid(color));
  const isKnown = vivid.some(({ color }) =>
    common.some((swatch) => differenceOf(swatch.color, color) <= near),
  );
  if (common.length === 0 || vivid.length === 0 || isKnown) return [];
  const hexes = common.slice(0, 3).map(({ color }) => formatHex(rgb(color)));
  return [
    {
      slide,
      spot: vivid[0]!.spot,
      severity: 'warning',
      says: `has none of the colours that the other slides share (${hexes.join(', ')}).`,
      measured: { value: formatHex(rgb(vivid[0]!.color)) },
      expected: { value: hexes[0]! },
      suggestion: 'Use the colours of the deck.',
    },
  ];
}

const rgb = ([r, g, b]: Rgba) => ({ mode: 'rgb' as const, r, g, b });

import { z } from 'zod';
import { commonest, contentSlides, defineDeckCheck, resultOf, type Departure } from './check.js';
import { DECK_THRESHOLDS } from './thresholds.js';

const DEFAULTS = DECK_THRESHOLDS['deck-margins'];
const OPTIONS = z.strictObject({
  /** Share of the width by which margins may differ. */
  slack: z.number().min(0).default(DEFAULTS.slack.value),
  /** Share of the width within which content further inside is missed and not meant. */
  near: z.number().min(0).default(DEFAULTS.near.value),
});

/**
 * Slides whose content leaves another margin than the others do.
 *
 * On the side where lines begin, more and less count; on the other, where text is ragged, only content that reaches a
 * little beyond the margin that at least half of the slides keep.
 */
export const deckMargins = defineDeckCheck({
  meta: {
    id: 'deck-margins',
    title: 'Margins that change within a deck',
    description:
      'The distance from the left and right edge to the nearest text or card, on slides with content, against the one that most slides keep. Content that is set in by much is another layout and passes. Head and foot of the slides are left out.',
    remedy: 'Give all slides the same padding at the sides.',
    severity: 'warning',
    weight: 0.15,
    kinds: ['slide'],
    source: 'What slide masters of presentation programs are for; thresholds below',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate(slides, { slack, near }) {
    const content = contentSlides(slides);
    if (content.length < 3) return { score: null, reason: 'too-few-slides' };
    const rtl = content.filter((i) => slides[i]!.title?.side === 'right').length > content.length / 2;
    const departures = (['left', 'right'] as const).flatMap((side) => {
      const margins = content.map((i) => slides[i]!.margins[side]);
      const usual = commonest(margins, (a, b) => Math.abs(a.share - b.share) <= slack);
      if (usual.length < content.length / 2) return [];
      const model = margins[usual[0]!]!.share;
      const begins = (side === 'right') === rtl;
      return margins.flatMap((margin, i): Departure[] => {
        const more = (margin?.share ?? model) - model;
        const isMissed = begins ? more <= near : more < 0 && more >= -near;
        if (!margin || Math.abs(more) <= slack || !isMissed) return [];
        return [
          {
            slide: content[i]!,
            spot: margin.spot,
            severity: 'warning',
            says: `leaves ${percent(margin.share)} of its width free on the ${side}, where ${usual.length} of ${content.length} slides leave ${percent(model)}.`,
            measured: { value: percent(margin.share), side },
            expected: { value: percent(model) },
            suggestion: `Set the ${side} padding as on the other slides.`,
          },
        ];
      });
    });
    return resultOf(slides, departures);
  },
});

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

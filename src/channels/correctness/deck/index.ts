import { judgeChannel, unscored } from '../../judge.js';
import type { ChannelResult, Judgement } from '../../schema.js';
import { resolveSetting, type CheckSettings } from '../../settings.js';
import type { DeckCheck } from './check.js';
import { deckMargins } from './deck-margins.js';
import { deckNumbering } from './deck-numbering.js';
import { deckPalette } from './deck-palette.js';
import { deckRepeats } from './deck-repeats.js';
import { deckTitles } from './deck-titles.js';
import { deckType } from './deck-type.js';
import type { Slide } from './slide.js';

export { readSlide, type Slide } from './slide.js';

/** The checks of a deck as a whole. What is wrong on one slide is in that slide's verdict. */
export const DECK_CHECKS: readonly DeckCheck[] = [
  deckRepeats,
  deckNumbering,
  deckTitles,
  deckMargins,
  deckPalette,
  deckType,
];

/** A slide as it came: what was read off it, or null where it showed nothing, and how its correctness was judged. */
export interface DeckPage {
  name: string;
  status: ChannelResult['status'];
  slide: Slide | null;
}

/**
 * Judges slides beside each other, in the order of their names as people count ("2" before "10"). A slide that showed
 * nothing through its own fault is left out; where one could not be judged through ours, the deck can't be either.
 *
 * @throws KallosError KALLOS_CONFIG when a setting doesn't fit its check
 */
export async function judgeSlides(
  pages: readonly DeckPage[],
  settings: CheckSettings = {},
): Promise<Judgement> {
  const failed = pages.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failed.length > 0) {
    return { result: unscored('failed', `slides-failed: ${failed.join(', ')}`), findings: [] };
  }
  const order = new Intl.Collator('en', { numeric: true });
  const slides = pages.flatMap(({ slide }) => slide ?? []).sort((a, b) => order.compare(a.name, b.name));
  const runs = DECK_CHECKS.flatMap((check) => {
    const setting = resolveSetting(check, settings);
    if (!setting) return [];
    const evaluate = () => check.evaluate(slides, setting.options);
    return [{ part: check.meta.id, meta: check.meta, severity: setting.severity, layout: null, evaluate }];
  });
  return judgeChannel('correctness', runs);
}

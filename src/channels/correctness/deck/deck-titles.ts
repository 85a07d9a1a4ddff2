import { z } from 'zod';
import { commonest, contentSlides, defineDeckCheck, resultOf, type Departure } from './check.js';
import type { Text } from './slide.js';
import { DECK_THRESHOLDS } from './thresholds.js';

const DEFAULTS = DECK_THRESHOLDS['deck-titles'];
const OPTIONS = z.strictObject({
  /** Share of the width or height by which titles may differ. */
  slack: z.number().min(0).default(DEFAULTS.slack.value),
  /** Share beyond which a title belongs to another layout: an advisory. */
  jump: z.number().min(0).default(DEFAULTS.jump.value),
});

/** Titles that don't stand where the other slides have theirs. */
export const deckTitles = defineDeckCheck({
  meta: {
    id: 'deck-titles',
    title: 'Titles of a deck at different places',
    description:
      'When one slide follows another, whoever looks on sees the title jump unless it stands at the same place. Measured from the middle of its first line and the side it is aligned to, against the place that most slides of its layout have. A title that is alone in its place is an advisory. Opening and closing slides and pauses between parts are left out.',
    remedy:
      'Give all slides of one layout the same padding, and pin the title to the top instead of centring it with the content.',
    severity: 'warning',
    weight: 0.15,
    kinds: ['slide'],
    source: 'What slide masters of presentation programs are for; thresholds below',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate(slides, { slack, jump }) {
    const content = contentSlides(slides);
    const titles = content.map((i) => slides[i]!.title);
    if (titles.filter((title) => title !== null).length < 3) return { score: null, reason: 'too-few-titles' };
    return resultOf(slides, departures(content, titles, slack, jump));
  },
});

/**
 * Titles fall into layouts by their rough place, and within each the commonest exact place counts. A layout that only one
 * slide has, where half of the others share one, is told too.
 */
function departures(
  content: readonly number[],
  titles: readonly (Text | null)[],
  slack: number,
  jump: number,
): Departure[] {
  const within = (limit: number) => (a: Text, b: Text) =>
    a.side === b.side && distance(a, b).every((d) => d <= limit);
  const found: Departure[] = [];
  let left = [...titles];
  let first: Text | null = null;
  for (let group = commonest(left, within(jump)); group.length > 0; group = commonest(left, within(jump))) {
    const members = left.map((title, i) => (group.includes(i) ? title : null));
    const usual = commonest(members, within(slack));
    const model = members[usual[0]!]!;
    const whose =
      usual.length === 1
        ? `slide ${content[usual[0]!]! + 1} has its own`
        : `${usual.length} of ${content.length} slides have theirs`;
    for (const i of group) {
      const title = members[i]!;
      if (!usual.includes(i)) found.push(jumping(content[i]!, title, model, whose));
    }
    if (first && group.length === 1) found.push(elsewhere(content[group[0]!]!, model, first));
    if (!first && group.length >= content.length / 2) first = model;
    left = left.map((title, i) => (group.includes(i) ? null : title));
  }
  return found.sort((a, b) => a.slide - b.slide);
}

function jumping(slide: number, title: Text, model: Text, whose: string): Departure {
  return {
    slide,
    spot: title,
    severity: 'warning',
    says: `has its title ${away(title, model)} away from where ${whose}.`,
    ...measures(title, model),
  };
}

function elsewhere(slide: number, title: Text, model: Text): Departure {
  return {
    slide,
    spot: title,
    severity: 'advisory',
    says: 'has its title where no other slide has one.',
    ...measures(title, model),
  };
}

function measures(title: Text, model: Text): Pick<Departure, 'measured' | 'expected' | 'suggestion'> {
  const at = ({ at: [x, y], side }: Text) => ({ x: percent(x), y: percent(y), side });
  return {
    measured: at(title),
    expected: at(model),
    suggestion: 'Move the title to the place it has on the other slides.',
  };
}

function distance(a: Text, b: Text): [number, number] {
  return [Math.abs(a.at[0] - b.at[0]), Math.abs(a.at[1] - b.at[1])];
}

function away(title: Text, model: Text): string {
  const [dx, dy] = distance(title, model);
  return dy >= dx ? `${percent(dy)} of the height` : `${percent(dx)} of the width`;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

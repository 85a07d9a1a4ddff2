import { z } from 'zod';
import { commonest, defineDeckCheck, resultOf, type Departure } from './check.js';
import type { Slide, Text } from './slide.js';
import { DECK_THRESHOLDS } from './thresholds.js';

const DEFAULTS = DECK_THRESHOLDS['deck-numbering'];

/** "7", "07", "7 / 12", "Page 7 of 12", "第 7 页". */
const NUMBER =
  /^(?:(?:page|slide|folie|seite|p\.?|no\.?|№|#|第)\s*)?(\d{1,3})(?:\s*(?:\/|of|von|de|\||–|-|\uff0f)\s*(\d{1,3}))?\s*(?:页|頁)?$/i;

/** Page numbers that don't count on from slide to slide. */
export const deckNumbering = defineDeckCheck({
  meta: {
    id: 'deck-numbering',
    title: 'Page numbers that do not follow each other',
    description:
      'Where at least half of the slides carry a number at the same place in their head or foot, the numbers are consecutive in the order of the files and name one total. A number out of order is an error, a total that differs from the others too; a slide between others without its number is an advisory.',
    remedy: 'Count the slides once more, or let a script or a CSS counter number them.',
    severity: 'error',
    weight: 0.15,
    kinds: ['slide'],
    source: 'Kallos: a number is right or wrong; thresholds below',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate(slides) {
    const numbers = slides.map((slide) => numbersOf(slide));
    const places = numbers.map((found, i) => found.map((one) => ({ ...one, slide: i }))).flat();
    const usual = commonest(places, (a, b) => a.slide !== b.slide && isSamePlace(a.text, b.text));
    // A number that stands elsewhere counts where the slide has no other: that it moved is not what is judged here.
    const counted = slides.map((_, i): Numbered | null => {
      const own = places.filter(({ slide }) => slide === i);
      return own.find((one) => usual.includes(places.indexOf(one))) ?? (own.length === 1 ? own[0]! : null);
    });
    const present = counted.filter((one) => one !== null);
    if (usual.length < Math.max(3, slides.length * DEFAULTS.minShare.value)) {
      return { score: null, reason: 'no-page-numbers' };
    }
    const offset = modeOf(present.map(({ value, slide }) => value - slide));
    const total = modeOf(present.flatMap((one) => one.total ?? []));
    return resultOf(
      slides,
      counted.flatMap((one, i): Departure[] => {
        if (!one) return i > 0 && i < slides.length - 1 ? [unnumbered(i, i + offset!)] : [];
        return [...misnumbered(one, i + offset!), ...miscounted(one, total)];
      }),
    );
  },
});

interface Numbered {
  value: number;
  total: number | null;
  text: Text;
  slide: number;
}

function numbersOf({ texts }: Slide): Omit<Numbered, 'slide'>[] {
  const band = DEFAULTS.band.value;
  return texts.flatMap((text) => {
    const match = NUMBER.exec(text.text);
    if (!match || (text.at[1] > band && text.at[1] < 1 - band)) return [];
    return [{ value: Number(match[1]), total: match[2] === undefined ? null : Number(match[2]), text }];
  });
}

/** Numbers are wider or narrower: one of their edges or their middle stays. */
function isSamePlace({ box: a }: Text, { box: b }: Text): boolean {
  const level = Math.abs(a[1] - b[1]) <= a[3] / 2;
  const edges = [a[0] - b[0], a[0] + a[2] - b[0] - b[2], a[0] + a[2] / 2 - b[0] - b[2] / 2];
  return level && edges.some((distance) => Math.abs(distance) <= a[3] / 2);
}

function modeOf(values: readonly number[]): number | null {
  const [first] = commonest(values, (a, b) => a === b);
  return first === undefined ? null : values[first]!;
}

function unnumbered(slide: number, expected: number): Departure {
  return {
    slide,
    spot: null,
    severity: 'advisory',
    says: 'has no page number, unlike the slides around it.',
    measured: { value: null },
    expected: { value: expected },
    suggestion: `Number it ${expected}.`,
  };
}

function misnumbered({ value, text, slide }: Numbered, expected: number): Departure[] {
  if (value === expected) return [];
  return [
    {
      slide,
      spot: text,
      severity: 'error',
      says: `is numbered ${value}; by the slides around it it is ${expected}.`,
      measured: { value },
      expected: { value: expected },
      suggestion: `Number it ${expected}.`,
    },
  ];
}

function miscounted({ total, text, slide }: Numbered, expected: number | null): Departure[] {
  if (total === null || expected === null || total === expected) return [];
  return [
    {
      slide,
      spot: text,
      severity: 'error',
      says: `counts ${total} slides in all; the others count ${expected}.`,
      measured: { value: total },
      expected: { value: expected },
      suggestion: `Write ${expected}.`,
    },
  ];
}

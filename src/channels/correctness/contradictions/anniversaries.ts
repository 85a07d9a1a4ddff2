import type { Wrong } from './claim.js';

const BEGUN =
  /\b(?:founded|established|opened|started|launched|incorporated)\s+in\s+(?:\p{L}+\s+)?(1[5-9]\d\d|20\d\d)\b/iu;
const ANNIVERSARY =
  /\b(?:its|our|their)\s+(\d{1,3})(?:st|nd|rd|th)\s+(?:anniversary|birthday)\s+in\s+(1[5-9]\d\d|20\d\d)\b/i;

/**
 * The claims of a text about its own age: "founded in 1987 … its 50th anniversary in 2027", within one sentence. A year more
 * or less is how some count.
 */
export function anniversaryClaims(text: string): (Wrong | null)[] {
  return text.split(/[.;!?]/).flatMap((sentence) => {
    const begun = BEGUN.exec(sentence);
    const told = ANNIVERSARY.exec(sentence);
    if (!begun || !told) return [];
    const [from, nth, at] = [Number(begun[1]), Number(told[1]), Number(told[2])];
    if (Math.abs(from + nth - at) <= 1) return [null];
    return [
      {
        message: `"${begun[0]}" and "${told[0]}" contradict each other: that is ${at - from} years.`,
        measured: { value: nth },
        expected: { value: at - from },
        suggestion: `Correct one of the years, or the number of the anniversary.`,
        certainty: 'likely',
      },
    ];
  });
}

import { z } from 'zod';
import { elementOf } from '../../graph/tree.js';
import type { Layout } from '../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import { anniversaryClaims } from './contradictions/anniversaries.js';
import type { Claim, Wrong } from './contradictions/claim.js';
import { dateClaims } from './contradictions/dates.js';
import { shareClaims } from './contradictions/shares.js';
import { totalClaims } from './contradictions/totals.js';
import { reachableTexts } from './reachable.js';
import { scoreByShare } from './scale.js';

/** What is read of one text. */
const MAX_LENGTH = 5_000;

/**
 * Statements on the page that can't be true together. Only such are looked at whose parts are all in sight: rows of which
 * the last is called total, a full date with its day of the week, a period with both ends, shares of one whole.
 */
export const contradictions = defineCheck({
  meta: {
    id: 'contradictions',
    title: 'Contradictions',
    description:
      'Statements that cannot be true together: a total that is not the sum of the rows above it (in a table, a list, or wherever labels and amounts stand row by row), a date that falls on another day of the week or does not exist, a period that ends before it begins, an anniversary that does not fit the year of the beginning, shares of one whole that do not make 100 %. Numbers are read as people write them in several countries; what can be read in two ways is left alone, and roundings are allowed for.\n\nWhere the arithmetic leaves no doubt (plain sums, the calendar) a finding is a certain error; where rows may be discounts or parts of others, or where numbers are rounded, it is a likely warning. Outside tables only money is added up, and rows that name a quantity or a rate, hold a field or are partly folded away prove nothing.',
    remedy:
      'Work the numbers out again, and let a script compute totals and days of the week instead of writing them.',
    severity: 'error',
    weight: 0.4,
    source: 'Arithmetic and the Gregorian calendar; patterns collected here.',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ layout }): CheckResult {
    const claims = [...textClaims(layout), ...totalClaims(layout), ...shareClaims(layout)];
    if (claims.length === 0) return { score: null, reason: 'no-claims' };
    const wrong = claims.flatMap((claim) => (claim.wrong ? [{ ...claim, wrong: claim.wrong }] : []));
    const count = (certainty: Wrong['certainty']) =>
      wrong.filter((claim) => claim.wrong.certainty === certainty).length;
    return {
      score:
        scoreByShare(count('certain'), claims.length) *
        scoreByShare(count('likely'), claims.length, 'warning', 'likely'),
      defects: wrong.map(defectOf),
    };
  },
});

/** Claims about dates and ages, text by text: what is split over elements is not put together. */
function textClaims(layout: Layout): Claim[] {
  return reachableTexts(layout).flatMap((node) => {
    const { text = '', parent, box } = layout.nodes[node]!;
    if (!/\d/.test(text)) return [];
    const read = text.slice(0, MAX_LENGTH);
    return [...dateClaims(read), ...anniversaryClaims(read)].map((wrong) => ({
      element: elementOf(layout, parent),
      box,
      wrong,
    }));
  });
}

function defectOf({ element, box, wrong }: Claim & { wrong: Wrong }): Defect {
  return {
    element,
    box,
    ...wrong,
    severity: wrong.certainty === 'certain' ? 'error' : 'warning',
  };
}

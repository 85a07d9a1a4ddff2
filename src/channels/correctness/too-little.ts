import { z } from 'zod';
import type { Fact } from '../../artifact/facts/schema.js';
import { factsOf } from '../../artifact/facts/extract.js';
import { defineCheck, type CheckResult } from '../check.js';
import { contentOf, countContent, isDrawnAtOnce, sentencesIn } from './content.js';
import { isShownAtOnce, nounOf } from './counting.js';
import { scoreByShare } from './scale.js';
import { THRESHOLDS } from './thresholds.js';

const DEFAULTS = THRESHOLDS['too-little'];
const OPTIONS = z.strictObject({
  /** Things that must have been asked for before anything is said. */
  minAsked: z.int().positive().default(DEFAULTS.minAsked.value),
  /** Things shown, as a share of those asked for, that are enough. */
  minShare: z.number().positive().max(1).default(DEFAULTS.minShare.value),
});

/**
 * A page that shows far fewer things than were asked for. Single facts that were read out of a prompt may be misread, or
 * met under another name; but whatever their names are, a page of one heading doesn't hold four parts and three plans.
 */
export const tooLittle = defineCheck({
  meta: {
    id: 'too-little',
    title: 'Too little of what was asked for',
    description:
      'How many things the page can tell (short sentences, pictures and fields; the same text twice is one), against how many things its brief and prompt ask for: parts of a page, so many of something, and texts by their length. Less than half is a page that has next to nothing of what it should have, whatever its parts are called. Below four things asked for nothing is said, and where a canvas or a large picture may hold them it is only likely.',
    remedy: 'Write the parts that the prompt asks for, with their text.',
    severity: 'error',
    weight: 0.8,
    source: 'Chosen here: an empty page has no flaws, so what it lacks must weigh more than flaws do.',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, graph, brief, options }): CheckResult {
    const asked = Math.floor(factsOf(brief).reduce((sum, fact) => sum + thingsOf(fact), 0));
    if (asked < options.minAsked) return { score: null, reason: 'little-asked' };
    const shown = countContent(contentOf(graph, layout));
    if (shown >= options.minShare * asked) return { score: 1, defects: [] };
    const certainty = isDrawnAtOnce(graph, layout) ? 'likely' : 'certain';
    return {
      score: scoreByShare(asked - shown, asked, 'error', certainty),
      defects: [
        {
          element: null,
          box: null,
          message: `The page shows ${shown} short texts, pictures and fields, and ${asked} things were asked for.`,
          measured: { value: shown, unit: 'things' },
          expected: { min: Math.ceil(options.minShare * asked) },
          suggestion: 'Write the parts that were asked for, with their text.',
          severity: 'error',
          certainty,
        },
      ],
    };
  },
});

/** How many things on the page a fact asks for. Many texts may stand in one line; what is not in sight at once is one. */
function thingsOf(fact: Fact): number {
  switch (fact.type) {
    case 'text':
    case 'number':
      return sentencesIn(fact.text);
    case 'section':
      return 1;
    case 'count':
      return isShownAtOnce(nounOf(fact.what)) ? fact.count : 1;
    default:
      return 0;
  }
}

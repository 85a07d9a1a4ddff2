import { z } from 'zod';
import type { FactOf } from '../../artifact/facts/schema.js';
import type { DesignGraph } from '../../graph/schema.js';
import type { Layout } from '../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import { asked, gravity, scoreOfFacts } from './asked.js';
import { contentOf, countContent, isDrawnAtOnce, wordsOfElements } from './content.js';
import { columnsOf, evenGroups, isShownAtOnce, nounOf, talliesOf, type Tally } from './counting.js';

/**
 * How many of a named thing there are. Only what can be counted with confidence is judged: elements named after the thing,
 * in class names, ids, tags or roles. Where nothing has its name, a group of that many boxes of one size is taken for it,
 * and otherwise nothing is said, but of pages that show less than that in all.
 */
export const requiredCount = defineCheck({
  meta: {
    id: 'required-count',
    title: 'Required counts',
    description:
      'How many of a named thing the page shows: three cards, five slides, six testimonials. Counted are elements that are named after the thing (in class names, ids, tags and roles), on the whole page, in one element and in its parent; a match in any of them is enough. Where nothing has that name, a group of as many boxes of one size counts as it, and otherwise the check has nothing to say, unless the whole page shows fewer texts and pictures than things were asked for. A plan, a feature, a testimonial or the like is what it says: an empty box with its name is none, and three that say the same are one. Counts of the brief (`counts`) are certain, those in its prompt likely.',
    remedy: 'Add what is missing, or take away what is too many, so that the number asked for is in sight.',
    severity: 'error',
    weight: 0.4,
    source: 'Chosen here; groups of one size as in the design graph (equal within 10 % of area).',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ layout, graph, brief }): CheckResult {
    const facts = asked(brief, 'count');
    if (facts.length === 0) return { score: null, reason: 'no-facts' };
    const page = readPage(layout, graph);
    const counted = facts.flatMap((fact) => count(page, fact) ?? []);
    if (counted.length === 0) return { score: null, reason: 'cannot-count' };
    return {
      score: scoreOfFacts(
        counted.map(({ fact, tally }) => ({
          confidence: fact.confidence,
          met: tally ? Math.min(tally.count, fact.count) / Math.max(tally.count, fact.count) : 1,
          sure: tally?.even ?? true,
        })),
      ),
      defects: counted.flatMap(({ fact, tally }) => (tally ? [defectOf(layout, fact, tally)] : [])),
    };
  },
});

interface Counted {
  fact: FactOf<'count'>;
  /** The number nearest to the one asked for; null when it is that one. */
  tally: Tally | null;
}

interface Page {
  layout: Layout;
  graph: DesignGraph;
  /** What elements that show something say, themselves and in what they hold. */
  says: ReadonlyMap<number, string>;
  /** How many things the page can tell; Infinity where much of it is drawn at once, and can't be counted. */
  content: number;
}

function readPage(layout: Layout, graph: DesignGraph): Page {
  return {
    layout,
    graph,
    says: wordsOfElements(layout, graph),
    content: isDrawnAtOnce(graph, layout) ? Infinity : countContent(contentOf(graph, layout)),
  };
}

function count({ layout, graph, says, content }: Page, fact: FactOf<'count'>): Counted | null {
  const noun = nounOf(fact.what);
  const groups = noun === 'column' ? columnsOf(graph) : evenGroups(graph, noun, says);
  const tallies = noun === 'column' ? [] : talliesOf(layout, fact.what, says);
  if (tallies.some((tally) => tally.count === fact.count)) return { fact, tally: null };
  // Nothing has the name, or one thing that may hold them all: then boxes of one size are what a reader counts.
  const isNameless = tallies.every(({ elements }) => elements.length === 1);
  if (isNameless && groups.includes(fact.count)) return { fact, tally: null };
  if (tallies.length === 0) {
    return isShownAtOnce(noun) && content < fact.count
      ? { fact, tally: { count: 0, elements: [], even: true } }
      : null;
  }
  const nearest = tallies.reduce((best, each) =>
    Math.abs(each.count - fact.count) < Math.abs(best.count - fact.count) ? each : best,
  );
  return { fact, tally: nearest };
}

function defectOf(layout: Layout, { what, count, confidence }: FactOf<'count'>, tally: Tally): Defect {
  const shared = tally.elements.length > 0 ? layout.nodes[tally.elements[0]!]!.parent : -1;
  const element = layout.nodes[shared]?.type === 'element' ? shared : null;
  return {
    element,
    box: element === null ? null : layout.nodes[element]!.box,
    message: `${count} of "${what}" were asked for; the page shows ${tally.count}.`,
    measured: { value: tally.count, unit: what.slice(0, 40) },
    expected: { value: count },
    suggestion:
      tally.count < count
        ? `Add ${count - tally.count} more.`
        : `Take away ${tally.count - count}, or show ${count} of them as one group.`,
    ...gravity(confidence, tally.even),
  };
}

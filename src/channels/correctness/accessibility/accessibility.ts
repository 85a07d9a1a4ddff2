import { z } from 'zod';
import type { Layout, RuleRun } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import type { Severity } from '../../schema.js';
import { scoreByShare } from '../scale.js';
import { nameOf } from '../wording.js';
import { RULES } from './rules.js';

type Violation = RuleRun['violations'][number];

/**
 * What the rules of axe-core found while the page was open (profile `full`). A finding a rule and kind of element; the
 * score by the elements concerned among all that are seen.
 */
export const accessibility = defineCheck({
  meta: {
    id: 'accessibility',
    title: 'Element is out of reach for some people',
    description:
      'Controls and pictures without a name, pages without a language, zooming forbidden, lists and tables whose structure is broken, ARIA attributes that mean nothing, focus that disappears: what 46 rules of axe-core find. Contrast, order of headings, labels of fields, size of targets and endless motion have checks of their own. Gathered in the profile `full` only, on pages of at most 3,000 elements, those in drawings aside. Axe finds about half of what keeps people out: no finding does not mean accessible.',
    remedy:
      'Use native elements (`button`, `a href`, `label`, `ul`), give every control a name and every picture an `alt`, and state the language: `<html lang="en">`.',
    severity: 'warning',
    weight: 0.2,
    source: 'WCAG 2.2 level A and AA as tested by axe-core 4.14 (Deque)',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Ids of rules of axe-core that are left out. */
    ignore: z.array(z.string()).default([]),
  }),
  evaluate({ capture, layout, graph, options }): CheckResult {
    const { rules } = capture.data;
    if (!rules) return { score: null, reason: 'not-gathered' };
    if (rules.status === 'too-large') return { score: null, reason: 'too-many-elements' };
    if (rules.status === 'failed') throw new Error('the accessibility rules did not come to an end');
    const violations = rules.violations.filter(({ rule }) => !options.ignore.includes(rule));
    const count = (severity: Severity) =>
      violations.reduce((sum, one) => sum + (severityOf(one) === severity ? one.count : 0), 0);
    const total = graph.nodes.length;
    return {
      score:
        scoreByShare(count('warning'), total, 'warning') * scoreByShare(count('advisory'), total, 'advisory'),
      defects: violations.flatMap((violation) => defectsOf(layout, violation)),
    };
  },
});

/** Rules that axe rates "critical" or "serious" keep people out; the others are nuisances. */
function severityOf({ impact, rule }: Violation): Severity {
  return (impact === 'critical' || impact === 'serious') && !MILD.has(rule) ? 'warning' : 'advisory';
}

/** Rules of "serious" impact that cost nobody the content: a screen reader guesses the language, and reads on past the rest. */
const MILD = new Set([
  'html-has-lang',
  'document-title',
  'tabindex',
  'listitem',
  'list',
  'dlitem',
  'definition-list',
]);

/** Elements of one tag and class fail for one reason, and are repaired in one place: they are one finding. */
function defectsOf(layout: Layout, violation: Violation): Defect[] {
  const groups = new Map<string, number[]>();
  for (const node of violation.nodes) {
    const name = nameOf(layout, node).replace(/#.*/, '');
    groups.set(name, [...(groups.get(name) ?? []), node]);
  }
  const { rule, count } = violation;
  const { wrong, remedy } = RULES[rule] ?? {
    wrong: `fails the rule ${rule}.`,
    remedy: 'See its page at Deque.',
  };
  return [...groups.values()].map((nodes): Defect => {
    const [first] = nodes as [number];
    const also = nodes.length > 1 ? ` (and ${nodes.length - 1} more)` : '';
    return {
      element: first,
      box: layout.nodes[first]!.box,
      message: `${nameOf(layout, first)}${also} ${wrong}`,
      measured: { rule, impact: violation.impact, elements: nodes.length, all: count },
      expected: { max: 0 },
      suggestion: remedy,
      severity: severityOf(violation),
    };
  });
}

import { z } from 'zod';
import { elementOf } from '../../graph/tree.js';
import type { Capture, Layout } from '../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import { PLACEHOLDERS, type Placeholder } from './placeholders.js';
import { reachableTexts } from './reachable.js';
import { scoreByShare } from './scale.js';
import { contains, upFrom } from './scene.js';
import { nameOf, quote } from './wording.js';

/** What stands in these is quoted, not said. */
const QUOTING = new Set(['code', 'pre', 'kbd', 'samp', 'var', 'textarea', 'option']);

/** What is looked at of one text; nobody reads further to learn that it is filler. */
const MAX_LENGTH = 10_000;

/** A page about these shows them as its subject. */
const TOPIC = /lorem|ipsum|placeholder|dummy text|filler|blindtext|template/i;

/**
 * Text that was meant to be replaced: filler text, unfilled templates, missing values, notes to oneself.
 *
 * Not meant, and left out:
 * - text in code, pre, kbd and samp: it is quoted;
 * - filler on a page whose title or first heading names it, as long as it is less than half of the text (else the name
 *   would be a way to be paid for filler), and says more than the filler does;
 * - template syntax on a page that also shows it in code, and where a script could not be offered by the renderer.
 */
export const placeholderText = defineCheck({
  meta: {
    id: 'placeholder-text',
    title: 'Placeholder text',
    description:
      'Text that was meant to be replaced: lorem ipsum and its kin in other languages, unfilled templates (`{{ name }}`, `${total}`), values that a script did not have (`undefined`, `NaN`, `[object Object]`), blanks such as `[Company Name]`, and notes such as `TODO: ...`. It tells every reader that the page is not finished.',
    remedy:
      'Write the real text. For a missing value, look for the script that fills it: the data has another shape than the template expects.',
    severity: 'error',
    weight: 0.5,
    source:
      'Phrases of filler generators and slide templates, collected here (`placeholders.ts`); not seen on 60 real pages (Design2Code) but for real filler.',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ capture, layout }): CheckResult {
    const texts = reachableTexts(layout).map((node) => ({
      element: elementOf(layout, layout.nodes[node]!.parent),
      box: layout.nodes[node]!.box,
      text: layout.nodes[node]!.text!.trim().slice(0, MAX_LENGTH),
    }));
    if (texts.length === 0) return { score: null, reason: 'no-text' };
    const total = texts.reduce((sum, { text }) => sum + text.length, 0);
    const hits = texts.flatMap((each) => {
      if (isQuoted(layout, each.element)) return [];
      const placeholder = PLACEHOLDERS.find(({ pattern }) => pattern.test(each.text));
      return placeholder ? [{ ...each, placeholder }] : [];
    });
    if (hits.length === 0) return { score: 1, defects: [] };
    const excuses = excusesOf(capture, layout, charactersOf(hits) / total);
    const real = hits.filter(({ placeholder }) => !placeholder.unless?.some((reason) => excuses[reason]));
    const score = groupsOf(real).reduce(
      (product, { placeholder, affected }) =>
        product * scoreByShare(affected, total, placeholder.severity, placeholder.certainty),
      1,
    );
    return { score, defects: real.map((hit) => defectOf(layout, hit)) };
  },
});

interface Hit {
  element: number;
  box: Defect['box'];
  text: string;
  placeholder: Placeholder;
}

function defectOf(layout: Layout, { element, box, text, placeholder }: Hit): Defect {
  const found = placeholder.pattern.exec(text)![0].trim();
  return {
    element,
    box,
    message: `${nameOf(layout, element)} shows ${placeholder.what}: ${quote(found)}.`,
    measured: { text: found.slice(0, 80), pattern: placeholder.id },
    expected: null,
    suggestion: `Write the real text in place of ${quote(found)}.`,
    severity: placeholder.severity,
    certainty: placeholder.certainty,
  };
}

/** Characters affected by each severity and certainty, so that ten fillers cost more than one but not ten times as much. */
function groupsOf(hits: readonly Hit[]): { placeholder: Placeholder; affected: number }[] {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = `${hit.placeholder.severity} ${hit.placeholder.certainty}`;
    groups.set(key, [...(groups.get(key) ?? []), hit]);
  }
  return [...groups.values()].map((group) => ({
    placeholder: group[0]!.placeholder,
    affected: charactersOf(group),
  }));
}

function charactersOf(hits: readonly Hit[]): number {
  return hits.reduce((sum, { text }) => sum + text.length, 0);
}

function excusesOf(capture: Capture, layout: Layout, share: number) {
  const heading = layout.nodes.findIndex(({ name }) => name === 'h1');
  const named = heading < 0 ? '' : textOf(layout, heading);
  return {
    topic: share < 0.5 && [capture.data.title, named].some(isTopic),
    syntax: layout.nodes.some(
      ({ type, text, parent }) =>
        type === 'text' &&
        PLACEHOLDERS.some(({ unless, pattern }) => unless?.includes('syntax') && pattern.test(text ?? '')) &&
        isQuoted(layout, parent),
    ),
    library: capture.data.requests.some(({ fate, type }) => fate === 'unavailable' && /^script$/i.test(type)),
  };
}

/** The words of the filler, in which a title may be written as well. */
const FILLER =
  `lorem ipsum dolor sit amet consectetur consectetuer adipiscing adipisicing elit sed do eiusmod tempor incididunt ut labore et dolore
  magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat`.split(
    /\s+/,
  );

/** Does it name filler as the subject? A title that is filler itself, cut off or not, names nothing. */
function isTopic(title: string): boolean {
  const words = title.toLowerCase().match(/\p{L}+/gu) ?? [];
  return TOPIC.test(title) && words.some((word) => !FILLER.some((filler) => filler.startsWith(word)));
}

function isQuoted(layout: Layout, element: number): boolean {
  for (const i of upFrom(layout, element)) if (QUOTING.has(layout.nodes[i]!.name)) return true;
  return false;
}

function textOf(layout: Layout, element: number): string {
  return layout.nodes
    .filter(({ type }, i) => type === 'text' && contains(layout, element, i))
    .map(({ text }) => text)
    .join(' ');
}

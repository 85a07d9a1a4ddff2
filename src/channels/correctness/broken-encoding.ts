import { z } from 'zod';
import { elementOf } from '../../graph/tree.js';
import type { Capture, Layout } from '../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import { misreadIn, type Misread } from './misread.js';
import { reachableTexts } from './reachable.js';
import { scoreByShare } from './scale.js';
import { contains, upFrom } from './scene.js';
import { nameOf, quote } from './wording.js';

/** What stands in these is quoted, not said. */
const QUOTING = new Set(['code', 'pre', 'kbd', 'samp', 'var']);

/** A page about these shows them as its subject. */
const TOPIC = /mojibake|unicode|utf-?8|encoding|charset|code ?page|replacement character|latin-?1/i;

/**
 * Text that was decoded by another encoding than it was written in.
 *
 * Not meant, and left out: what is quoted in code, pre, kbd and samp; a page whose title or first heading names the
 * matter, as long as less than half of its text is broken.
 */
export const brokenEncoding = defineCheck({
  meta: {
    id: 'broken-encoding',
    title: 'Broken encoding',
    description:
      'Text that was written in one encoding and read in another: `cafÃ©` for café, `donâ€™t` for don’t, `�` for what a decoder could not read, control characters where quotes should be. Told by what the characters are as bytes: letters and signs of Windows-1252 or Windows-1251 that are valid UTF-8 in a row, where no language writes them. Accents, capitals and quotes of real languages are no such rows, or stand where words allow them.',
    remedy:
      'Write the characters that were meant, save the file as UTF-8, and state it first in the head: `<meta charset="utf-8">`. Text from another source has to be decoded by the encoding in which that source wrote it.',
    severity: 'error',
    weight: 0.4,
    source:
      'Encoding Standard (WHATWG): UTF-8, windows-1252, windows-1251, and U+FFFD for what cannot be decoded; quiet on 60 real pages (Design2Code).',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ capture, layout }): CheckResult {
    const texts = reachableTexts(layout);
    if (texts.length === 0) return { score: null, reason: 'no-text' };
    const total = texts.reduce((sum, node) => sum + layout.nodes[node]!.text!.trim().length, 0);
    const hits = texts.flatMap((node): Hit[] => {
      const { text, parent } = layout.nodes[node]!;
      const found = misreadIn(text!);
      const element = elementOf(layout, parent);
      return found.length === 0 || isQuoted(layout, element) ? [] : [{ node, element, found }];
    });
    const affected = hits.reduce(
      (sum, { node, found }) => sum + lettersAround(layout.nodes[node]!.text!, found),
      0,
    );
    if (affected < total / 2 && isTopic(capture, layout)) return { score: 1, defects: [] };
    return { score: scoreByShare(affected, total), defects: hits.map((hit) => defectOf(layout, hit)) };
  },
});

interface Hit {
  node: number;
  element: number;
  found: Misread[];
}

/** Characters of the words in which something is misread: a reader stumbles over the word. */
function lettersAround(text: string, found: readonly Misread[]): number {
  return [...text.matchAll(/[^ \t\r\n]+/g)].reduce((sum, { 0: word, index }) => {
    const isBroken = found.some(({ start, end }) => start < index + word.length && end > index);
    return sum + (isBroken ? word.length : 0);
  }, 0);
}

function defectOf(layout: Layout, { node, element, found }: Hit): Defect {
  const { text = '', box } = layout.nodes[node]!;
  const { start, end, meant } = found[0]!;
  const around = text.slice(Math.max(0, start - 12), end + 12);
  const more = found.length === 1 ? '' : `, and ${found.length - 1} more`;
  const wrong = codesOf(text.slice(start, end));
  return {
    element,
    box,
    message: `${nameOf(layout, element)} shows ${quote(around)}, text of another encoding: ${wrong} ${meant === null ? 'stands for a character that was lost' : `where ${quote(meant)} was meant`}${more}.`,
    measured: { value: found.length, unit: 'places', text: text.slice(start, end) },
    expected: { max: 0 },
    suggestion:
      meant === null
        ? 'Write the character that was meant, and save the file as UTF-8.'
        : `Write ${quote(meant)} there, and save the file as UTF-8.`,
  };
}

function codesOf(text: string): string {
  return Array.from(text)
    .slice(0, 4)
    .map((character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
}

function isQuoted(layout: Layout, element: number): boolean {
  for (const i of upFrom(layout, element)) if (QUOTING.has(layout.nodes[i]!.name)) return true;
  return false;
}

function isTopic(capture: Capture, layout: Layout): boolean {
  const heading = layout.nodes.findIndex(({ name }) => name === 'h1');
  const words = layout.nodes
    .filter(({ type }, i) => type === 'text' && heading >= 0 && contains(layout, heading, i))
    .map(({ text }) => text);
  return TOPIC.test(`${capture.data.title} ${words.join(' ')}`);
}

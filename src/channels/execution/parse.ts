import { isComponent } from '../../artifact/component.js';
import { parsePage } from '../../artifact/markup.js';
import { z } from 'zod';
import type { Layout } from '../../render/capture.js';
import type { Defect } from '../check.js';
import type { Severity } from '../schema.js';
import type { ExecutionCheck } from './check.js';
import { scoreByTally } from './tally.js';

interface ParseRule {
  severity: Severity;
  message: string;
  suggestion: string;
}

const BROKEN_TAG = 'Check the quotes and brackets of this tag; use single quotes inside double ones.';
const UNFINISHED = 'Finish the document; it seems to break off here.';

/**
 * Parse errors that matter, by their code in the HTML standard (13.2.2): those after which the page is another one than
 * its author wrote. The standard knows some fifty more; a stray solidus, a bare ampersand or a control character are
 * repaired without a trace, and are not reported.
 */
export const PARSE_RULES: Readonly<Record<string, ParseRule>> = {
  'eof-in-tag': { severity: 'error', message: 'The document ends inside a tag.', suggestion: UNFINISHED },
  'eof-before-tag-name': {
    severity: 'error',
    message: 'The document ends inside a tag.',
    suggestion: UNFINISHED,
  },
  'eof-in-comment': {
    severity: 'error',
    message: 'A comment is never closed: everything after it is lost.',
    suggestion: 'Close the comment with -->.',
  },
  'eof-in-element-that-can-contain-only-text': {
    severity: 'error',
    message: 'A script, style, title or textarea is never closed: everything after it is lost.',
    suggestion: 'Add the missing end tag.',
  },
  'eof-in-script-html-comment-like-text': {
    severity: 'error',
    message: 'A script holds an unclosed <!--, which hides its end tag: everything after it is lost.',
    suggestion: 'Remove the <!-- from the script.',
  },
  'eof-in-cdata': { severity: 'error', message: 'A CDATA section is never closed.', suggestion: UNFINISHED },
  'unexpected-character-in-attribute-name': {
    severity: 'error',
    message:
      'A quote or < stands in an attribute name: a quote is missing or too many, and the attribute is lost.',
    suggestion: BROKEN_TAG,
  },
  'unexpected-character-in-unquoted-attribute-value': {
    severity: 'warning',
    message: 'A quote, <, = or ` stands in an attribute value without quotes.',
    suggestion: BROKEN_TAG,
  },
  'unexpected-equals-sign-before-attribute-name': {
    severity: 'warning',
    message: 'An attribute begins with an equals sign: its name is missing.',
    suggestion: BROKEN_TAG,
  },
  'missing-attribute-value': {
    severity: 'warning',
    message: 'An attribute has an equals sign but no value.',
    suggestion: 'Give the value, or remove the equals sign.',
  },
  'unexpected-question-mark-instead-of-tag-name': {
    severity: 'warning',
    message: 'An instruction of XML or PHP stands in the page: it becomes a comment.',
    suggestion: 'Remove it; a browser does not run it.',
  },
  'missing-doctype': {
    severity: 'warning',
    message:
      'The document has no doctype: browsers fall back to quirks mode, with other sizes and line heights.',
    suggestion: 'Begin the document with <!DOCTYPE html>.',
  },
  'misplaced-doctype': {
    severity: 'warning',
    message: 'A doctype stands inside the document: two documents may have been joined.',
    suggestion: 'Keep one document.',
  },
  'nested-noscript-in-head': {
    severity: 'warning',
    message: 'A noscript stands inside another.',
    suggestion: 'Take it out.',
  },
};

const options = z.strictObject({});

/** Errors of the HTML parser that change the page. */
export const parse: ExecutionCheck<typeof options> = {
  meta: {
    id: 'parse',
    title: 'Parse errors',
    description:
      'Browsers repair broken markup silently, and what they make of it is often not what was meant: a lost quote drops a style, an unclosed script swallows the rest of the page. Only errors after which the page differs from the code are reported.',
    remedy:
      'Repair the markup at the line named. The first error of a page is often the cause of the later ones.',
    severity: 'error',
    weight: 0.1,
    source: 'HTML standard, 13.2.2 (parse errors), as reported by parse5; the choice is argued in the code.',
    viewports: 'primary',
  },
  options,
  evaluate({ entry, language, capture }) {
    if (!entry || language === 'python' || isComponent(language)) return { score: null, reason: 'no-markup' };
    const defects =
      language === 'svg'
        ? xmlDefects(capture.data.layouts[0], entry.file)
        : htmlDefects(entry.code, entry.file);
    return { score: scoreByTally(defects, 'error', ({ message }) => message), defects };
  },
};

function htmlDefects(code: string, file: string): Defect[] {
  return parsePage(code).errors.flatMap((error) => {
    const rule = PARSE_RULES[error.code];
    if (!rule) return [];
    return {
      ...rule,
      element: null,
      box: null,
      measured: { error: error.code },
      expected: null,
      source: { file, line: error.startLine, column: error.startCol },
    };
  });
}

/** SVG is XML, where the browser itself stops at the first error and shows where it stands. */
function xmlDefects(layout: Layout | undefined, file: string): Defect[] {
  const at = layout?.nodes.findIndex(({ name }) => name === 'parsererror') ?? -1;
  if (!layout || at < 0) return [];
  const text = layout.nodes
    .slice(at)
    .map((node) => node.text ?? '')
    .join(' ');
  const [, line, column, message] = /line (\d+) at column (\d+): (.*?)(?: Below is|$)/s.exec(text) ?? [];
  return [
    {
      element: null,
      box: null,
      message: `The SVG is not well-formed XML${message ? `: ${message.trim()}` : ''}.`,
      measured: { error: 'not-well-formed' },
      expected: null,
      suggestion: 'Close every element, quote every attribute, and write & as &amp;.',
      source: line ? { file, line: Math.max(1, Number(line)), column: Math.max(1, Number(column)) } : null,
    },
  ];
}

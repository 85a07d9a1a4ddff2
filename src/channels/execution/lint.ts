import htmlhint from 'htmlhint';
import { z } from 'zod';
import { isComponent } from '../../artifact/component.js';
import type { Kind, Language } from '../../artifact/schema.js';
import type { Defect } from '../check.js';
import type { ExecutionCheck } from './check.js';
import { LINT_RULES, type LintRule } from './lint-rules.js';
import { scoreByTally } from './tally.js';

const RULES = new Map(LINT_RULES.map((rule) => [rule.rule, rule]));

/** Elements whose end tag an author may omit (HTML standard, 13.1.2.4). */
const OPTIONAL_END = new Set(
  'html head body li dt dd p rt rp optgroup option colgroup caption thead tbody tfoot tr td th'.split(' '),
);

const options = z.strictObject({
  /** Rules to leave out, by HTMLHint's names. */
  without: z.array(z.string()).default([]),
});

/** HTMLHint with the rule set of `lint-rules.ts`. */
export const lint: ExecutionCheck<typeof options> = {
  meta: {
    id: 'lint',
    title: 'Lint',
    description:
      'Slips in the code that a reader of it would call wrong: tags that do not pair, attributes given twice, ids used twice, empty sources, and what assistive technology needs. House style is not judged.',
    remedy:
      'Each finding names the rule, the line and the column. The table below says why each rule is used.',
    severity: 'warning',
    weight: 0.15,
    source: 'HTMLHint 1.9.2 (htmlhint.com) with the rule set below; HTML standard; WCAG 2.2.',
    viewports: 'primary',
  },
  options,
  evaluate({ capture, entry, language, kind, options }) {
    if (!entry || language === 'python' || isComponent(language)) return { score: null, reason: 'no-markup' };
    const defects = hints(entry.code, language, kind, options.without).map((hint): Defect => {
      const rule = RULES.get(hint.rule.id)!;
      return {
        element: null,
        box: null,
        message: inReply(hint.message, capture.data.artifact.lineOffset),
        measured: { rule: rule.rule },
        expected: null,
        suggestion: rule.suggestion ?? '',
        severity: rule.severity ?? 'warning',
        source: { file: entry.file, line: hint.line, column: hint.col },
      };
    });
    return {
      score: scoreByTally(defects, 'warning', ({ measured }) => String(measured!['rule'])),
      defects,
    };
  },
};

function hints(code: string, language: Language, kind: Kind, without: readonly string[]) {
  const used = LINT_RULES.filter((rule) => isUsed(rule, language, kind) && !without.includes(rule.rule));
  if (used.length === 0) return [];
  // A fresh object each time: HTMLHint writes into it.
  const ruleset = Object.fromEntries(used.map(({ rule }) => [rule, true]));
  return htmlhint.HTMLHint.verify(withoutDirectives(code), ruleset).filter(({ rule, message, raw }) => {
    if (rule.id === 'tag-pair') return language !== 'html' || !omitsOnlyOptional(message);
    // HTMLHint reports the end tag of an obsolete element once more.
    return rule.id !== 'tag-no-obsolete' || !raw.startsWith('</');
  });
}

/** A message that names a further line, counted as people count it. */
function inReply(message: string, lineOffset: number): string {
  return message.replace(/(?<= on line )\d+(?=\.?$)/, (line) => String(Number(line) + lineOffset - 1));
}

function isUsed(rule: LintRule, language: Language, kind: Kind): boolean {
  return rule.on && (rule.languages ?? ['html']).includes(language) && !rule.except?.includes(kind);
}

/**
 * HTMLHint takes orders from comments of the file it lints (`<!-- htmlhint-disable -->`). An artifact must not switch off
 * its own judge, so the word is broken, with every position kept.
 */
function withoutDirectives(code: string): string {
  return code.replace(/htmlhint/gi, 'htmlh_nt');
}

function omitsOnlyOptional(message: string): boolean {
  const missing = /missing: \[ (.*?) \]/.exec(message)?.[1];
  const tags = [...(missing ?? '').matchAll(/<\/([^>]+)>/g)].map((match) => match[1]!.toLowerCase());
  return tags.length > 0 && tags.every((tag) => OPTIONAL_END.has(tag));
}

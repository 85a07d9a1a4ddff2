import type { Brief } from '../schema.js';
import { canvasIn } from './canvas.js';
import { languageIn, languageOf } from './language.js';
import { countsIn, numbersIn } from './measures.js';
import type { Fact } from './schema.js';
import { sectionNamed, sectionsIn } from './sections.js';
import { listedTexts, namedTexts, quotedTexts } from './texts.js';

/** What is read of a prompt; longer ones carry code or documents, which say nothing about the page. */
const MAX_LENGTH = 20_000;

/**
 * What a plain prompt asks for that can be looked up on the page, without a model. `certain` are only quoted texts that
 * the prompt asks to appear; everything else is a reading of free words and `likely`. Pure; the same prompt gives the
 * same facts, in the order text, number, count, section, language, canvas.
 */
export function extractFacts(prompt: string): Fact[] {
  const prose = withoutCode(prompt.slice(0, MAX_LENGTH));
  const likely = <T extends object>(reading: T) => ({ confidence: 'likely' as const, ...reading });
  const named = languageIn(prose);
  const own = languageOf(prose);
  const language = named ?? (own ? { language: own, quote: prose.slice(0, 40) } : null);
  const canvas = canvasIn(prose);
  return distinct([
    ...[...quotedTexts(prose), ...namedTexts(prose), ...listedTexts(prose)].map((reading): Fact => ({
      type: 'text',
      ...reading,
    })),
    ...numbersIn(prose).map((reading): Fact => likely({ type: 'number', ...reading })),
    ...countsIn(prose).map((reading): Fact => likely({ type: 'count', ...reading })),
    ...sectionsIn(prose).map((reading): Fact => likely({ type: 'section', ...reading })),
    ...(language ? [likely({ type: 'language' as const, ...language })] : []),
    ...(canvas ? [likely({ type: 'canvas' as const, ...canvas })] : []),
  ]);
}

/**
 * Every fact of a brief. Its structured part is certain and wins: where it names a language, a canvas or a count, what
 * the prompt says about the same is dropped. What a model read comes last.
 */
export function factsOf(brief: Brief): Fact[] {
  const stated = statedFacts(brief);
  const found = brief.prompt === undefined ? [] : extractFacts(brief.prompt);
  return distinct([...stated, ...found, ...(brief.read ?? [])]);
}

function statedFacts({ facts = [], counts = [], sections = [], language, canvas }: Brief): Fact[] {
  const confidence = 'certain';
  return [
    ...facts.map((text): Fact => ({ type: 'text', text, quote: text, confidence })),
    ...counts.map(({ what, count }): Fact => ({
      type: 'count',
      what,
      count,
      quote: `${count} × ${what}`,
      confidence,
    })),
    ...sections.map((words): Fact => ({
      type: 'section',
      section: sectionNamed(words) ?? words,
      quote: words,
      confidence,
    })),
    ...(language === undefined ? [] : [{ type: 'language', language, quote: language, confidence } as const]),
    ...(canvas === undefined
      ? []
      : [
          {
            type: 'canvas',
            size: canvas,
            ratio: canvas[0] / canvas[1],
            quote: canvas.join('x'),
            confidence,
          } as const,
        ]),
  ];
}

/** One fact about one thing: the first, and the surest. */
function distinct(facts: readonly Fact[]): Fact[] {
  const known = new Map<string, Fact>();
  for (const fact of facts) {
    const key = keyOf(fact);
    const before = known.get(key);
    if (!before || (before.confidence === 'likely' && fact.confidence === 'certain')) known.set(key, fact);
  }
  return [...known.values()];
}

function keyOf(fact: Fact): string {
  switch (fact.type) {
    case 'text':
    case 'number':
      return `shown ${fact.text.toLowerCase()}`;
    case 'count':
      return `count ${fact.what.toLowerCase().split(' ').at(-1)!.replace(/s$/, '')}`;
    case 'section':
      return `section ${fact.section.toLowerCase()}`;
    default:
      return fact.type;
  }
}

/**
 * A prompt without code in it: fenced blocks, everything from the first tag of a document to its last, and what follows
 * a document that breaks off inside a script.
 */
function withoutCode(prompt: string): string {
  return prompt
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/<(?:!doctype|html|head|body|script|style|div|svg)\b[\s\S]*>(?:[^<]*[{};][^<]*$)?/gi, ' ');
}

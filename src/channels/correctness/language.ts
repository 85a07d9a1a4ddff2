import { z } from 'zod';
import type { Confidence } from '../../artifact/facts/schema.js';
import type { Layout } from '../../render/capture.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect } from '../check.js';
import { asked, gravity } from './asked.js';
import { reachableTexts } from './reachable.js';
import { scoreByShare } from './scale.js';
import { upFrom } from './scene.js';
import { areKin, baseOf, languageSpoken, shareInScript } from './spoken.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from './wording.js';

const { minLetters, minDeclared, minScript, maxFit } = THRESHOLDS.language;
/** Blocks looked at one by one; a page of more is of one language by then. */
const MAX_BLOCKS = 60;
const QUOTING = new Set(['code', 'pre', 'kbd', 'samp', 'var', 'textarea', 'option', 'svg']);

/**
 * The language of the text that a reader sees, against the one that the brief asks for: its script first, then its
 * n-grams. Beside it, whether the page's `lang` says what its text is.
 */
export const language = defineCheck({
  meta: {
    id: 'language',
    title: 'Language',
    description:
      'The language of the text that a reader sees: that of the brief (`language`, certain, or named in its prompt, likely), told by its script and by its n-grams. Single paragraphs in another language count by their share of the text. A page whose `lang` attribute says another language than its text is written in gets an advisory: screen readers and hyphenation go by it.',
    remedy:
      'Write the text in the language asked for. Set `<html lang>` to the language of the text, and `lang` on parts in another.',
    severity: 'error',
    weight: 0.6,
    source:
      'WCAG 2.2, 3.1.1 Language of Page for the attribute; languages are told by eld (n-grams of 60 languages).',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  async evaluate({ brief, layout, capture }): Promise<CheckResult> {
    const [wanted] = asked(brief, 'language');
    const declared = capture.data.language;
    if (!wanted && !declared) return { score: null, reason: 'no-language' };
    const blocks = blocksOf(layout);
    const letters = sum(blocks);
    if (letters < minLetters.value) return { score: null, reason: 'too-little-text' };
    const asides =
      declared && letters >= minDeclared.value ? await misdeclared(layout, blocks, declared) : [];
    const own = asides.length > 0 ? scoreByShare(1, 1, 'advisory', 'likely') : 1;
    if (!wanted) return { score: own, defects: asides };
    const foreign = await foreignTo(blocks, baseOf(wanted.language));
    return {
      score: own * scoreOf(foreign, letters, wanted.confidence),
      defects: [...defectsOf(layout, foreign, wanted), ...asides],
    };
  },
});

interface Block {
  element: number;
  box: Defect['box'];
  text: string;
  letters: number;
}

function blocksOf(layout: Layout): Block[] {
  return reachableTexts(layout).flatMap((node) => {
    const { parent, box, text = '' } = layout.nodes[node]!;
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    if (letters === 0) return [];
    for (const i of upFrom(layout, parent)) if (QUOTING.has(layout.nodes[i]!.name)) return [];
    return [{ element: parent, box, text, letters }];
  });
}

const sum = (blocks: readonly Block[]) => blocks.reduce((total, { letters }) => total + letters, 0);
const join = (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('\n');

/** Text in another language: all of it, or some blocks. */
interface Foreign {
  blocks: readonly Block[];
  /** Code of the language that it is in, where that is known. */
  spoken: string | null;
  whole: boolean;
  sure: boolean;
}

async function foreignTo(blocks: readonly Block[], wanted: string): Promise<Foreign> {
  const text = join(blocks);
  const inScript = shareInScript(text, wanted);
  const spoken = await languageSpoken(text);
  if (inScript !== null && inScript < minScript.value) {
    return { blocks, spoken: spoken?.language ?? null, whole: true, sure: true };
  }
  if (spoken && isForeign(spoken, wanted)) {
    return { blocks, spoken: spoken.language, whole: true, sure: sum(blocks) >= minDeclared.value };
  }
  const found: Block[] = [];
  for (const block of blocks.filter(({ letters }) => letters >= minLetters.value).slice(0, MAX_BLOCKS)) {
    const inBlock = shareInScript(block.text, wanted);
    const told = await languageSpoken(block.text);
    if ((inBlock !== null && inBlock < minScript.value) || (told && isForeign(told, wanted)))
      found.push(block);
  }
  return { blocks: found, spoken: null, whole: false, sure: false };
}

function isForeign(
  { language: spoken, scores, reliable }: NonNullable<Awaited<ReturnType<typeof languageSpoken>>>,
  wanted: string,
): boolean {
  return reliable && !areKin(spoken, wanted) && (scores[wanted] ?? 0) < maxFit.value * scores[spoken]!;
}

function scoreOf({ blocks, sure }: Foreign, letters: number, confidence: Confidence): number {
  const { severity, certainty } = gravity(confidence, sure);
  return scoreByShare(sum(blocks), letters, severity, certainty);
}

function defectsOf(
  layout: Layout,
  { blocks, spoken, whole, sure }: Foreign,
  { language: wanted, confidence }: { language: string; confidence: Confidence },
): Defect[] {
  if (blocks.length === 0) return [];
  const name = nameOfLanguage(wanted);
  const common = { expected: { language: wanted }, ...gravity(confidence, sure) };
  if (whole) {
    return [
      {
        ...common,
        element: null,
        box: null,
        message: `The text is in ${spoken ? nameOfLanguage(spoken) : 'another language'}; ${name} was asked for.`,
        measured: { language: spoken },
        suggestion: `Write the text in ${name}.`,
      },
    ];
  }
  return blocks.map(({ element, box, text }) => ({
    ...common,
    element,
    box,
    message: `${nameOf(layout, element)} is not in ${name}: ${quote(text)}.`,
    measured: { text: text.slice(0, 80) },
    suggestion: `Write it in ${name}.`,
  }));
}

async function misdeclared(
  layout: Layout,
  blocks: readonly Block[],
  declared: CheckContext['capture']['data']['language'] & string,
): Promise<Defect[]> {
  const text = join(blocks);
  const spoken = await languageSpoken(text);
  const said = baseOf(declared);
  if (!spoken || !isForeign(spoken, said) || !isKnown(said)) return [];
  const root = layout.nodes.findIndex(({ type }) => type === 'element');
  return [
    {
      element: root,
      box: null,
      message: `lang="${declared.slice(0, 20)}" says ${nameOfLanguage(declared)}, but the text is in ${nameOfLanguage(spoken.language)}.`,
      measured: { language: spoken.language },
      expected: { language: spoken.language },
      suggestion: `Set lang="${spoken.language}" on the html element.`,
      severity: 'advisory',
      certainty: 'likely',
    },
  ];
}

function nameOfLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag.slice(0, 20);
  }
}

/** A tag that means a language: a typing error is no claim. */
function isKnown(base: string): boolean {
  return nameOfLanguage(base) !== base;
}

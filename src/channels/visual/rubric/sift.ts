import { z } from 'zod';
import type { Brief } from '../../../artifact/schema.js';
import { importanceSchema, type About } from '../../../artifact/rubric.js';
import { bigramsOf, dice } from '../../../graph/match/similarity.js';
import { relationTypeSchema } from '../../../graph/schema.js';
import { provenBy } from './proven.js';

/** Fewer items say little, more tire a judge. */
export const FEWEST_ITEMS = 8;
export const MOST_ITEMS = 16;
/** What a model may send: some of it is taken out. */
const MOST_PROPOSED = 32;
/** Similarity (Dice) from which two questions are one. */
const SAME_QUESTION = 0.85;

/** An item as a model proposes it. */
export const proposalSchema = z.object({
  /** What it asks, in a few words. */
  name: z.string().min(1),
  importance: importanceSchema,
  target: z.string().min(1),
  elements: z.array(z.string()),
  relation: relationTypeSchema.nullable(),
  text: z.string().min(1),
});
export type Proposal = z.infer<typeof proposalSchema>;

export interface Sifted {
  kept: Proposal[];
  /** What was taken out, and why in words that the model is told. */
  dropped: { text: string; why: string }[];
}

/** Takes out what a rubric must not hold: questions that a check answers, that point at nothing, that are there already. */
export function sift(proposals: readonly Proposal[], brief: Brief, ids: ReadonlySet<string>): Sifted {
  const kept: Proposal[] = [];
  const dropped: Sifted['dropped'] = [];
  for (const proposal of proposals) {
    const why = objection(proposal, kept, brief, ids);
    if (why === null) kept.push(proposal);
    else dropped.push({ text: proposal.text, why });
  }
  return { kept, dropped };
}

function objection(
  { text, elements, relation }: Proposal,
  kept: readonly Proposal[],
  brief: Brief,
  ids: ReadonlySet<string>,
): string | null {
  const proven = provenBy(text, brief);
  if (proven !== null) return `it is known without a judge: ${proven}`;
  const unknown = elements.find((id) => !ids.has(id));
  if (unknown !== undefined) return `there is no element "${unknown}"`;
  if (ids.size > 0 && elements.length === 0) return 'it names no element of the list';
  if (relation !== null && elements.length < 2) return 'a relation needs two elements';
  const grams = bigramsOf(text.toLowerCase());
  const twin = kept.find((other) => dice(grams, bigramsOf(other.text.toLowerCase())) >= SAME_QUESTION);
  return twin ? `it asks the same as "${twin.text}"` : null;
}

/** What a model is to reply: enough items that stand, and one at least that is essential. */
export function proposalsSchema(brief: Brief, ids: ReadonlySet<string>) {
  return z
    .object({ criteria: z.array(proposalSchema).min(FEWEST_ITEMS).max(MOST_PROPOSED) })
    .superRefine(({ criteria }, context) => {
      const wrong = (message: string) => context.addIssue({ code: 'custom', message, path: ['criteria'] });
      const { kept, dropped } = sift(criteria, brief, ids);
      const reasons = dropped.map(({ text, why }) => `\n- "${text}": ${why}`).join('');
      if (kept.length < FEWEST_ITEMS) {
        wrong(
          `${kept.length} of ${criteria.length} items can be used, at least ${FEWEST_ITEMS} are needed.${reasons}`,
        );
      }
      if (kept.length > MOST_ITEMS) wrong(`${kept.length} items are too many, at most ${MOST_ITEMS}`);
      if (!kept.some(({ importance }) => importance === 'essential')) wrong('no item is essential');
    });
}

/** A short name in lower case, another one where it is taken. */
export function slug(name: string, taken: ReadonlySet<string>): string {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{Mn}/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 48) || 'item';
  let found = base;
  for (let n = 2; taken.has(found); n++) found = `${base}-${n}`;
  return found;
}

/** What a proposal is tied to, as the file says it. */
export function aboutOf({ importance, target, elements, relation }: Proposal): About {
  return { importance, target, elements, relation };
}

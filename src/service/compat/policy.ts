import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Result } from '../schema.js';

/**
 * What a trainer that can't hear "not judged" is told in its place: the mean of what was judged for the same prompt
 * (`group-mean`; zero while there is none), which moves an advantage the least; `zero`; or the answer of another try (`retry`; zero once the deadline is near).
 * A `valid` flag says which values are none.
 */
export type NotJudged = 'zero' | 'group-mean' | 'retry';

/** Prompts whose mean is remembered: more than any trainer has in flight. */
const PROMPTS = 10_000;

/** The rewards that were given for each prompt so far. */
export class PromptMeans {
  readonly #kept = new LRUCache<string, { sum: number; count: number }>({ max: PROMPTS });

  add(prompt: string, { valid, score }: Result): void {
    if (!valid) return;
    const { sum, count } = this.#kept.get(digest(prompt)) ?? { sum: 0, count: 0 };
    this.#kept.set(digest(prompt), { sum: sum + score, count: count + 1 });
  }

  of(prompt: string): number {
    const { sum, count } = this.#kept.get(digest(prompt)) ?? { sum: 0, count: 1 };
    return sum / count;
  }
}

const digest = (prompt: string) => createHash('sha256').update(prompt).digest('base64');

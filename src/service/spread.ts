import { sampleStandardDeviation } from 'simple-statistics';
import type { RequestItem, Result } from './schema.js';

/** What an artifact was asked to be, for telling which answer the same; empty where nothing says so. */
export const questionOf = ({ prompt, brief }: RequestItem): string =>
  prompt === undefined && brief === undefined ? '' : JSON.stringify([prompt, brief]);

/**
 * Sample standard deviations of the valid rewards of results with the same key, where there are at least two: what a
 * trainer that compares the rollouts of a prompt has to learn from. An empty key is nobody's.
 */
export function spreadsOf(results: readonly Result[], keys: readonly string[]): number[] {
  const groups = new Map<string, number[]>();
  for (const [i, { valid, score }] of results.entries()) {
    const key = keys[i] ?? '';
    if (valid && key !== '') groups.set(key, [...(groups.get(key) ?? []), score]);
  }
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .map((scores) => sampleStandardDeviation(scores));
}

import { createHash } from 'node:crypto';
import { KALLOS_VERSION } from '../render/fingerprint.js';
import type { JudgeSettings } from './work.js';

/** What answers depend on beside the job. */
export function settingsOf(judging: JudgeSettings): unknown {
  const { checks, seed, judge, profile, viewports, primary, reference } = judging;
  return {
    version: KALLOS_VERSION,
    judge: judge?.id ?? null,
    checks,
    seed,
    profile,
    viewports,
    primary,
    reference,
  };
}

export const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The name of those who give the same answers to the same jobs. A worker never serves others. */
export const fleetOf = (judging: JudgeSettings): string =>
  `fleet-${digest(settingsOf(judging)).slice(0, 16)}`;

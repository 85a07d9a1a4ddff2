import { createHash } from 'node:crypto';
import { KALLOS_VERSION } from '../render/fingerprint.js';
import { lockHash, lockInForce } from '../render/index.js';
import type { JudgeSettings } from './work.js';

/** What answers depend on beside the job. */
export async function settingsOf(judging: JudgeSettings): Promise<unknown> {
  const { checks, seed, judge, agent, reader, profile, viewports, primary, reference } = judging;
  const { cpuSeconds, memoryMb, offline = {} } = judging;
  return {
    version: KALLOS_VERSION,
    judge: judge?.id ?? null,
    agent: agent?.name ?? null,
    reader: reader?.name ?? null,
    checks,
    seed,
    profile,
    viewports,
    primary,
    reference,
    cpuSeconds,
    memoryMb,
    offline:
      offline.mode === 'off' ? 'off' : [offline.mode, lockHash(await lockInForce(offline.lock ?? null))],
  };
}

export const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The name of those who give the same answers to the same jobs, by their {@link settingsOf}. A worker never serves others. */
export const fleetOf = (settings: unknown): string => `fleet-${digest(settings).slice(0, 16)}`;

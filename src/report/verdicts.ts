import { CHANNELS, type ChannelName, type ChannelResult, type Finding } from '../channels/schema.js';
import type { Verdict } from '../reward/verdict.js';

/** A score as every report writes it. Two decimals, cut rather than rounded up: 0.999 is not 1. */
export function scoreText(score: number): string {
  return (Math.trunc(score * 100 + Math.sign(score) * 1e-9) / 100).toFixed(2);
}

/** The channels of a verdict, always all and in the same order. */
export function channelsOf(verdict: Verdict): [ChannelName, ChannelResult][] {
  return CHANNELS.map((name) => [name, verdict.channels[name]]);
}

/** A status in words: "not-run" -> "not run". */
export function statusText(status: string): string {
  return status.replaceAll('-', ' ');
}

/** Why there is no score, in words: "failed: timeout". */
export function unscoredText({ status, reason }: ChannelResult): string {
  return reason === null ? statusText(status) : `${statusText(status)}: ${reason}`;
}

/** "index.html:42:7", or null for what a script made. */
export function placeText({ source }: Finding): string | null {
  return source && `${source.file}:${source.line}:${source.column}`;
}

/**
 * Verdicts with the worst first: by reward, or by the lowest channel where there is no reward. What has neither needs a
 * look first of all. Equals keep their order.
 */
export function worstFirst(verdicts: readonly Verdict[]): Verdict[] {
  return [...verdicts].sort((a, b) => worth(a) - worth(b));
}

function worth(verdict: Verdict): number {
  const scores = channelsOf(verdict).flatMap(([, { score }]) => (score === null ? [] : [score]));
  return verdict.reward.value ?? (scores.length > 0 ? Math.min(...scores) : -Infinity);
}

/** True when Kallos itself could not finish: no fault of the artifact. */
export function isUnfinished(verdict: Verdict): boolean {
  return verdict.cause === 'infra' || channelsOf(verdict).some(([, { status }]) => status === 'failed');
}

import { selectorOf } from '../graph/selector.js';
import type { Layout } from '../render/capture.js';
import type { CheckMeta, CheckResult, Defect } from './check.js';
import { fingerprints, identityOf, identityOfMessage } from './fingerprint.js';
import {
  severitySchema,
  type ChannelName,
  type ChannelResult,
  type Finding,
  type Judgement,
  type Part,
  type Severity,
} from './schema.js';

/** One check on one layout (or on the artifact as a whole), ready to be run. */
export interface CheckRun {
  /** Name of the part in the channel. */
  part: string;
  meta: CheckMeta;
  /** The check's severity after the user's settings. */
  severity: Severity;
  layout: Layout | null;
  evaluate(): CheckResult | Promise<CheckResult>;
}

/** Findings reported by one part; a page of 10,000 tiny labels has one problem, not 10,000. */
export const MAX_FINDINGS = 100;

/**
 * Runs checks and makes one channel of their results. A check that throws is our fault: its part is `failed` with the
 * reason, the other parts stand, and the channel names it in `reason`. The channel itself fails when no part could be
 * judged, or when a part of weight 1 could not: its score could then be anything.
 */
export async function judgeChannel(channel: ChannelName, runs: readonly CheckRun[]): Promise<Judgement> {
  const parts: Record<string, Part> = {};
  const findings: Finding[] = [];
  for (const run of runs) {
    const { part, defects } = await runCheck(run);
    parts[run.part] = part;
    findings.push(...toFindings(defects, run, channel));
  }
  return { result: channelResult(parts), findings };
}

/**
 * Score of a channel from its parts:
 *
 *     score = product over scored parts of (1 - weight * (1 - score))
 *
 * A mean would let one serious defect drown among many passes, and adding checks would make every page better. The
 * product is dominated by the worst part, as people's judgement of layouts is (Harrington et al. 2004, "Aesthetic
 * measures for automated document layout": combine non-linearly, one bad feature dominates); `weight` bounds what a part
 * can take away. A part that is not applicable takes nothing. A check that looked at several viewports counts once, at its
 * worst: a defect seen three times is one defect.
 */
export function channelScore(parts: Readonly<Record<string, Part>>): number {
  const taken = new Map<string, number>();
  for (const [name, { score, weight }] of Object.entries(parts)) {
    if (score === null) continue;
    const check = name.split('@')[0]!;
    taken.set(check, Math.max(taken.get(check) ?? 0, weight * (1 - score)));
  }
  return [...taken.values()].reduce((product, share) => product * (1 - share), 1);
}

/** A channel that gives no score: gated, failed or not run. */
export function unscored(status: Exclude<ChannelResult['status'], 'scored'>, reason: string): ChannelResult {
  return { status, score: null, reason, parts: {}, spread: null };
}

function channelResult(parts: Record<string, Part>): ChannelResult {
  const entries = Object.entries(parts);
  const failed = entries.filter(([, part]) => part.status === 'failed').map(([name]) => name);
  const reason = failed.length > 0 ? `checks-failed: ${failed.join(', ')}` : null;
  const decisive = failed.some((name) => parts[name]!.weight === 1);
  if (!decisive && entries.some(([, part]) => part.status === 'scored')) {
    return { status: 'scored', score: channelScore(parts), reason, parts, spread: null };
  }
  return reason === null
    ? { ...unscored('not-applicable', 'nothing-to-check'), parts }
    : { ...unscored('failed', reason), parts };
}

async function runCheck(run: CheckRun): Promise<{ part: Part; defects: Defect[] }> {
  const { weight } = run.meta;
  try {
    const result = await run.evaluate();
    if (result.score === null) {
      return { part: { status: 'not-applicable', score: null, weight, reason: result.reason }, defects: [] };
    }
    if (!(result.score >= 0 && result.score <= 1)) throw new Error(`score ${result.score} is not in [0,1]`);
    const reported = result.defects.slice(0, MAX_FINDINGS);
    const total = result.defects.length;
    const reason = reported.length < total ? `${reported.length} of ${total} findings are reported` : null;
    return { part: { status: 'scored', score: result.score, weight, reason }, defects: reported };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      part: { status: 'failed', score: null, weight, reason: `check-error: ${message}` },
      defects: [],
    };
  }
}

function toFindings(defects: readonly Defect[], run: CheckRun, channel: ChannelName): Finding[] {
  const { layout, meta } = run;
  const prints = fingerprints(
    meta.id,
    defects.map(({ element, message, source }) =>
      layout && element !== null
        ? identityOf(layout, element)
        : identityOfMessage(message, source?.file ?? null),
    ),
  );
  return defects.map((defect, i) => {
    const node = layout && defect.element !== null ? layout.nodes[defect.element] : undefined;
    return {
      check: meta.id,
      channel,
      severity: milder(run.severity, defect.severity ?? run.severity),
      certainty: defect.certainty ?? 'certain',
      message: defect.message,
      viewport: layout?.viewport ?? null,
      selector: defect.selector ?? (node && layout ? selectorOf(layout, defect.element!) : null),
      box: defect.box,
      source: defect.source === undefined ? (node?.source ?? null) : defect.source,
      measured: defect.measured,
      expected: defect.expected,
      suggestion: defect.suggestion,
      fix: defect.fix ?? null,
      fingerprint: prints[i]!,
    };
  });
}

function milder(a: Severity, b: Severity): Severity {
  const rank = severitySchema.options;
  return rank.indexOf(a) > rank.indexOf(b) ? a : b;
}

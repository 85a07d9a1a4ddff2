import { fingerprints } from '../fingerprint.js';
import { unscored } from '../judge.js';
import type { ChannelResult, Finding, Part } from '../schema.js';
import { resolveSetting, type CheckSettings } from '../settings.js';
import { failedTest } from './checks.js';
import type { JudgedProbe } from './judge.js';
import type { InteractionTrace, Step, Test } from './trace.js';

/** Where an agent and the evidence tell different things of one action. */
export interface Disagreement {
  /** Position in the steps of the test. */
  step: number;
  /** What the agent saw. */
  saw: string;
  /** What the two runs of the page show. */
  answer: JudgedProbe['answer'];
  /** Their difference, in words. */
  happened: string;
}

/** A test with what became of it. */
export interface JudgedTest {
  test: Test;
  /** Null when nothing decided it: that is ours, and counts nowhere. */
  verdict: 'yes' | 'partly' | 'no' | null;
  /** True when the evidence outweighs what the agent said. */
  overruled: boolean;
  /** What decided it, or why nothing did. */
  why: string;
  disagreements: Disagreement[];
  /** Its actions that were questions to the page, with the answers. */
  actions: { step: Step; probe: JudgedProbe }[];
}

const SILENT: ReadonlySet<JudgedProbe['answer']> = new Set(['nothing', 'only-invisible']);
const SHARE = { yes: 1, partly: 0.5, no: 0 } as const;

/**
 * Decides every test of a trace by what the agent said and by the evidence. The agent's verdict counts, except where it takes something
 * for an answer that was none: when the last action before it changed nothing that can be seen, or broke the page, "yes" and "partly"
 * become "no", unless the agent saw as well that nothing happened, and expected that. Pure.
 */
export function decideTests(tests: readonly Test[], probes: readonly JudgedProbe[]): JudgedTest[] {
  return tests.map((test) => {
    const actions = test.steps.flatMap((step) =>
      step.probe === null ? [] : { step, probe: probes[step.probe]! },
    );
    const base = { test, actions, disagreements: disagreements(test, probes), overruled: false };
    if (test.ended === 'page-stopped')
      return { ...base, verdict: 'no', why: `the page ${test.detail ?? 'stopped'}` };
    if (test.said === null) return { ...base, verdict: null, why: `${test.ended}: ${test.detail ?? ''}` };
    if (test.said === 'unclear') return { ...base, verdict: null, why: `unclear: ${test.reason ?? ''}` };
    const last = actions.at(-1);
    if (test.said !== 'no' && last && isUnfounded(last)) {
      const why = `${last.probe.happened}, though the agent said “${test.said}”`;
      return { ...base, verdict: 'no', overruled: true, why };
    }
    return { ...base, verdict: test.said, why: test.reason ?? '' };
  });
}

/** True when what an agent claims rests on an action that nothing came of, or that ended the page. */
function isUnfounded({ step, probe }: JudgedTest['actions'][number]): boolean {
  return probe.answer === 'broke-the-page' || (SILENT.has(probe.answer) && step.saw !== 'nothing');
}

function disagreements({ steps }: Test, probes: readonly JudgedProbe[]): Disagreement[] {
  return steps.flatMap(({ saw, probe }, step) => {
    if (saw === null || saw === 'unclear' || probe === null) return [];
    const { answer, happened } = probes[probe]!;
    if (answer === 'not-tried' || (saw === 'nothing') === SILENT.has(answer)) return [];
    return [{ step, saw, answer, happened }];
  });
}

/** Name of the part of the channel that holds AesCoder's score. */
export const AESCODER = 'aescoder';
const AESCODER_TESTS = 3;

/**
 * AesCoder's score of interaction (arXiv 2510.23272): the first three tests that were decided, a point for each that passes, in 0..3;
 * null when none was.
 */
export function aescoderScore(tests: readonly JudgedTest[]): number | null {
  const decided = tests.filter(({ verdict }) => verdict !== null).slice(0, AESCODER_TESTS);
  return decided.length > 0 ? decided.filter(({ verdict }) => verdict === 'yes').length : null;
}

/**
 * The channel by tests: the weighted share of expected answers among those that were decided, half for "partly".
 *
 *     score = sum of weight * share / sum of weight
 *
 * Each test that was not left out is a part, and so is AesCoder's score over three, which takes nothing away. When none was decided the
 * channel is `failed`.
 */
export function resultOf(all: readonly JudgedTest[]): ChannelResult {
  const tests = all.filter(({ test }) => test.ended !== 'left-out');
  const decided = tests.filter(({ verdict }) => verdict !== null);
  if (decided.length === 0)
    return unscored('failed', `no-test-decided: ${tests[0]?.why ?? 'none of the plan could be begun'}`);
  const total = decided.reduce((sum, { test }) => sum + test.weight, 0);
  const parts: Record<string, Part> = {};
  let score = 0;
  tests.forEach(({ test, verdict, why }, i) => {
    const weight = test.weight / total;
    if (verdict !== null) score += weight * SHARE[verdict];
    parts[`test-${i + 1}`] =
      verdict === null
        ? { status: 'failed', score: null, weight: 0, reason: `${test.task}: ${why}` }
        : { status: 'scored', score: SHARE[verdict], weight, reason: `${test.task}: ${verdict}` };
  });
  parts[AESCODER] = {
    status: 'scored',
    score: aescoderScore(tests)! / AESCODER_TESTS,
    weight: 0,
    reason: null,
  };
  const open = tests.length - decided.length;
  const reason = open > 0 ? `undecided: ${open} of ${tests.length} tests` : null;
  return { status: 'scored', score: Math.min(1, score), reason, parts, spread: null };
}

/** What failed, a finding a test, at the control that was acted on last. */
export function failedTests(
  tests: readonly JudgedTest[],
  { data }: InteractionTrace,
  settings: CheckSettings,
): Finding[] {
  const setting = resolveSetting(failedTest, settings);
  if (!setting) return [];
  const failed = tests.filter(({ verdict }) => verdict === 'no' || verdict === 'partly');
  const prints = fingerprints(
    failedTest.meta.id,
    failed.map(({ test }) => test.task),
  );
  return failed.map(({ test, verdict, why, overruled, actions }, i) => {
    const control = actions.at(-1)?.probe.control ?? null;
    return {
      check: failedTest.meta.id,
      channel: 'interaction',
      severity: setting.severity,
      certainty: overruled || test.ended === 'page-stopped' ? 'certain' : 'likely',
      message: `Test “${test.task}” ${verdict === 'no' ? 'failed' : 'passed only in part'}: expected “${test.expected}”, but ${why}`,
      viewport: data.viewport.name,
      selector: control?.selector ?? null,
      box: control?.box ?? null,
      source: control?.source ?? null,
      measured: { verdict, said: test.said, steps: test.steps.length },
      expected: { verdict: 'yes' },
      suggestion: 'Let the page do what the test expects; its steps are in the trace.',
      fix: null,
      fingerprint: prints[i]!,
    };
  });
}

/**
 * What was used in failed tests and gave no answer that anybody could see, once for each control. Keys, drags and drawings are not
 * among it: an agent may have chosen the wrong ones.
 */
export function blamed(tests: readonly JudgedTest[]): JudgedProbe[] {
  const found = tests
    .filter(({ verdict }) => verdict === 'no' || verdict === 'partly')
    .flatMap(({ actions }) => actions)
    .filter(({ step, probe }) => {
      if (probe.answer === 'broke-the-page') return true;
      const isPlain = /^(click|type|select)$/.test(step.do) && !/^(canvas|game)$/.test(probe.control.kind);
      return isPlain && SILENT.has(probe.answer);
    })
    .map(({ probe }) => probe);
  return found.filter(
    ({ probe }, i) => found.findIndex((other) => other.probe.control === probe.control) === i,
  );
}

import type { Capture } from '../../render/capture.js';
import { fingerprints } from '../fingerprint.js';
import { MAX_FINDINGS, unscored } from '../judge.js';
import type { Finding, Judgement, Part, Severity } from '../schema.js';
import { resolveSetting, type CheckSettings } from '../settings.js';
import {
  brokenByAction,
  deadControl,
  invisibleAnswer,
  mouseOnly,
  unrefusedInput,
  unseenFocus,
  wrongAnswer,
  type InteractionCheck,
} from './checks.js';
import { answerTo, type Answered } from './oracle/answer.js';
import { blamed, decideTests, failedTests, resultOf, type JudgedTest } from './tests.js';
import type { Control, InteractionTrace, Probe } from './trace.js';
import { isGoing, wholePageFindings } from './whole-page.js';

/** How much a probe counts beside the question whether the control answers at all. Chosen here. */
const SHARE: Readonly<Record<Probe['asks'], number>> = {
  answers: 1,
  accepts: 1,
  plays: 1,
  // That a game ends is told and not counted: nobody can say when one should.
  ends: 0,
  restarts: 0.5,
  // These speak for the first question, and count with it.
  'answers-prepared': 0,
  'opens-by-hover': 0,
  'refuses-empty': 0.5,
  'refuses-invalid': 0.5,
  closes: 0.5,
  keyboard: 0.5,
  'shows-focus': 0.5,
};

/** A probe with its control and what became of it. */
export interface JudgedProbe extends Answered {
  probe: Probe;
  control: Control;
  /** How much it counts in the score. */
  weight: number;
}

/** Every probe of a trace with its answer, in the order in which they were made. Pure. */
export function judgeProbes({ data }: InteractionTrace): JudgedProbe[] {
  return data.probes.map((probe) => {
    const control = data.controls[probe.control]!;
    return {
      probe,
      control,
      weight: control.weight * SHARE[probe.asks],
      ...answerTo(probe, control, data.probes),
    };
  });
}

/** Every test of an agent's trace with its verdict and the evidence, in their order. Pure. */
export function judgeTests(trace: InteractionTrace): JudgedTest[] {
  return decideTests(trace.data.tests, judgeProbes(trace));
}

/**
 * Judges what answered on a page: the weighted share of expected answers among the probes that could be made.
 *
 *     score = sum of the weights of expected answers / sum of the weights of answers
 *
 * A page that loses more than half of its text while nobody touches it keeps only the share of the score that it keeps of its text.
 * A page with nothing to act on is `not-applicable`, unless the brief asked for it: then it has 0. When nothing could be tried, the
 * channel is `failed`: that is ours. A trace with tests of an agent is judged by them instead ({@link resultOf}). Parts are the kinds of
 * controls; a part's weight is its share of the whole. Pure.
 *
 * @throws KallosError KALLOS_CONFIG for a wrong setting
 */
export function judgeInteraction(
  trace: InteractionTrace | undefined,
  capture: Capture,
  settings: CheckSettings = {},
): Judgement {
  const without = (...[status, reason]: Parameters<typeof unscored>): Judgement => ({
    result: unscored(status, reason),
    findings: [],
  });
  if (!trace) return without('not-run', 'no-trace');
  const { data } = trace;
  if (JSON.stringify(data.artifact.files) !== JSON.stringify(capture.data.artifact.files))
    return without('not-run', 'trace-of-another-page');
  if (data.status === 'failed') return without('failed', `explore-failed: ${data.detail ?? ''}`);
  if (data.tests.length > 0) {
    const tests = judgeTests(trace);
    const dead = findingsOf(blamed(tests), data.viewport.name, settings);
    const findings = [...failedTests(tests, trace, settings), ...dead].slice(0, MAX_FINDINGS);
    return { result: resultOf(tests), findings };
  }
  const probes = judgeProbes(trace);
  const judged = probes.filter(
    (one) => one.answer !== 'not-tried' && one.weight > 0 && !isVirtueOfTheDead(one, probes),
  );
  // Keys that nobody was told of, and that do nothing, are nothing to act on.
  const isBare = judged.length === 0 && data.controls.every(({ announced }) => !announced);
  const ofPage = wholePageFindings(data, isBare, settings);
  const kept = isGoing(data) ? data.stay!.share : 1;
  if (judged.length === 0) {
    const bare = (score: number, reason: string): Judgement => ({
      result: { status: 'scored', score, reason, parts: {}, spread: null },
      findings: ofPage,
    });
    if (isBare && data.asked) return bare(0, 'nothing-to-act-on');
    if (kept < 1) return bare(kept, 'does-not-stay');
    return isBare
      ? without('not-applicable', 'nothing-to-act-on')
      : without('failed', 'nothing-could-be-tried');
  }
  const total = sum(judged);
  const parts: Record<string, Part> = {};
  for (const kind of new Set(judged.map(({ control }) => control.kind))) {
    const own = judged.filter(({ control }) => control.kind === kind);
    const score = sum(own.filter(isExpected)) / sum(own);
    parts[kind] = { status: 'scored', score, weight: sum(own) / total, reason: null };
  }
  return {
    result: {
      status: 'scored',
      score: (kept * sum(judged.filter(isExpected))) / total,
      reason: kept < 1 ? 'does-not-stay' : untriedReason(trace),
      parts,
      spread: null,
    },
    findings: [...ofPage, ...findingsOf(judged, data.viewport.name, settings)].slice(0, MAX_FINDINGS),
  };
}

/**
 * A control that does nothing, or that nobody can reach, earns nothing by doing it with a visible focus, by keyboard too, or by refusing what it would not
 * have taken: what counts half is praise only for what answers. Its faults count all the same.
 */
function isVirtueOfTheDead({ probe, control, answer }: JudgedProbe, all: readonly JudgedProbe[]): boolean {
  if (SHARE[probe.asks] === 1 || answer !== 'as-expected') return false;
  const own = all.filter((other) => other.control === control && SHARE[other.probe.asks] === 1);
  return own.length > 0 && !own.some(isExpected);
}

const isExpected = ({ answer }: Answered) => answer === 'as-expected';
const sum = (probes: readonly JudgedProbe[]) => probes.reduce((all, { weight }) => all + weight, 0);

function untriedReason({ data }: InteractionTrace): string | null {
  const left = data.untried.filter(({ why }) => why === 'budget').length;
  return left > 0 ? `not-tried: ${left} of ${data.controls.length} controls` : null;
}

function checkFor({ answer, probe }: JudgedProbe): InteractionCheck | null {
  if (answer === 'as-expected' || answer === 'not-tried') return null;
  if (answer === 'broke-the-page') return brokenByAction;
  if (probe.asks.startsWith('refuses')) return unrefusedInput;
  if (probe.asks === 'keyboard') return mouseOnly;
  if (probe.asks === 'shows-focus') return unseenFocus;
  if (answer === 'nothing') return deadControl;
  return answer === 'only-invisible' ? invisibleAnswer : wrongAnswer;
}

function findingsOf(judged: readonly JudgedProbe[], viewport: string, settings: CheckSettings): Finding[] {
  // What does not answer to a click can't answer to a key: told once.
  const dead = new Set(
    judged
      .filter(({ answer, probe }) => answer === 'nothing' && SHARE[probe.asks] === 1)
      .map(({ probe }) => probe.control),
  );
  const found = judged.flatMap((one) => {
    const check = checkFor(one);
    if (!check || (check === mouseOnly && dead.has(one.probe.control))) return [];
    const setting = resolveSetting(check, settings);
    return setting ? [{ one, check, severity: setting.severity }] : [];
  });
  const prints = new Map<InteractionCheck, string[]>();
  for (const check of new Set(found.map(({ check }) => check))) {
    const own = found.filter((each) => each.check === check);
    prints.set(
      check,
      fingerprints(
        check.meta.id,
        own.map(({ one }) => identityOf(one)),
      ),
    );
  }
  return found.map(({ one, check, severity }) => ({
    ...findingOf(one, check, severity, viewport),
    fingerprint: prints.get(check)!.shift()!,
  }));
}

const identityOf = ({ control: { tag, role, name }, probe: { asks } }: JudgedProbe) =>
  [tag, role, name, asks].join('\n');

function findingOf(
  { control, probe, expected, happened, answer }: JudgedProbe,
  { meta }: InteractionCheck,
  severity: Severity,
  viewport: string,
): Omit<Finding, 'fingerprint'> {
  const name = control.name === '' ? control.selector : `“${control.name}”`;
  // What is to close something is another control than the one that opened it.
  const closer = probe.asks === 'closes' ? (probe.deeds.at(-1)?.on ?? null) : null;
  const subject =
    closer === null
      ? `${noun(control)} ${name}`
      : `Control ${closer}, in what ${noun(control).toLowerCase()} ${name} opened`;
  const done = closer === null ? doneTo(probe) : 'clicked';
  return {
    check: meta.id,
    channel: 'interaction',
    severity,
    // What is bound to something may have had no reason to answer in the state that the page was in.
    certainty: control.bound && !probe.evidence?.errors.length ? 'likely' : 'certain',
    message: `${subject}: ${done}, expected ${expected}, but ${happened}.`,
    viewport,
    selector: closer ?? control.selector,
    box: closer === null ? control.box : null,
    source: closer === null ? control.source : null,
    measured: { answer, done, happened },
    expected: { answer: expected },
    suggestion: suggestionFor(control, probe, answer),
    fix: null,
  };
}

function noun({ kind, role }: Control): string {
  const text = role === 'generic' ? kind : role;
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

const DONE: Readonly<Record<Probe['deeds'][number]['do'], string>> = {
  click: 'clicked',
  hover: 'hovered',
  press: 'pressed',
  hold: 'held',
  type: 'typed',
  drag: 'dragged',
  wheel: 'scrolled over',
  wait: 'waited',
  focus: 'focused',
};

/** What was done, in words: the last of the deeds is the one that counts. */
export function doneTo({ deeds, asks }: Probe): string {
  if (asks === 'accepts') return 'filled in and sent';
  if (asks === 'refuses-empty') return 'sent empty';
  if (asks === 'refuses-invalid') return 'sent with a wrong address';
  const told = deeds
    .filter((deed) => deed.do !== 'focus')
    .map(({ do: deed, what, on }) => [DONE[deed], what, on].filter((word) => word !== null).join(' '));
  return told.length > 0 ? told.join(', ') : 'focused';
}

function suggestionFor(control: Control, probe: Probe, answer: Answered['answer']): string {
  const thrown = probe.evidence?.errors[0];
  if (thrown) {
    const at = thrown.source ? ` (${thrown.source.file}:${thrown.source.line})` : '';
    return `Repair the error that its code throws: ${thrown.message}${at}.`;
  }
  if (control.target === 'missing')
    return 'Give the part of the page that it names that id, or let it name one that is there.';
  if (probe.asks.startsWith('refuses'))
    return 'Check the fields before the form is accepted, and say what is wrong with them.';
  if (probe.asks === 'shows-focus') return 'Leave the browser its outline, or style :focus-visible.';
  if (probe.asks === 'keyboard') return 'Make it a <button>, or handle the keys Enter and Space as well.';
  if (answer === 'only-invisible') return 'Show the change: give the class a style, render the value.';
  if (answer === 'nothing' && !control.bound)
    return 'Nothing on the page listens to it: bind it to what it promises, or take it away.';
  return 'Let it do what its label promises.';
}

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { testCaseSchema, type TestCase } from '../artifact/schema.js';
import { judgeTests } from '../channels/interaction/judge.js';
import { aescoderScore, resultOf, type JudgedTest } from '../channels/interaction/tests.js';
import type { InteractionTrace, Step } from '../channels/interaction/trace.js';
import type { Settings } from '../config.js';
import { KallosError } from '../errors.js';
import type { TextModel } from '../models/models.js';
import { safeLine, shorten } from '../report/safe.js';
import { openModels } from './models.js';
import { EXIT } from './print.js';

/** Tests as a file has them: a list, or a row of WebGen-Bench. */
const testsSchema = z.union([
  z.array(testCaseSchema).min(1),
  z.object({ ui_instruct: z.array(testCaseSchema).min(1) }).transform(({ ui_instruct }) => ui_instruct),
]);

/**
 * The model that acts, and the tests of a file.
 *
 * @throws KallosError KALLOS_CONFIG without a model, KALLOS_USAGE for a file without tests
 */
export async function readAgent(
  settings: Pick<Settings, 'models'>,
  file: string | undefined,
): Promise<{ model: TextModel; tests?: TestCase[] }> {
  const { judge: model } = openModels(settings);
  if (!model) {
    throw new KallosError(
      'KALLOS_CONFIG',
      'An agent needs a vision model, and none is configured.',
      'Name one with --judge-model PROVIDER:MODEL, or set models.judge in kallos.config.json.',
    );
  }
  return file === undefined ? { model } : { model, tests: await readTests(file) };
}

async function readTests(file: string): Promise<TestCase[]> {
  let problem: string;
  try {
    const parsed = testsSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    if (parsed.success) return parsed.data;
    problem = 'it holds no tests';
  } catch (error) {
    problem = (error as Error).message;
  }
  throw new KallosError(
    'KALLOS_USAGE',
    `The tests ${file} cannot be read: ${problem}.`,
    'Write a JSON list of {"task": "…", "expected_result": "…"}, or one row of WebGen-Bench.',
  );
}

/** Failed tests are findings; where none was decided, the run could not finish. */
export function exitOf(trace: InteractionTrace): number {
  const verdicts = judgeTests(trace).map(({ verdict }) => verdict);
  if (verdicts.length > 0 && verdicts.every((verdict) => verdict === null)) return EXIT.unfinished;
  return verdicts.some((verdict) => verdict === 'no' || verdict === 'partly') ? EXIT.found : EXIT.fine;
}

/** Every test with its verdict, and below it each action with what the agent saw and what really differs. */
export function toldTests(id: string, trace: InteractionTrace): string {
  const tests = judgeTests(trace);
  const { cost, data } = trace;
  if (tests.length === 0) return `${safeLine(id)}: nothing to act on\n`;
  const { score } = resultOf(tests);
  const done = tests.filter(({ test }) => test.ended !== 'not-tried' && test.ended !== 'left-out').length;
  const points = aescoderScore(tests);
  const facts = [
    `${done} of ${tests.length} tests carried out`,
    score === null ? 'none decided' : `score ${score.toFixed(3)}`,
    ...(points === null ? [] : [`AesCoder ${points} of 3`]),
    `${(cost.wallMs / 1000).toFixed(1)} s`,
    ...(cost.usd === null ? [] : [`$${cost.usd.toFixed(4)}`]),
  ];
  const steps = (one: JudgedTest) => one.test.steps.map((step, i) => toldStep(step, i, one, data)).join('');
  const lines = tests.map((one) => {
    const verdict = one.verdict ?? (one.test.ended === 'left-out' ? 'left out' : 'undecided');
    const mark = one.overruled ? ' (overruled)' : '';
    return `  ${verdict}${mark}  ${short(one.test.task)}\n${steps(one)}      ${short(one.why)}\n`;
  });
  return `${safeLine(id)}: ${facts.join(', ')}\n${lines.join('')}`;
}

function toldStep(
  step: Step,
  i: number,
  { actions, disagreements }: JudgedTest,
  { controls }: InteractionTrace['data'],
): string {
  const { do: deed, control, what, became, saw } = step;
  if (deed === 'finish') return '';
  const on =
    control === null ? '' : ` ${controls[control]!.kind} “${shorten(safeLine(controls[control]!.name), 32)}”`;
  const done = `${deed}${on}${what === null ? '' : ` ${JSON.stringify(shorten(safeLine(what), 32))}`}`;
  const judged = actions.find((one) => one.step === step)?.probe;
  const said = saw === null ? '' : `; the agent saw: ${saw}`;
  const differs = judged ? `: ${judged.answer}, ${safeLine(judged.happened)}` : '';
  const contrary = disagreements.some((one) => one.step === i) ? ' (they disagree)' : '';
  return `      ${i + 1}. ${done}${became === 'done' ? '' : `: ${became}`}${shorten(differs, 90)}${said}${contrary}\n`;
}

const short = (text: string) => shorten(safeLine(text), 110);

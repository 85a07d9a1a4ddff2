import type { Artifact, Brief, TestCase } from '../../../artifact/schema.js';
import { KallosError } from '../../../errors.js';
import type { TextModel } from '../../../models/models.js';
import type { Lab, Renderer, Seed } from '../../../render/index.js';
import { assembleTrace } from '../assemble.js';
import { asksForAction } from '../explorer/rank.js';
import type { InteractionTrace, Test, TraceData } from '../trace.js';
import { carryOut } from './carry-out.js';
import { chooseTests, proposeTests, type Planned } from './plan.js';
import { promptId } from './prompt.js';
import { Journal } from './journal.js';
import { viewOf, type View } from './view.js';

export interface AgentOptions {
  /** A model that sees. */
  model: TextModel;
  /** What was asked for. Its `tests` are carried out; without any the model plans its own. */
  brief?: Brief;
  /** In place of the renderer's own. */
  seed?: Seed;
  /** Tests to carry out instead of the brief's. */
  tests?: readonly TestCase[];
  /** Planned tests that are carried out at most; 5 unless said otherwise. Given ones all are. */
  most?: number;
  /** Actions in one test at most; 10 unless said otherwise. */
  steps?: number;
  /** Wall-clock seconds after which no test is begun and one under way is decided; 600 unless said otherwise. */
  seconds?: number;
}

const MOST = 5;
const STEPS = 10;
const SECONDS = 600;
/** Errors after which the next question would fail alike. */
const LASTING = /^KALLOS_MODEL_(UNAVAILABLE|TIMEOUT|REJECTED|BUDGET|NOT_RECORDED)/;

/**
 * Has a model use a page as a user would: it plans tests, or is given them, acts by the numbers of marks on the picture, and decides. Of
 * each action the trace holds both what the model saw and the evidence, which is the page run with the action and without it. Nothing is
 * judged; a model that gives out is told of in the trace.
 *
 * @throws KallosError KALLOS_MODEL_KEY, or when rendering is impossible altogether; never for what the artifact does
 */
export async function runAgent(
  renderer: Renderer,
  artifact: Artifact,
  options: AgentOptions,
): Promise<InteractionTrace> {
  const started = performance.now();
  const brief: Brief = {
    ...(artifact.prompt !== null && { prompt: artifact.prompt }),
    kind: artifact.kind,
    ...options.brief,
  };
  const given = options.tests ?? brief.tests ?? [];
  const journal = new Journal();
  const lab = await renderer.lab(artifact, options.brief, options.seed);
  const done = lab
    ? await visit(lab, { ...options, brief, given, journal, started })
    : FAILED('the code could not be made into a page');
  return traceOf({
    artifact,
    lab,
    journal,
    done,
    started,
    asked: given.length > 0 || asksForAction(brief.prompt ?? ''),
    by: options.model.name,
  });
}

/** What came of a visit. */
interface Done {
  status: TraceData['status'];
  detail: string | null;
  tests: Test[];
}

const FAILED = (detail: string): Done => ({ status: 'failed', detail, tests: [] });

interface Visit extends AgentOptions {
  brief: Brief;
  given: readonly TestCase[];
  journal: Journal;
  started: number;
}

async function visit(lab: Lab, { model, brief, given, journal, started, ...limits }: Visit): Promise<Done> {
  const isWritten = /^(html|svg)$/.test(lab.artifact.language);
  const first = await lab.run(async (page): Promise<View> => {
    const look = await page.look({ picture: true, code: isWritten });
    return viewOf(page, look, lab.artifact.kind === 'game', brief.prompt ?? '');
  });
  journal.cpuMs += first.cpuMs;
  journal.runs++;
  if ('failure' in first) return FAILED(first.failure);
  const view = first.value;
  for (const one of view.controls) journal.indexOf(one);
  if (given.length === 0 && view.controls.length === 0)
    return { status: 'complete', detail: null, tests: [] };

  let plan: { kept: Planned[]; left: Test[] };
  try {
    plan = given.length > 0 ? { kept: given.map(asPlanned), left: [] } : await planned(view);
  } catch (error) {
    if (!(error instanceof KallosError) || error.code === 'KALLOS_MODEL_KEY') throw error;
    return FAILED(`${error.code}: ${error.message}`);
  }
  const until = started + (limits.seconds ?? SECONDS) * 1000;
  const tests: Test[] = [];
  let gone: string | null = null;
  for (const test of plan.kept) {
    if (performance.now() > until) gone ??= 'no time was left';
    if (gone !== null) {
      tests.push(unbegun(test, 'not-tried', gone));
      continue;
    }
    const ended = await carryOut(test, view, {
      lab,
      model,
      brief,
      steps: limits.steps ?? STEPS,
      until,
      journal,
    });
    tests.push(ended);
    if (ended.ended === 'model' && LASTING.test(ended.detail ?? '')) gone = ended.detail;
  }
  const isCut = tests.some(({ ended }) => ended === 'not-tried');
  return { status: isCut ? 'budget' : 'complete', detail: gone, tests: [...tests, ...plan.left] };

  async function planned(view: View): Promise<typeof plan> {
    const { proposals, usd } = await proposeTests(model, brief, view, journal.numberOf);
    journal.spend(usd);
    const { kept, left } = chooseTests(proposals, view, journal.numberOf, limits.most ?? MOST);
    return { kept, left: left.map(({ why, ...test }) => unbegun(test, 'left-out', why)) };
  }
}

/** A given test counts as much as any other. */
function asPlanned({ task, expected_result }: TestCase): Planned {
  return { task, expected: expected_result, by: 'given', weight: 1 };
}

function unbegun({ task, expected, by, weight }: Planned, ended: Test['ended'], detail: string): Test {
  return { task, expected, by, weight, ended, detail, said: null, reason: null, steps: [] };
}

interface Parts {
  artifact: Artifact;
  lab: Lab | null;
  journal: Journal;
  done: Done;
  started: number;
  asked: boolean;
  by: string;
}

function traceOf({ artifact, lab, journal, done, started, asked, by }: Parts): InteractionTrace {
  const touched = new Set(done.tests.flatMap(({ steps }) => steps.map(({ control }) => control)));
  const tried = {
    status: done.status,
    detail: done.detail,
    asked,
    controls: journal.controls,
    probes: journal.probes,
    stay: null,
    agent: `${by} ${promptId()}`,
    tests: done.tests,
    untried: journal.controls.flatMap((_, control) =>
      touched.has(control) ? [] : { control, why: 'in-no-test' as const },
    ),
  };
  const { files, cpuMs, runs, usd } = journal;
  return assembleTrace(tried, { artifact, lab, files, started, cpuMs, runs, usd });
}

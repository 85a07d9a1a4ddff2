import type { Artifact, Brief } from '../../../artifact/schema.js';
import type { Layout } from '../../../render/capture.js';
import type { Lab, Renderer } from '../../../render/index.js';
import type { Path } from '../../../render/probe/path.js';
import type { Listening } from '../../../render/probe/listeners.js';
import type { Look } from '../../../render/probe/look.js';
import { assembleTrace } from '../assemble.js';
import type { ControlKind, InteractionTrace, Probe, TraceData } from '../trace.js';
import { effectsOf } from '../oracle/effects.js';
import type { Question } from './actions.js';
import { experiment, type Outcome } from './experiment.js';
import { filmstrip } from './filmstrip.js';
import { findControls } from './find.js';
import {
  closingQuestion,
  focusQuestion,
  hasHiddenBeside,
  hoverQuestion,
  preparedQuestion,
  questionsFor,
} from './questions.js';
import { hasDialog, revealedBy } from './reveal.js';
import { asControl, asksForAction, rank, type Ranked } from './rank.js';

export interface ExploreOptions {
  /** What was asked for: controls that it speaks of come first. */
  brief?: Brief;
  /** Probes made at most, each two runs of the page; 12 unless said otherwise. */
  probes?: number;
  /** Wall-clock seconds after which no further probe is begun; 30 unless said otherwise. */
  seconds?: number;
}

const PROBES = 12;
const SECONDS = 30;
/** Of equal controls with one name so many are tried, and of equal ones in all: the others are built by the same code. */
const SAMPLED = { twins: 5, alike: 24 };
const isSample = ({ turn, twins }: Ranked) => twins < SAMPLED.twins && turn < SAMPLED.alike;

/**
 * Finds what can be acted on in a page, acts on it the way a person would, and writes down what came of it: for each probe the page is
 * run with the action and without it, from the same start. No model takes part, and nothing is judged.
 *
 * @throws KallosError when rendering is impossible altogether; never for what the artifact does
 */
export async function explore(
  renderer: Renderer,
  artifact: Artifact,
  options: ExploreOptions = {},
): Promise<InteractionTrace> {
  const started = performance.now();
  const lab = await renderer.lab(artifact, options.brief);
  const asked = asksForAction(options.brief?.prompt ?? artifact.prompt ?? '');
  const exploration = new Exploration(artifact, asked, started);
  if (!lab) return exploration.end('failed', 'the code could not be made into a page', null);
  await exploration.run(lab, options);
  return exploration.end(exploration.status, exploration.detail, lab);
}

/** What was listened to when a dialog had been opened. */
type Opened = Listening | null;

/** What is found out about one page, as it grows. */
class Exploration {
  status: TraceData['status'] = 'complete';
  detail: string | null = null;
  private controls: Ranked[] = [];
  private readonly probes: { order: number; probe: Probe }[] = [];
  private readonly files = new Map<string, Uint8Array>();
  private untried: TraceData['untried'] = [];
  private cpuMs = 0;
  private runs = 0;

  constructor(
    private readonly artifact: Artifact,
    private readonly asked: boolean,
    private readonly started: number,
  ) {}

  async run(lab: Lab, options: ExploreOptions): Promise<void> {
    // A component is compiled, and what stands on the page has no line in what was written.
    const isWritten = /^(html|svg)$/.test(this.artifact.language);
    const first = await lab.run(async (page) => ({
      look: await page.look({ picture: false, code: isWritten }),
      listening: await page.listeners(),
    }));
    this.cpuMs += first.cpuMs;
    this.runs++;
    if ('failure' in first) {
      this.status = 'failed';
      this.detail = first.failure;
      return;
    }
    const { look, listening } = first.value;
    const found = findControls(look, listening, this.artifact.kind === 'game');
    const prompt = options.brief?.prompt ?? this.artifact.prompt ?? '';
    this.controls = rank(found, lab.viewport.size, prompt);
    await this.#probe(lab, look, options);
  }

  async #probe(lab: Lab, look: Look, options: ExploreOptions): Promise<void> {
    const most = options.probes ?? PROBES;
    const until = this.started + (options.seconds ?? SECONDS) * 1000;
    const queue = this.controls.flatMap((one, control) =>
      one.disabled || !isSample(one)
        ? []
        : questionsFor(look.draft.layout, one, this.controls).map((question) => ({ control, question })),
    );
    const stop = firstStop(look.draft.layout, this.controls);
    if (stop >= 0) queue.push({ control: stop, question: focusQuestion() });
    const first = queue.length;
    const opened: { order: number; control: number; question: Question; look: Look; listening: Listening }[] =
      [];
    const prompt = options.brief?.prompt ?? this.artifact.prompt ?? '';
    let begun = 0;
    const ask = async (control: number, question: Question, order: number): Promise<Outcome<Opened>> => {
      const { path } = this.controls[control]!;
      const outcome = await experiment(lab, path, question, (page, late) =>
        hasDialog(late) ? page.listeners() : Promise.resolve(null),
      );
      this.#keep(outcome, control, question, order, await filmOf(outcome, path));
      return outcome;
    };
    const work = async () => {
      while (begun < Math.min(most, queue.length) && performance.now() < until) {
        const order = begun++;
        const { control, question } = queue[order]!;
        const outcome = await ask(control, question, order);
        const opens =
          'evidence' in outcome && outcome.evidence.dialogsShown[0] < outcome.evidence.dialogsShown[1];
        if (opens && outcome.survey)
          opened.push({ order, control, question, look: outcome.withIt, listening: outcome.survey });
        if (order >= first) continue;
        let turn = order;
        for (const next of this.#followUps(look.draft.layout, control, question, outcome)) {
          if (!isSilent(await ask(control, next, (turn += FOLLOW_UP)))) break;
        }
      }
    };
    // Each experiment takes two browsers at once where there are two.
    const all = () => Promise.all(Array.from({ length: Math.max(1, Math.ceil(lab.width / 2)) }, work));
    await all();
    // What a dialog holds comes last, in the order of the actions that opened it.
    for (const { control: by, question, look: shown, listening } of opened.toSorted(
      (a, b) => a.order - b.order,
    )) {
      for (const { one, questions } of revealedBy(
        this.controls[by]!,
        question,
        shown,
        listening,
        this.controls,
        prompt,
      )) {
        const control = this.controls.push(one) - 1;
        if (isSample(one)) queue.push(...questions.map((each) => ({ control, question: each })));
      }
    }
    await all();
    const tried = new Set(this.probes.map(({ probe }) => probe.control));
    this.untried = this.controls.flatMap((one, control) => {
      if (tried.has(control)) return [];
      if (one.disabled) return { control, why: 'disabled' };
      if (!isSample(one)) return { control, why: 'alike' };
      return { control, why: queue.some((each) => each.control === control) ? 'budget' : 'native-popup' };
    });
    if (this.untried.some(({ why }) => why === 'budget')) this.status = 'budget';
  }

  /** What an answer, or the lack of one, leads to ask. */
  #followUps(layout: Layout, control: number, question: Question, outcome: Outcome<Opened>): Question[] {
    if (!('evidence' in outcome) || question.asks !== 'answers') return [];
    const one = this.controls[control]!;
    const { kind } = one.control;
    if (question.hovers && isSilent(outcome)) {
      const prepared = PREPARED.has(kind) ? preparedQuestion(layout, one, this.controls, question) : null;
      const hovered = hasHiddenBeside(layout, one) ? hoverQuestion(one) : null;
      return [prepared, hovered].filter((next) => next !== null);
    }
    const [before, after] = outcome.evidence.dialogsShown;
    const opened = kind === 'dialog' || after > before;
    if (!opened || !effectsOf(outcome.evidence).has('shown')) return [];
    return [closingQuestion(question, outcome.withIt.draft.layout, this.controls)];
  }

  #keep(
    outcome: Outcome<Opened>,
    control: number,
    question: Question,
    order: number,
    film: readonly [Uint8Array, Uint8Array] | null,
  ): void {
    this.cpuMs += outcome.cpuMs;
    this.runs += 2;
    const names = film && { before: `${order}-before.webp`, after: `${order}-after.webp` };
    if (film && names) this.files.set(names.before, film[0]).set(names.after, film[1]);
    const probe: Probe = {
      control,
      asks: question.asks,
      deeds: [...question.before, ...question.acts].map(({ deed }) => deed),
      evidence: 'evidence' in outcome ? outcome.evidence : null,
      trouble: 'trouble' in outcome ? outcome.trouble : null,
      before: names?.before ?? null,
      after: names?.after ?? null,
    };
    this.probes.push({ order, probe });
  }

  end(status: TraceData['status'], detail: string | null, lab: Lab | null): InteractionTrace {
    const tried = {
      status,
      detail,
      asked: this.asked,
      controls: this.controls.map(asControl),
      probes: this.probes.toSorted((a, b) => a.order - b.order).map(({ probe }) => probe),
      agent: null,
      tests: [],
      untried: this.untried,
    };
    const { artifact, files, started, cpuMs, runs } = this;
    return assembleTrace(tried, { artifact, lab, files, started, cpuMs, runs, usd: 0 });
  }
}

/** The control at which the Tab key stops first: of those that need no script for it, the first of the document; -1 without one. */
function firstStop({ nodes }: Layout, controls: readonly Ranked[]): number {
  const stops = controls.flatMap(({ node, disabled }, i) => {
    const { name, attributes } = nodes[node]!;
    const isNative =
      /^(a|button|input|select|textarea|summary)$/.test(name) && attributes?.['tabindex'] === undefined;
    return isNative && !disabled ? [{ node, i }] : [];
  });
  return stops.sort((a, b) => a.node - b.node)[0]?.i ?? -1;
}

/** Further questions come right after the first in the trace. */
const FOLLOW_UP = 0.25;
/** Kinds that may have nothing to do on a page without content. */
const PREPARED: ReadonlySet<ControlKind> = new Set([
  'button',
  'copy',
  'carousel',
  'stepper',
  'dialog',
  'filter',
  'sort',
]);

/** True when nothing at all was noticed, and no error says why. */
function isSilent(outcome: Outcome<Opened>): boolean {
  if (!('evidence' in outcome) || outcome.evidence.errors.length > 0) return false;
  // A button that clears a field gives it the focus, also when there was nothing to clear.
  return [...effectsOf(outcome.evidence)].every((effect) => effect === 'address' || effect === 'focus-moved');
}

async function filmOf(outcome: Outcome<Opened>, path: Path): Promise<[Uint8Array, Uint8Array] | null> {
  return 'evidence' in outcome ? filmstrip(outcome.without, outcome.withIt, path, outcome.evidence) : null;
}

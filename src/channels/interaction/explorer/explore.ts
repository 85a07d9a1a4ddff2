import type { Artifact, Brief } from '../../../artifact/schema.js';
import type { Layout } from '../../../render/capture.js';
import type { Lab, Renderer, Seed } from '../../../render/index.js';
import type { Path } from '../../../render/probe/path.js';
import type { Clues } from '../../../render/probe/clues.js';
import type { Look } from '../../../render/probe/look.js';
import { assembleTrace } from '../assemble.js';
import type { ControlKind, InteractionTrace, Probe, TraceData } from '../trace.js';
import { isOver, isUnanswered } from '../oracle/answer.js';
import { effectsOf, type Effect } from '../oracle/effects.js';
import { comparePictures } from '../oracle/pixels.js';
import type { Question } from './actions.js';
import { closerIn, closingQuestion } from './closing.js';
import { experiment, type Outcome } from './experiment.js';
import { filmstrip } from './filmstrip.js';
import { findControls } from './find.js';
import { againQuestion, endQuestion } from './play.js';
import { focusQuestion, hasHiddenBeside, hoverQuestion, questionsFor } from './questions.js';
import { inkQuestions } from './ink.js';
import { keysQuestion, preparedQuestion, strokeQuestion } from './prepared.js';
import { bringsUp, revealedBy, type Opening } from './reveal.js';
import { asControl, asksForAction, rank, type Ranked } from './rank.js';
import { watch } from './watch.js';

export interface ExploreOptions {
  /** What was asked for: controls that it speaks of come first. */
  brief?: Brief;
  /** In place of the renderer's own. */
  seed?: Seed;
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
  const lab = await renderer.lab(artifact, options.brief, options.seed);
  const asked = asksForAction(options.brief?.prompt ?? artifact.prompt ?? '');
  const exploration = new Exploration(artifact, asked, started);
  if (!lab) return exploration.end('failed', 'the code could not be made into a page', null);
  await exploration.run(lab, options);
  return exploration.end(exploration.status, exploration.detail, lab);
}

/** What tells of the controls of a page once something was brought up; null where nothing was. */
type Opened = Clues | null;
/** What is brought up may bring up more. */
const DEPTH = 2;

/** What is found out about one page, as it grows. */
class Exploration {
  status: TraceData['status'] = 'complete';
  detail: string | null = null;
  private controls: Ranked[] = [];
  private readonly probes: { order: number; probe: Probe }[] = [];
  private readonly files = new Map<string, Uint8Array>();
  private untried: TraceData['untried'] = [];
  private stay: TraceData['stay'] = null;
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
      clues: await page.clues(),
    }));
    this.cpuMs += first.cpuMs;
    this.runs++;
    if ('failure' in first) {
      this.status = 'failed';
      this.detail = first.failure;
      return;
    }
    const { look, clues } = first.value;
    const found = findControls(look, clues, this.artifact.kind === 'game');
    const prompt = options.brief?.prompt ?? this.artifact.prompt ?? '';
    this.controls = rank(found, lab.viewport.size, prompt);
    await Promise.all([this.#probe(lab, look, options), this.#watch(lab)]);
  }

  /** What plays by itself comes to other screens; of any other page people expect that it stays. */
  async #watch(lab: Lab): Promise<void> {
    if (this.artifact.kind === 'game' || this.artifact.kind === 'scene') return;
    const watched = await lab.run(watch);
    this.cpuMs += watched.cpuMs;
    this.runs++;
    if ('value' in watched) this.stay = watched.value;
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
    let opened: (Opening & { order: number })[] = [];
    const prompt = options.brief?.prompt ?? this.artifact.prompt ?? '';
    let begun = 0;
    const ask = async (control: number, question: Question, order: number): Promise<Outcome<Opened>> => {
      const { path } = this.controls[control]!;
      const outcome = await experiment(lab, path, question, (page, late) =>
        // What can't be read of what came up costs no evidence of the action itself.
        bringsUp(look, late) ? page.clues().catch(() => null) : Promise.resolve(null),
      );
      this.#keep(outcome, control, question, order, await filmOf(outcome, path));
      return outcome;
    };
    const work = async () => {
      while (begun < Math.min(most, queue.length) && performance.now() < until) {
        const order = begun++;
        const { control, question } = queue[order]!;
        const outcome = await ask(control, question, order);
        if ('evidence' in outcome && outcome.survey)
          opened.push({
            order,
            opener: this.controls[control]!,
            question,
            look: outcome.withIt,
            clues: outcome.survey,
          });
        // What was brought up stands in another layout than what could lead on from it.
        if (order >= first) continue;
        let turn = order;
        for (const next of await this.#followUps(look.draft.layout, control, question, outcome)) {
          const outcome = await ask(control, next, (turn += FOLLOW_UP));
          if (!isSilent(outcome, this.controls[control]!)) break;
        }
        const isFirst = queue.findIndex((each) => each.control === control) === order;
        if (question.asks === 'plays' && isFirst) await this.#toTheEnd(lab, control, outcome, order);
      }
    };
    // Each experiment takes two browsers at once where there are two.
    const all = () => Promise.all(Array.from({ length: Math.max(1, Math.ceil(lab.width / 2)) }, work));
    await all();
    // What was brought up comes last, in the order of the actions that did so.
    for (let depth = 0; depth < DEPTH; depth++) {
      const openings = opened.toSorted((a, b) => a.order - b.order);
      opened = [];
      for (const opening of openings) {
        for (const { one, questions } of revealedBy(opening, this.controls, prompt)) {
          const control = this.#placeOf(one);
          if (isSample(one)) queue.push(...questions.map((each) => ({ control, question: each })));
        }
      }
      await all();
    }
    const tried = new Set(this.probes.map(({ probe }) => probe.control));
    this.untried = this.controls.flatMap((one, control) => {
      if (tried.has(control)) return [];
      if (one.disabled) return { control, why: 'disabled' };
      if (!isSample(one)) return { control, why: 'alike' };
      if (queue.some((each) => each.control === control)) return { control, why: 'budget' };
      return { control, why: one.empty ? 'no-source' : 'native-popup' };
    });
    if (this.untried.some(({ why }) => why === 'budget')) this.status = 'budget';
  }

  /** Its position: that of the same one while it was disabled, or a new one. */
  #placeOf(one: Ranked): number {
    const at = this.controls.findIndex(({ path, disabled }) => disabled && path.join() === one.path.join());
    if (at < 0) return this.controls.push(one) - 1;
    const { alike, weight } = this.controls[at]!;
    this.controls[at] = { ...one, alike, weight };
    return at;
  }

  /** What an answer, or the lack of one, leads to ask. */
  async #followUps(
    layout: Layout,
    control: number,
    question: Question,
    outcome: Outcome<Opened>,
  ): Promise<Question[]> {
    if (!('evidence' in outcome) || question.asks !== 'answers') return [];
    const one = this.controls[control]!;
    const { kind } = one.control;
    if (question.hovers && isSilent(outcome, one)) {
      const prepared = PREPARED.has(kind) ? preparedQuestion(layout, one, this.controls, question) : null;
      const hovered = hasHiddenBeside(layout, one) ? hoverQuestion(one) : null;
      const drawn = PREPARED.has(kind) ? strokeQuestion(one, this.controls, question) : null;
      return [prepared, hovered, drawn].filter((next) => next !== null);
    }
    if (kind === 'canvas' && isSilent(outcome, one)) return inkQuestions(outcome.without, one, question);
    const byKeys = keysQuestion(layout, one, question);
    if (byKeys) return [byKeys];
    const [before, after] = outcome.evidence.dialogsShown;
    const shown = outcome.withIt.draft.layout;
    const opened = kind === 'dialog' || after > before || closerIn(shown, this.controls) >= 0;
    const effects = effectsOf(outcome.evidence);
    if (!opened || !(effects.has('shown') || effects.has('elsewhere'))) return [];
    return [closingQuestion(question, shown, this.controls)];
  }

  /** Leaves a game that plays alone until it is over, and begins it anew. */
  async #toTheEnd(lab: Lab, control: number, played: Outcome<Opened>, order: number): Promise<void> {
    const one = this.controls[control]!;
    if (!('evidence' in played) || ![...effectsOf(played.evidence)].some((effect) => PLAYED.has(effect)))
      return;
    const end = endQuestion(one, this.controls);
    const outcome = await experiment(lab, one.path, end, async (page, late) => {
      await page.pass(A_SECOND);
      const later = await page.look({ picture: true });
      return (await comparePictures(late.picture!, later.picture!)).cells.length === 0;
    });
    if ('evidence' in outcome) outcome.evidence.still = outcome.survey;
    this.#keep(outcome, control, end, order + FOLLOW_UP, await filmOf(outcome, one.path));
    if (!('evidence' in outcome) || !isOver(outcome.evidence)) return;
    const again = againQuestion(one, this.controls, outcome.withIt.draft.layout);
    const anew = await experiment(lab, one.path, again);
    this.#keep(anew, control, again, order + 2 * FOLLOW_UP, await filmOf(anew, one.path));
  }

  #keep(
    outcome: Outcome<unknown>,
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
      deeds: [...question.before, ...question.acts, ...(question.after ?? [])].map(({ deed }) => deed),
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
      stay: this.stay,
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

/** What is seen of play. */
const PLAYED: ReadonlySet<Effect> = new Set(['drawing', 'elsewhere', 'own']);
/** Frame by frame. */
const A_SECOND = Array.from({ length: 60 }, () => 16);
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

/** True when nothing that was promised was noticed, and no error says why. */
function isSilent(outcome: Outcome<unknown>, { control }: Ranked): boolean {
  return (
    'evidence' in outcome && outcome.evidence.errors.length === 0 && isUnanswered(control, outcome.evidence)
  );
}

async function filmOf(outcome: Outcome<unknown>, path: Path): Promise<[Uint8Array, Uint8Array] | null> {
  return 'evidence' in outcome ? filmstrip(outcome.without, outcome.withIt, path, outcome.evidence) : null;
}

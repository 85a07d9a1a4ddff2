import type { Brief } from '../../../artifact/schema.js';
import { KallosError } from '../../../errors.js';
import type { TextModel } from '../../../models/models.js';
import type { Lab, LivePage } from '../../../render/index.js';
import type { Look } from '../../../render/probe/look.js';
import {
  PAUSE,
  perform,
  SETTLING,
  QUICK,
  UnreachableError,
  type Act,
  type Question,
} from '../explorer/actions.js';
import { experiment, type Outcome } from '../explorer/experiment.js';
import { effectsOf } from '../oracle/effects.js';
import type { Evidence, Step, Test } from '../trace.js';
import { meaningOf, type Meaning } from './moves.js';
import type { Planned } from './plan.js';
import { moveSchema, turnPrompt, type Move } from './prompt.js';
import type { Journal } from './journal.js';
import { listed, marked, shown, viewOf, type View } from './view.js';

/** Times that the same action may change nothing. */
const FRUITLESS = 3;
/** Turns in a row that may be spent waiting, or on what there is not. */
const PATIENCE = 3;
const LONGEST = 400;

/** What carrying out a test needs. */
export interface Means {
  lab: Lab;
  model: TextModel;
  brief: Brief;
  /** Actions at most. */
  steps: number;
  /** `performance.now()` from which on an agent may only decide. */
  until: number;
  journal: Journal;
}

/**
 * Carries out one test: the model looks, says what its last action did, and acts, until it decides. Each action is run with and without,
 * in fresh documents that have lived through the same steps before, so that its evidence is beyond what anybody says of it. Whatever
 * goes wrong ends the test with a coded reason.
 *
 * @throws KallosError KALLOS_MODEL_KEY: without a key no test can be carried out
 */
export async function carryOut(test: Planned, first: View, means: Means): Promise<Test> {
  const run = new Running(test, first, means);
  return run.toTheEnd();
}

class Running {
  private readonly steps: Step[] = [];
  /** What is lived through again before the next action. */
  private path: Act[] = [];
  private view: View;
  private before: Look | null = null;
  private events: string[] = [];

  constructor(
    private readonly test: Planned,
    first: View,
    private readonly means: Means,
  ) {
    this.view = first;
  }

  async toTheEnd(): Promise<Test> {
    for (;;) {
      const { steps, until } = this.means;
      const last = this.steps.length >= steps || performance.now() > until;
      let move: Move;
      try {
        move = await this.#ask(last);
      } catch (error) {
        if (!(error instanceof KallosError) || error.code === 'KALLOS_MODEL_KEY') throw error;
        return this.#end('model', `${error.code}: ${error.message}`);
      }
      const done = this.steps.at(-1);
      if (done?.probe != null) done.saw = move.saw;
      if (move.do === 'finish') {
        this.#note(move, null, 'done', null);
        return { ...this.#end('finished', null), said: move.verdict, reason: move.thought.slice(0, LONGEST) };
      }
      const end = await this.#act(move);
      if (end) return end;
    }
  }

  async #ask(last: boolean): Promise<Move> {
    const { model, brief, journal } = this.means;
    const picture = await marked(this.view, journal.numberOf);
    const before = this.before && (await shown(this.before));
    const done = this.steps.at(-1);
    const { value, usd } = await model.ask({
      ...turnPrompt(brief, {
        test: this.test,
        history: this.steps.map((step, i) => this.#told(step, i)),
        events: this.events,
        list: listed(this.view, journal.numberOf),
        last,
      }),
      pictures: before ? [before, picture] : [picture],
      schema: moveSchema({ answers: done?.probe != null && done.became === 'done', last }),
      temperature: 0,
    });
    journal.spend(usd);
    return value;
  }

  /** Does what was said; the test's end when that ends it. */
  async #act(move: Move): Promise<Test | null> {
    const { journal } = this.means;
    const meaning = meaningOf(move, this.view, journal.numberOf, this.path);
    this.events = [];
    if ('refused' in meaning) {
      this.#note(move, meaning, meaning.refused, null);
      this.events = [`It was not done: ${meaning.detail}.`];
      return this.#count((step) => step.became !== 'done') >= PATIENCE
        ? this.#end('lost', meaning.detail)
        : null;
    }
    return 'acts' in meaning ? this.#pass(move, meaning) : this.#try(move, meaning);
  }

  /** Asks the page a question; the answer is evidence, which the model is not told. */
  async #try(move: Move, meaning: Extract<Meaning, { question: Question }>): Promise<Test | null> {
    const { journal } = this.means;
    const { control, question } = meaning;
    const outcome = await this.#experiment(meaning);
    const probe = await journal.keep(outcome, control, question, this.path.length);
    if ('trouble' in outcome) {
      const { reason, detail } = outcome.trouble;
      const became = reason === 'page-stopped' || reason === 'ours' ? reason : 'not-possible';
      this.#note(move, meaning, became, probe);
      if (became !== 'not-possible') return this.#end(became, detail);
      this.events = [`It was not done: ${detail}.`];
      return this.#count((step) => step.became !== 'done') >= PATIENCE ? this.#end('lost', detail) : null;
    }
    this.#note(move, meaning, 'done', probe);
    this.before = outcome.without;
    this.view = outcome.survey!;
    this.events = eventsOf(outcome.evidence);
    const settling = [...QUICK, ...SETTLING[question.patience]].reduce((sum, ms) => sum + ms, 0);
    this.path = [...question.before, ...question.acts, waiting(settling)];
    const same = this.steps.filter((step) => isSame(step, this.steps.at(-1)!) && this.#wasFruitless(step));
    return same.length >= FRUITLESS
      ? this.#end('repeating', 'the same action again and again, without any effect')
      : null;
  }

  async #experiment({
    path,
    question,
  }: Extract<Meaning, { question: Question }>): Promise<Outcome<View | null>> {
    const { lab, journal } = this.means;
    const attempt = async () => {
      const outcome = await experiment(lab, path, question, this.#survey);
      journal.cpuMs += outcome.cpuMs;
      journal.runs += 2;
      return outcome;
    };
    const outcome = await attempt();
    const isOver = 'trouble' in outcome && /^(page-stopped|ours)$/.test(outcome.trouble.reason);
    // What a page does once may be bad luck of ours; twice it did it itself.
    return isOver ? attempt() : outcome;
  }

  /** Scrolls or waits, and looks again. */
  async #pass(move: Move, meaning: Extract<Meaning, { acts: Act[] }>): Promise<Test | null> {
    const { lab, journal } = this.means;
    const path = [...this.path, ...meaning.acts];
    const run = await lab.run(async (page): Promise<View | UnreachableError> => {
      try {
        for (const act of path) {
          await perform(page, act);
          await page.pass(PAUSE);
        }
      } catch (error) {
        if (error instanceof UnreachableError) return error;
        throw error;
      }
      await page.hold();
      return this.#survey(page, await page.look({ picture: true }));
    });
    journal.cpuMs += run.cpuMs;
    journal.runs++;
    if ('failure' in run) {
      this.#note(move, meaning, 'ours', null);
      return this.#end('ours', run.failure);
    }
    if (run.value instanceof UnreachableError) {
      this.#note(move, meaning, 'not-possible', null);
      this.events = [`It was not done: ${run.value.message}.`];
      return this.#count((step) => step.became !== 'done') >= PATIENCE
        ? this.#end('lost', run.value.message)
        : null;
    }
    this.#note(move, meaning, 'done', null);
    this.path = path;
    this.before = this.view.look;
    this.view = run.value;
    return this.#count((step) => step.do === 'wait') >= PATIENCE
      ? this.#end('waiting', 'nothing but waiting')
      : null;
  }

  readonly #survey = (page: LivePage, look: Look): Promise<View> =>
    viewOf(page, look, page.artifact.kind === 'game', this.means.brief.prompt ?? '');

  #note(move: Move, meaning: Meaning | null, became: Step['became'], probe: number | null): void {
    const control = meaning?.control ? this.means.journal.indexOf(meaning.control) : null;
    const { do: deed, text, thought } = move;
    this.steps.push({
      do: deed,
      control,
      what: text,
      thought: thought.slice(0, LONGEST),
      became,
      probe,
      saw: null,
    });
  }

  /** How many of the latest steps are of a kind, without another in between. */
  #count(is: (step: Step) => boolean): number {
    const other = this.steps.findLastIndex((step) => !is(step));
    return this.steps.length - 1 - other;
  }

  #wasFruitless({ probe }: Step): boolean {
    const evidence = probe === null ? null : this.means.journal.probes[probe]!.evidence;
    return evidence !== null && isFruitless(evidence);
  }

  /** A step in words, for the next turn: what was done, and what the model itself saw of it. */
  #told({ do: deed, control, what, became, saw }: Step, i: number): string {
    const on =
      control === null
        ? ''
        : ` ${control + 1} (${JSON.stringify(this.means.journal.controls[control]!.name)})`;
    const text = what === null ? '' : ` ${JSON.stringify(what)}`;
    const seen = became === 'done' ? (saw === null ? '' : `; you saw: ${saw}`) : `; not done: ${became}`;
    return `${i + 1}. ${deed}${on}${text}${seen}`;
  }

  #end(ended: Test['ended'], detail: string | null): Test {
    const { task, expected, by, weight } = this.test;
    return { task, expected, by, weight, ended, detail, said: null, reason: null, steps: this.steps };
  }
}

const waiting = (ms: number): Act => ({ deed: { do: 'wait', what: String(ms), on: null }, path: null });

const isSame = (a: Step, b: Step) => a.do === b.do && a.control === b.control && a.what === b.what;

/** True when nobody would notice what differs. */
const isFruitless = (evidence: Evidence) =>
  [...effectsOf(evidence)].every((effect) => effect === 'address') && evidence.errors.length === 0;

/** What happened that no picture shows. All of it comes from the page. */
function eventsOf(evidence: Evidence): string[] {
  const quote = (text: string) => JSON.stringify(text);
  return [
    ...evidence.dialogs.map((dialog) => `a dialog, which was accepted: ${quote(dialog)}`),
    ...evidence.popups.map((url) => `a new tab, which was not opened: ${quote(url)}`),
    ...evidence.navigations.map((url) => `a way to another page, which was not followed: ${quote(url)}`),
    ...evidence.downloads.map((url) => `a download, which was not taken: ${quote(url)}`),
    ...evidence.clipboard.map((text) => `a text was copied: ${quote(text)}`),
    ...evidence.textsPassing.map((text) => `shown for a moment only: ${quote(text)}`),
    ...(evidence.prints > 0 ? ['the print dialog, which was not opened'] : []),
    ...(evidence.files > 0 ? ['a file chooser, in which nothing was chosen'] : []),
    ...(evidence.reloaded ? ['the page was loaded anew'] : []),
  ];
}

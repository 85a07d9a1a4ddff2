import { setMaxListeners } from 'node:events';
import type { Brief } from '../artifact/schema.js';
import type { ChannelName } from '../channels/schema.js';
import { KallosError } from '../errors.js';
import type { Seed } from '../render/index.js';
import { resolveRecipe, type Recipe, type RecipeInput } from '../reward/recipes.js';
import type { Asked, Asker, Asking } from './asker.js';
import { channelsToJudge, type Judged } from './channels.js';
import type { Metrics } from './metrics.js';
import type { Job } from './queue/queue.js';
import { toResult } from './result.js';
import type { RequestItem, Result } from './schema.js';

export interface ScoringOptions {
  asker: Asker;
  metrics: Metrics;
  /** The recipe of requests that name none. */
  recipe: Recipe;
  judged: Judged;
  /** Adds to a brief what is made once for it, where others judge. */
  prepare?: (brief: Brief, channels: readonly ChannelName[]) => Promise<Brief>;
  /** Fires when the service will wait no longer. */
  stopped: AbortSignal;
}

/** A request's time, and what it is told. */
export interface Conditions extends Asking {
  run: string;
  /** In place of the service's own. */
  seed?: Seed | undefined;
  recipe: Recipe;
  detail: 'summary' | 'full';
}

/** A clock that stops work which has not begun: at a deadline, or when the asker is gone. */
export interface Clock extends Disposable {
  signal: AbortSignal;
  stop(reason: KallosError): void;
}

/** What every route does with artifacts, whatever its wire format. */
export class Scoring {
  constructor(private readonly options: ScoringOptions) {}

  /** @throws KallosError KALLOS_CONFIG for one of which no artifact would get a reward here */
  async recipe(named: string | RecipeInput | undefined): Promise<Recipe> {
    if (named === undefined) return this.options.recipe;
    const recipe = await resolveRecipe(named);
    channelsToJudge(recipe, this.options.judged);
    return recipe;
  }

  /**
   * Keeps places for artifacts that are then asked for with what is given back.
   * @throws KallosError KALLOS_BUSY when so many more don't fit
   */
  admit(count: number): { admitted: true } {
    return this.options.asker.admit(count);
  }

  clock(deadlineMs: number): Clock {
    const stop = new AbortController();
    const late = new KallosError(
      'KALLOS_DEADLINE',
      'The deadline passed before this was finished.',
      'Give a later deadline (deadlineMs), fewer items, or more browsers.',
    );
    const timer = setTimeout(() => stop.abort(late), deadlineMs);
    const signal = AbortSignal.any([stop.signal, this.options.stopped]);
    // As many artifacts listen to it as a request has.
    setMaxListeners(0, signal);
    return {
      signal,
      stop: (reason) => stop.abort(reason),
      [Symbol.dispose]: () => clearTimeout(timer),
    };
  }

  /** Judges one artifact; never throws. */
  async judge(item: RequestItem, conditions: Conditions): Promise<Result> {
    const result = await this.attempt(item, conditions);
    this.record(result, conditions.run);
    return result;
  }

  /** Judges one artifact for who may ask again, and tells the metrics nothing; never throws. */
  async attempt(item: RequestItem, conditions: Conditions): Promise<Result> {
    const channels = channelsToJudge(conditions.recipe, this.options.judged);
    const brief = await this.prepared(briefOf(item), channels, conditions.signal);
    const asked = await this.options.asker.ask(
      this.job({ ...item, brief }, conditions, channels),
      conditions,
    );
    return toResult(item.id, asked, conditions.recipe, conditions.detail);
  }

  /** Tells the metrics what became of an artifact: once, however often it was tried. */
  record(result: Result, run: string): void {
    this.options.metrics.result(result, run);
  }

  /** Renders one artifact and judges nothing; never throws. */
  render(item: RequestItem, conditions: Omit<Conditions, 'recipe' | 'detail'>): Promise<Asked> {
    return this.options.asker.ask(this.job(item, conditions, []), conditions);
  }

  /** A brief that can't be prepared in time goes as it is: whoever judges has what was missing made, or fails. */
  private async prepared(
    brief: Brief,
    channels: readonly ChannelName[],
    signal: AbortSignal,
  ): Promise<Brief> {
    const { prepare } = this.options;
    if (!prepare || signal.aborted) return brief;
    const late = new Promise<Brief>((resolve) => {
      signal.addEventListener('abort', () => resolve(brief), { once: true });
    });
    return Promise.race([prepare(brief, channels).catch(() => brief), late]);
  }

  private job(
    item: RequestItem,
    { run, seed }: Pick<Conditions, 'run' | 'seed'>,
    channels: readonly ChannelName[],
  ): Job {
    const { response, html, kind } = item;
    const content = {
      form: response === undefined ? ('html' as const) : ('response' as const),
      text: response ?? html ?? '',
      ...(kind && { kind }),
      brief: briefOf(item),
      ...(seed !== undefined && { seed }),
      channels: [...channels],
    };
    return { ...content, key: this.options.asker.address(content), run };
  }
}

function briefOf({ prompt, brief }: RequestItem): Brief {
  return { ...brief, ...(prompt !== undefined && { prompt: brief?.prompt ?? prompt }) };
}

/** Gives what promises are fulfilled with, as they are. */
export async function* asFinished<T>(promises: readonly Promise<T>[]): AsyncGenerator<T, void> {
  const waiting = new Map(promises.map((promise, i) => [i, promise.then((value) => ({ i, value }))]));
  while (waiting.size > 0) {
    const { i, value } = await Promise.race(waiting.values());
    waiting.delete(i);
    yield value;
  }
}

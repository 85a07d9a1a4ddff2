import { setMaxListeners } from 'node:events';
import type { Brief } from '../artifact/schema.js';
import type { ChannelName } from '../channels/schema.js';
import { KallosError } from '../errors.js';
import { resolveRecipe, type Recipe, type RecipeInput } from '../reward/recipes.js';
import type { Asked, Asker, Asking } from './asker.js';
import type { Metrics } from './metrics.js';
import type { Job } from './queue/queue.js';
import { toResult } from './result.js';
import type { RequestItem, Result } from './schema.js';

export interface ScoringOptions {
  asker: Asker;
  metrics: Metrics;
  /** The recipe of requests that name none. */
  recipe: Recipe;
  channels: readonly ChannelName[];
  /** Fires when the service will wait no longer. */
  stopped: AbortSignal;
}

/** A request's time, and what it is told. */
export interface Conditions extends Asking {
  run: string;
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

  get isStopping(): boolean {
    return this.options.stopped.aborted;
  }

  recipe(named: string | RecipeInput | undefined): Promise<Recipe> {
    return named === undefined ? Promise.resolve(this.options.recipe) : resolveRecipe(named);
  }

  /** @throws KallosError KALLOS_BUSY when so many more artifacts don't fit */
  admit(count: number): void {
    this.options.asker.admit(count);
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
    const asked = await this.options.asker.ask(
      this.job(item, conditions.run, this.options.channels),
      conditions,
    );
    const result = toResult(item.id, asked, conditions.recipe, conditions.detail);
    this.options.metrics.result(result, conditions.run);
    return result;
  }

  /** Renders one artifact and judges nothing; never throws. */
  render(item: RequestItem, run: string, asking: Asking): Promise<Asked> {
    return this.options.asker.ask(this.job(item, run, []), asking);
  }

  private job(item: RequestItem, run: string, channels: readonly ChannelName[]): Job {
    const { prompt, response, html, kind, brief } = item;
    const asked: Brief = { ...brief, ...(prompt !== undefined && { prompt: brief?.prompt ?? prompt }) };
    const content = {
      form: response === undefined ? ('html' as const) : ('response' as const),
      text: response ?? html ?? '',
      ...(kind && { kind }),
      brief: asked,
      channels: [...channels],
    };
    return { ...content, key: this.options.asker.address(content), run };
  }
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

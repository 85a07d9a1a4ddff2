import { setTimeout as sleep } from 'node:timers/promises';
import { kindSchema, briefSchema, type Brief, type Kind } from '../../artifact/schema.js';
import { KallosError } from '../../errors.js';
import type { Recipe } from '../../reward/recipes.js';
import { DEFAULT_DEADLINE_MS } from '../limits.js';
import { toResult } from '../result.js';
import type { Result } from '../schema.js';
import type { Scoring } from '../scoring.js';
import { PromptMeans, type NotJudged } from './policy.js';

/** One sample as a trainer sends it. */
export interface Sample {
  prompt: string;
  response: string;
  kind?: Kind | undefined;
  brief?: Brief | undefined;
}

/** A sample's result, and the number that its trainer is told. */
export interface Told {
  result: Result;
  reward: number;
}

export interface CompatOptions {
  scoring: Scoring;
  policy: NotJudged;
  pageChars: number;
  onFault: (fault: string) => void;
}

/** A queue that is full has room again soon; these routes wait for it rather than send their trainer away. */
const AGAIN_MS = 500;

/** Judges samples for trainers whose step ends with the first error: whatever happens, there is a result. */
export class CompatJudge {
  readonly #means = new PromptMeans();

  constructor(private readonly options: CompatOptions) {}

  async judge(sample: Sample, owner: string, query: unknown): Promise<Told> {
    const { scoring } = this.options;
    const recipe = await scoring.recipe(undefined);
    const { run, deadlineMs } = readQuery(query);
    using clock = scoring.clock(deadlineMs);
    const result = await this.#insist(sample, recipe, { owner, run, signal: clock.signal });
    this.#means.add(sample.prompt, result);
    return { result, reward: this.#reward(sample.prompt, result) };
  }

  /** What is told of a sample that can't be read at all. */
  async unreadable(why: string): Promise<Told> {
    this.options.onFault(`A trainer sent what can't be read: ${why}`);
    const error = new KallosError(
      'KALLOS_REQUEST',
      why,
      'See docs/guides/serve.md for what each trainer sends.',
    );
    const recipe = await this.options.scoring.recipe(undefined);
    return { result: toResult('', { error }, recipe, 'summary'), reward: 0 };
  }

  async #insist(
    sample: Sample,
    recipe: Recipe,
    asking: { owner: string; run: string; signal: AbortSignal },
  ): Promise<Result> {
    const { scoring, policy, pageChars } = this.options;
    const { prompt, kind, brief } = sample;
    const item = {
      id: '',
      prompt,
      response: sample.response.slice(0, pageChars),
      ...(kind && { kind }),
      ...(brief && { brief }),
    };
    for (;;) {
      const result = await scoring.judge(item, { ...asking, recipe, detail: 'full' });
      const again =
        result.reason === 'KALLOS_BUSY' || (policy === 'retry' && !result.valid && !isFinal(result));
      if (!again || asking.signal.aborted) return result;
      await sleep(AGAIN_MS, undefined, { signal: asking.signal }).catch(() => undefined);
    }
  }

  #reward(prompt: string, { valid, score }: Result): number {
    if (valid) return score;
    return this.options.policy === 'group-mean' ? this.#means.of(prompt) : 0;
  }
}

/** A channel that isn't run, by configuration, will not be run the next time either. */
const isFinal = ({ verdict }: Result) =>
  verdict !== null &&
  verdict.cause !== 'infra' &&
  Object.values(verdict.channels).every(({ status }) => status !== 'failed');

function readQuery(query: unknown): { run: string; deadlineMs: number } {
  const { run, deadlineMs } = (query ?? {}) as Record<string, unknown>;
  const ms = Number(deadlineMs);
  return {
    run: typeof run === 'string' && run !== '' ? run.slice(0, 100) : 'default',
    deadlineMs: ms >= 1 && ms <= DEFAULT_DEADLINE_MS ? Math.round(ms) : DEFAULT_DEADLINE_MS,
  };
}

/**
 * A brief out of the one field that a trainer passes on for each sample (a label, or extra columns): an object with
 * `kind` and `brief`, as such or as JSON text. Anything else says nothing.
 */
export function readLabel(label: unknown): { kind?: Kind; brief?: Brief } {
  const read = typeof label === 'string' ? parseJson(label) : label;
  if (typeof read !== 'object' || read === null) return {};
  const { kind, brief } = read as Record<string, unknown>;
  const known = kindSchema.safeParse(kind);
  const asked = briefSchema.safeParse(brief);
  return { ...(known.success && { kind: known.data }), ...(asked.success && { brief: asked.data }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

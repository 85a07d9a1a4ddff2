import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { kindSchema, briefSchema, type Brief, type Kind } from '../../artifact/schema.js';
import { asSeed } from '../../config.js';
import { KallosError } from '../../errors.js';
import type { Seed } from '../../render/index.js';
import type { Recipe } from '../../reward/recipes.js';
import { asKallosError } from '../http/errors.js';
import { DEFAULT_DEADLINE_MS } from '../limits.js';
import type { Metrics } from '../metrics.js';
import { toResult } from '../result.js';
import type { Result } from '../schema.js';
import type { Conditions, Scoring } from '../scoring.js';
import { spreadsOf } from '../spread.js';
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
  recipe: Recipe;
}

/** Who asks, and what the URL says of it. */
export interface Asked {
  owner: string;
  run: string;
  deadlineMs: number;
  seed?: Seed | undefined;
}

export interface CompatOptions {
  scoring: Scoring;
  metrics: Metrics;
  policy: NotJudged;
  pageChars: number;
  onFault: (fault: string) => void;
}

/** A queue that is full has room again soon; these routes wait for it rather than send their trainer away. */
const AGAIN_MS = 500;

/** Judges samples for trainers whose step ends with the first error: whatever a sample is, there is a result. */
export class CompatJudge {
  readonly #means = new PromptMeans();

  constructor(private readonly options: CompatOptions) {}

  /** @throws KallosError KALLOS_DRAINING when the service stops before the sample is judged */
  async judge(sample: Sample, { owner, run, deadlineMs, seed }: Asked): Promise<Told> {
    const { scoring } = this.options;
    const recipe = await scoring.recipe(undefined);
    using clock = scoring.clock(deadlineMs);
    const { signal } = clock;
    const result = await this.#insist(sample, { owner, run, seed, recipe, signal, detail: 'full' });
    if (!result.valid && signal.aborted && isDraining(signal.reason)) throw signal.reason;
    scoring.record(result, run);
    // Runs have policies of different strength.
    const asked = `${run}\n${sample.prompt}`;
    this.#means.add(asked, result);
    return { result, reward: this.#reward(asked, result), recipe };
  }

  /** Judges samples that came together, and watches how far those of one prompt lie apart. */
  async judgeAll(samples: readonly (Sample | Unreadable)[], asked: Asked): Promise<Told[]> {
    const told = await Promise.all(
      samples.map((sample) =>
        'unreadable' in sample ? this.unreadable(sample.unreadable, asked) : this.judge(sample, asked),
      ),
    );
    const results = told.map(({ result }) => result);
    const prompts = samples.map((sample) => ('unreadable' in sample ? '' : sample.prompt));
    for (const spread of spreadsOf(results, prompts)) this.options.metrics.spread(spread, asked.run);
    return told;
  }

  /** What is told of a sample that can't be read at all. */
  unreadable(why: string, asked: Pick<Asked, 'run'>): Promise<Told> {
    this.options.onFault(`A trainer sent what can't be read: ${why}`);
    const help = 'See docs/guides/serve.md for what each trainer sends.';
    return this.#unjudged(new KallosError('KALLOS_REQUEST', why, help), asked);
  }

  /** What is told where answering failed. */
  failed(error: Error, asked: Pick<Asked, 'run'>): Promise<Told> {
    const [known] = asKallosError(error as FastifyError);
    if (known.code !== 'KALLOS_INTERNAL') return this.unreadable(known.message, asked);
    this.options.onFault(error.stack ?? error.message);
    return this.#unjudged(known, asked);
  }

  async #unjudged(error: KallosError, { run }: Pick<Asked, 'run'>): Promise<Told> {
    const { scoring } = this.options;
    const recipe = await scoring.recipe(undefined);
    const result = toResult('', { error }, recipe, 'summary');
    scoring.record(result, run);
    return { result, reward: 0, recipe };
  }

  async #insist(sample: Sample, conditions: Conditions): Promise<Result> {
    const { scoring, policy, pageChars } = this.options;
    const { prompt, kind, brief } = sample;
    const item = {
      id: '',
      prompt,
      response: sample.response.slice(0, pageChars),
      ...(kind && { kind }),
      ...(brief && { brief }),
    };
    const { signal } = conditions;
    for (;;) {
      const result = await scoring.attempt(item, conditions);
      const again =
        result.reason === 'KALLOS_BUSY' || (policy === 'retry' && !result.valid && !isFinal(result));
      if (!again || signal.aborted) return result;
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #reward(prompt: string, { valid, score }: Result): number {
    if (valid) return score;
    return this.options.policy === 'group-mean' ? this.#means.of(prompt) : 0;
  }
}

/** Stands for a sample that holds no text to judge. */
export interface Unreadable {
  unreadable: string;
}

/**
 * Answers what fails on a route with a sample that was not judged, since its trainer's step would end with an error. What
 * no sample can say is told as everywhere: a token that is wrong (every reward of the run would be none), and a service
 * that stops (these trainers ask again).
 */
export function answerFailures(
  app: FastifyInstance,
  judge: CompatJudge,
  tell: (told: Told, request: FastifyRequest) => unknown,
): void {
  app.setErrorHandler(async (error: Error, request, reply) => {
    if (error instanceof KallosError && (error.code === 'KALLOS_TOKEN' || isDraining(error))) throw error;
    const told = await judge.failed(error, askedBy(request));
    return reply.status(200).type('application/json').send(tell(told, request));
  });
}

/** A channel that isn't run, by configuration, will not be run the next time either. */
const isFinal = ({ verdict }: Result) =>
  verdict !== null &&
  verdict.cause !== 'infra' &&
  Object.values(verdict.channels).every(({ status }) => status !== 'failed');

const isDraining = (reason: unknown): reason is KallosError =>
  reason instanceof KallosError && reason.code === 'KALLOS_DRAINING';

/** Who asks, with `?run=`, `?seed=` and `?deadlineMs=` of the URL that the trainer was given. */
export function askedBy({ owner, query }: Pick<FastifyRequest, 'owner' | 'query'>): Asked {
  const { run, seed, deadlineMs } = (query ?? {}) as Record<string, unknown>;
  const ms = Number(deadlineMs);
  return {
    owner,
    run: typeof run === 'string' && run !== '' ? run.slice(0, 100) : 'default',
    deadlineMs: ms >= 1 && ms <= DEFAULT_DEADLINE_MS ? Math.round(ms) : DEFAULT_DEADLINE_MS,
    ...(typeof seed === 'string' && seed !== '' && { seed: asSeed(seed.slice(0, 100)) }),
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

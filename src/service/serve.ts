import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Brief } from '../artifact/schema.js';
import type { ChannelName } from '../channels/schema.js';
import { KallosError } from '../errors.js';
import { createRenderer } from '../render/index.js';
import { resolveRecipe } from '../reward/recipes.js';
import { knowChecks, type ScoreOptions } from '../score.js';
import { createApp } from './app.js';
import { Asker } from './asker.js';
import { openCaptures } from './captures.js';
import { channelsToJudge } from './channels.js';
import type { NotJudged } from './compat/policy.js';
import type { CompareGroup } from './groups.js';
import { isLoopback } from './http/access.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import { createMetrics } from './metrics.js';
import { draining } from './queue/lanes.js';
import { createLocalQueue } from './queue/local.js';
import { createRedisQueue } from './queue/redis/queue.js';
import { Scoring } from './scoring.js';
import { fleetOf, settingsOf } from './settings.js';
import { DEFAULT_BROWSERS, slotsOf } from './slots.js';
import { createWork } from './work.js';

export interface ServeOptions {
  /** How pages are rendered and judged; the recipe is that of requests which name none. */
  scoring?: Omit<ScoreOptions, 'renderer' | 'unsafe'>;
  /** Loopback unless said otherwise; anything else needs a token. */
  host?: string;
  /** 7654 unless said otherwise; 0 takes any that is free. */
  port?: number;
  /** Who has one of these is let in, and sees the captures that were made with it. */
  tokens?: readonly string[];
  /** Folder of captures, or "s3://bucket/prefix"; a temporary folder, removed at the end, unless said otherwise. */
  captures?: string;
  /** Redis or Valkey ("redis://127.0.0.1:6379"): workers elsewhere render and judge, and this process does not. */
  redis?: string;
  limits?: Partial<Limits>;
  /** What the routes of trainers say of an artifact that was not judged; `zero` unless said otherwise. */
  notJudged?: NotJudged;
  /** Compares the rollouts of a group with one another, for requests that ask for it. */
  compare?: CompareGroup;
  /** Seconds that requests are given to finish once the service is closed; 30 unless said otherwise. */
  graceSeconds?: number;
  /** Told of faults on our side, with details that no answer carries. */
  onFault?: (fault: string) => void;
}

/** A running service. Close it, or declare it with `await using`. */
export interface Service extends AsyncDisposable {
  /** Where it listens: "http://127.0.0.1:7654". */
  url: string;
  /** The name of those who judge alike, where workers judge for it; null where it judges by itself. */
  fleet: string | null;
  /** Takes no new work, gives requests under way their time, and ends browsers. */
  close(): Promise<void>;
}

export const DEFAULT_PORT = 7654;

/**
 * Starts the HTTP service that trainers ask for rewards.
 * @throws KallosError KALLOS_USAGE for a host beyond loopback without a token, KALLOS_LISTEN when the port
 * can't be had, KALLOS_REDIS when Redis can't
 */
export async function serve(options: ServeOptions = {}): Promise<Service> {
  const { host = '127.0.0.1', port = DEFAULT_PORT, tokens = [], graceSeconds = 30 } = options;
  const { recipe: named, channels, concurrency = DEFAULT_BROWSERS, ...judging } = options.scoring ?? {};
  const onFault = options.onFault ?? (() => undefined);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (tokens.length === 0 && !isLoopback(host)) {
    throw new KallosError(
      'KALLOS_USAGE',
      `Whoever reaches ${host} could use this service.`,
      'Set KALLOS_TOKEN (or --token), or listen on 127.0.0.1.',
    );
  }
  const recipe = await resolveRecipe(named ?? 'default');
  const judged = { channels, hasAgent: judging.agent !== undefined };
  channelsToJudge(recipe, judged);
  knowChecks(judging.checks ?? {});

  const settings = await settingsOf(judging);
  const fleet = options.redis === undefined ? null : fleetOf(settings);

  const { redis, captures: place } = options;
  if (redis !== undefined && place === undefined) {
    throw new KallosError(
      'KALLOS_USAGE',
      'Captures are made by workers, and nothing says where this service finds them.',
      'Name a folder that all share, or a bucket, for the service and its workers: --captures s3://bucket/prefix.',
    );
  }

  const folder = place ?? (await mkdtemp(join(tmpdir(), 'kallos-captures-')));
  const captures = await openCaptures(folder, limits.captures);
  let isDraining = false;
  const metrics = createMetrics(
    () => queue.state(),
    () => isDraining,
  );
  const onAgain = () => metrics.again();
  // Never without the sandbox: what comes here was written by strangers.
  const renderer =
    redis === undefined ? await createRenderer({ ...judging, concurrency, unsafe: false }) : null;
  const queue = renderer
    ? createLocalQueue({
        work: createWork({ renderer, captures, judging, onFault, onAgain }),
        concurrency: slotsOf(concurrency),
        limit: limits.queue,
      })
    : await createRedisQueue({
        url: redis ?? '',
        fleet: fleet ?? '',
        limit: limits.queue,
        onFault,
        onAgain,
      });
  const asker = new Asker({
    queue,
    captures,
    settings,
    cached: limits.answers,
    limit: limits.queue,
  });
  const stopped = new AbortController();
  const { reader, judge } = judging;
  // Workers that each read a brief, or wrote a rubric, by themselves would judge one group by several.
  const prepare = async (given: Brief, asked: readonly ChannelName[]): Promise<Brief> => {
    const brief = asked.includes('correctness') ? ((await reader?.read(given)) ?? given) : given;
    return asked.includes('visual') ? ((await judge?.prepare?.(brief)) ?? brief) : brief;
  };
  const scoring = new Scoring({
    asker,
    metrics,
    recipe,
    judged,
    ...(fleet !== null && { prepare }),
    stopped: stopped.signal,
  });
  const app = await createApp({
    scoring,
    metrics,
    captures,
    queue,
    tokens,
    limits,
    notJudged: options.notJudged ?? 'group-mean',
    compare: options.compare,
    isDraining: () => isDraining,
    onFault,
  });

  let closing: Promise<void> | undefined;
  const close = async () => {
    isDraining = true;
    const graceful = AbortSignal.timeout(graceSeconds * 1000);
    while (app.underWay() > 0 && !graceful.aborted) await sleep(50);
    stopped.abort(draining());
    const begun = queue.close();
    await app.close();
    // What still runs has nobody waiting for it.
    await renderer?.close();
    await begun;
    if (place === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    await app.server.listen({ host, port });
  } catch (cause) {
    await close();
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new KallosError(
      'KALLOS_LISTEN',
      `The service can't listen on ${host}:${port} (${code}).`,
      'Choose another port with --port, or 0 for any that is free.',
      { cause },
    );
  }
  const { port: taken } = app.server.server.address() as AddressInfo;
  const shut = () => (closing ??= close());
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    fleet,
    close: shut,
    [Symbol.asyncDispose]: shut,
  };
}

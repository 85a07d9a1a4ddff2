import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CHANNELS } from '../channels/schema.js';
import type { QueueState } from './queue/queue.js';
import type { Result } from './schema.js';

const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250];
/** Weight of the newest page in the time that pages take of late. */
const RECENT = 0.1;
/** Training runs and held-out judges that have figures of their own. */
const MOST_LABELS = 100;
const SCORES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** Figures for Prometheus; docs/guides/serve.md says what each means. */
export interface Metrics {
  readonly registry: Registry;
  request(route: string, status: number, seconds: number): void;
  result(result: Result, run: string): void;
  /** A score by a judge that is kept from the reward. */
  heldOut(run: string, judge: string, score: number): void;
  /** How far the rewards of one prompt's rollouts lie apart. */
  spread(spread: number, run: string): void;
  again(): void;
  /** How long a page takes, of late. */
  pageSeconds(): number;
}

export function createMetrics(state: () => QueueState, isDraining: () => boolean): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'kallos_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'kallos_request_seconds',
    help: 'Seconds from a request to the end of its answer.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const items = new Counter({
    name: 'kallos_items_total',
    help: 'Artifacts answered, by outcome of rendering; "none" where none was rendered.',
    labelNames: ['outcome', 'valid'],
    registers,
  });
  const unjudged = new Counter({
    name: 'kallos_unjudged_total',
    help: 'Artifacts without a valid score, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const [waited, took] = ['queue', 'page'].map(
    (what) =>
      new Histogram({
        name: `kallos_${what}_seconds`,
        help:
          what === 'queue' ? 'Seconds that an artifact waited.' : 'Seconds that rendering and judging took.',
        buckets: SECONDS,
        registers,
      }),
  ) as [Histogram, Histogram];
  const scores = new Histogram({
    name: 'kallos_channel_score',
    help: 'Scores by channel, of what was judged.',
    labelNames: ['channel'],
    buckets: SCORES,
    registers,
  });
  const masked = new Counter({
    name: 'kallos_channel_masked_total',
    help: 'Artifacts in which a channel was not judged.',
    labelNames: ['channel'],
    registers,
  });
  const rewards = new Histogram({
    name: 'kallos_reward',
    help: 'Valid rewards, by training run.',
    labelNames: ['run'],
    buckets: [-1, -0.5, 0, ...SCORES],
    registers,
  });
  const heldOut = new Histogram({
    name: 'kallos_heldout_score',
    help: 'Scores that the trainer told, by a judge that the policy is not rewarded by.',
    labelNames: ['run', 'judge'],
    buckets: SCORES,
    registers,
  });
  const spreads = new Histogram({
    name: 'kallos_group_spread',
    help: "Standard deviation of the rewards of a prompt's rollouts, by training run.",
    labelNames: ['run'],
    buckets: [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5],
    registers,
  });
  const retries = new Counter({
    name: 'kallos_retries_total',
    help: 'Artifacts done again after a fault of ours, such as a browser that died.',
    registers,
  });
  const cache = new Counter({
    name: 'kallos_cache_total',
    help: 'Artifacts that were judged, by whether the answer was known.',
    labelNames: ['hit'],
    registers,
  });
  const gauges: readonly [string, string, (state: QueueState) => number][] = [
    ['kallos_queue_waiting', 'Artifacts that wait.', ({ waiting }) => waiting],
    ['kallos_queue_running', 'Artifacts under way.', ({ running }) => running],
    ['kallos_queue_limit', 'Artifacts that may wait.', ({ limit }) => limit],
    [
      'kallos_queue_oldest_seconds',
      'How long the first of those that wait has waited.',
      ({ oldestMs }) => oldestMs / 1000,
    ],
    ['kallos_workers', 'Processes that judge for this service.', ({ workers }) => workers],
    ['kallos_worker_slots', 'Artifacts that they have in hand at once.', ({ slots }) => slots],
  ];
  for (const [name, help, of] of gauges) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(of(state()));
      },
    });
  }
  new Gauge({
    name: 'kallos_draining',
    help: '1 once the service takes no more work.',
    registers,
    collect() {
      this.set(isDraining() ? 1 : 0);
    },
  });

  // Askers choose these names: what comes after so many is told together.
  const labels = new Set<string>();
  const labelOf = (name: string) => {
    if (labels.size < MOST_LABELS) labels.add(name);
    return labels.has(name) ? name : 'others';
  };
  let pageSeconds = 1;

  return {
    registry,
    pageSeconds: () => pageSeconds,
    request(route, status, seconds) {
      requests.inc({ route, status: String(status) });
      requestSeconds.observe({ route }, seconds);
    },
    result({ verdict, valid, score, reason, scores: of, masks, cached, queueMs, wallMs }, run) {
      items.inc({ outcome: verdict?.outcome ?? 'none', valid: valid ? '1' : '0' });
      if (valid) rewards.observe({ run: labelOf(run) }, score);
      else unjudged.inc({ reason: reason ?? '' });
      if (verdict === null) return;
      cache.inc({ hit: cached ? '1' : '0' });
      if (!cached) {
        waited.observe(queueMs / 1000);
        took.observe(wallMs / 1000);
        pageSeconds += RECENT * (wallMs / 1000 - pageSeconds);
      }
      for (const channel of CHANNELS) {
        if (masks[channel] === 1) scores.observe({ channel }, of[channel]);
        else masked.inc({ channel });
      }
    },
    heldOut: (run, judge, score) => heldOut.observe({ run: labelOf(run), judge: labelOf(judge) }, score),
    spread: (spread, run) => spreads.observe({ run: labelOf(run) }, spread),
    again: () => retries.inc(),
  };
}

import type { ServeOptions, Service } from './serve.js';
import type { RunningWorker, WorkerOptions } from './worker.js';

export type { CompareGroup } from './groups.js';
export type { Limits } from './limits.js';
export type { NotJudged } from './compat/policy.js';
export type { RunningWorker, ServeOptions, Service, WorkerOptions };

/**
 * Starts the HTTP service that trainers ask for rewards. What serves is loaded when it is asked for: judging needs none
 * of it.
 * @throws KallosError KALLOS_USAGE for a host beyond loopback without a token, KALLOS_LISTEN when the port can't be had
 */
export async function serve(options: ServeOptions = {}): Promise<Service> {
  const service = await import('./serve.js');
  return service.serve(options);
}

/**
 * Starts a worker that judges for services through Redis.
 * @throws KallosError KALLOS_REDIS when Redis can't be had
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const worker = await import('./worker.js');
  return worker.startWorker(options);
}

/** The thread that compilers run on: hostile code may hold it up or exhaust it, and it is ended from outside. */
import { parentPort } from 'node:worker_threads';

import { bundleComponent, type BundleResult, type Job } from './bundle.js';

/** What a worker says of a job; `crash` is the message of a compiler that threw what it never should. */
export type Reply = BundleResult | { crash: string };

parentPort!.on('message', (job: Job) => {
  bundleComponent(job)
    .catch((error: unknown): Reply => ({ crash: error instanceof Error ? error.message : String(error) }))
    .then(
      (reply) => parentPort!.postMessage(reply),
      () => undefined,
    );
});

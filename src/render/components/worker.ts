/** The process that compilers run in: hostile code may hold it up or exhaust it, and it is ended from outside. */
import { bundleComponent, type BundleResult, type Job } from './bundle.js';

/** What a worker says of a job; `crash` is the message of a compiler that threw what it never should. */
export type Reply = BundleResult | { crash: string };

process.on('message', (job: Job) => {
  bundleComponent(job)
    .catch((): Reply => ({ crash: 'broke down' }))
    .then(
      (reply) => process.send?.(reply),
      () => undefined,
    );
});
// Nobody is left to compile for.
process.on('disconnect', () => process.exit());

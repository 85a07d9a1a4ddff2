import { KallosError } from '../errors.js';
import { startWorker } from '../service/index.js';
import { note } from './print.js';
import { readSettings } from './score-settings.js';
import { redisOf, refuseUnsafe, scoreFlags, untilStopped, wholeNumber } from './service-flags.js';
import type { WorkerFlags } from './worker.js';

/** Runs a worker until it is told to stop. */
export async function runWorker(flags: WorkerFlags): Promise<void> {
  refuseUnsafe(flags);
  const redis = redisOf(flags);
  const { captures, quiet } = flags;
  if (redis === undefined || captures === undefined) {
    throw new KallosError(
      'KALLOS_USAGE',
      redis === undefined ? 'Nothing says where work comes from.' : 'Nothing says where captures go.',
      'For example: kallos worker --redis redis://127.0.0.1:6379 --captures /srv/captures (or s3://bucket/prefix).',
    );
  }
  const { options } = await readSettings({ profile: 'reward', ...scoreFlags(flags), format: 'json' });
  // What is asked for, and the reward that is made of it, is the service's affair.
  const scoring = { ...options };
  delete scoring.recipe;
  delete scoring.channels;
  // Told before anything is started, so that a signal which comes early is heard.
  const stopped = untilStopped();
  const worker = await startWorker({
    redis,
    captures,
    scoring: { ...scoring, ...(!quiet && { onNote: note }) },
    ...(flags.grace !== undefined && { graceSeconds: wholeNumber(flags.grace, '--grace', 86_400) }),
    onFault: (fault) => note(`Fault: ${fault}`),
  });
  process.stdout.write(`${worker.fleet}\n`);
  if (!quiet) note(`A worker of ${worker.fleet} is ready.`);
  const signal = await stopped;
  if (!quiet) note(`${signal}: finishing what it has in hand.`);
  await worker.close();
}

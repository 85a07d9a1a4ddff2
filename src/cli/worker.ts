import type { Command } from 'commander';
import { judgingFlags, runningFlags, type ServiceFlags } from './service-flags.js';

/** The flags of `kallos worker` as commander gives them. */
export type WorkerFlags = ServiceFlags;

const HELP = `
A service and a worker:
  kallos serve  --redis redis://127.0.0.1:6379 --captures /srv/captures
  kallos worker --redis redis://127.0.0.1:6379 --captures /srv/captures --concurrency 8

Workers serve those that judge as they do: give both the same version of Kallos, and the same --recipe, --channels,
--profile, --judge, --judge-model, --samples, --seed and configuration. Both print the name of their fleet.

Captures: a folder that all machines share, or s3://bucket/prefix with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
AWS_REGION and, for servers other than AWS, AWS_ENDPOINT_URL_S3.

KALLOS_REDIS names Redis where its URL holds a password: a flag can be read by whoever lists processes.

SIGTERM ends a worker gracefully: it takes nothing more, and puts back what --grace seconds don't suffice for. A
worker that is killed costs time: others do again what it had in hand.

Guide: docs/guides/operations.md

Exit codes:
  0  stopped by SIGTERM or SIGINT
  2  could not start`;

export function defineWorker(program: Command): void {
  const command = program
    .command('worker')
    .description('render and judge for services on other machines, through Redis')
    .option('--redis <url>', 'take work from this Redis or Valkey (or KALLOS_REDIS)')
    .option('--captures <place>', 'put captures here: the folder or bucket that the service reads')
    .option('--concurrency <number>', 'browsers at once')
    .option('--recipe <recipe>', 'how channels become the reward, as the service says')
    .option('--channels <list>', 'channels to judge, as the service says');
  judgingFlags(command).option(
    '--grace <seconds>',
    'time for what it has in hand once it is told to stop (default 30)',
  );
  runningFlags(command)
    .addHelpText('after', HELP)
    .action(async (flags: WorkerFlags) => {
      const { runWorker } = await import('./worker-run.js');
      await runWorker(flags);
    });
}

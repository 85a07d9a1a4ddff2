import { Option, type Command } from 'commander';
import { judgingFlags, runningFlags, type ServiceFlags } from './service-flags.js';

/** The flags of `kallos serve` as commander gives them. */
export interface ServeFlags extends ServiceFlags {
  host?: string;
  port?: string;
  token?: string[];
  queue?: string;
  notJudged: 'group-mean' | 'zero' | 'retry';
}

const HELP = `
Ask it:
  curl http://127.0.0.1:7654/v1/score -H 'content-type: application/json' \\
       -d '{"items": [{"id": "1", "prompt": "A page about ferries", "response": "<!doctype html>…"}]}'

Point a trainer at it:
  OpenRLHF    --reward.remote_url http://127.0.0.1:7654/openrlhf
  slime       --rm-type remote_rm --rm-url http://127.0.0.1:7654/slime --reward-key score
  NeMo Gym    POST /verify
  OpenEnv     base_url http://127.0.0.1:7654 (episodes on /ws)
  TRL, verl   POST /v1/score or /v1/groups

Routes: /v1/score /v1/groups /v1/render /v1/captures/HASH, /healthz /readyz /metrics /openapi.json

Tokens: everyone on this machine may use a service on 127.0.0.1. To listen elsewhere, set KALLOS_TOKEN
(several are divided by commas); a flag can be read by whoever lists processes. Clients send
"Authorization: Bearer TOKEN", or name http://kallos:TOKEN@host:port/….

What it never does: open a URL, read a file that a request names, or render without the browser's
sandbox. SIGTERM ends it gracefully: no new work, and --grace seconds for what has begun.

Settings: flags, then KALLOS_* variables, then kallos.config.json, then defaults.
Guides: docs/guides/serve.md, and docs/guides/operations.md for more than one machine

Exit codes:
  0  stopped by SIGTERM or SIGINT
  2  could not start`;

export function defineServe(program: Command): void {
  const command = program
    .command('serve')
    .description('answer trainers and tools over HTTP: scores, groups with advantages, captures')
    .option('--port <number>', 'listen on this port (default 7654; 0 takes a free one)')
    .option('--host <address>', 'listen on this address (default 127.0.0.1; others need a token)')
    .option('--token <token...>', 'let in only who has one of these; better set as KALLOS_TOKEN')
    .option('--concurrency <number>', 'browsers at once')
    .option('--recipe <recipe>', 'how channels become the reward, for requests that name none')
    .option(
      '--channels <list>',
      'channels to judge (default: execution,correctness,visual, and what the recipe requires)',
    );
  judgingFlags(command)
    .option(
      '--captures <place>',
      'keep captures in this folder, or s3://bucket/prefix (default: a temporary folder)',
    )
    .option('--redis <url>', 'let `kallos worker`s judge, through this Redis or Valkey (or KALLOS_REDIS)')
    .option('--queue <number>', 'artifacts that may wait; more are answered with 429 (default 4096)')
    .addOption(
      new Option('--not-judged <policy>', 'what trainers that know no "not judged" are told')
        .choices(['group-mean', 'zero', 'retry'])
        .default('group-mean'),
    )
    .option('--grace <seconds>', 'time for requests under way once it is told to stop (default 30)');
  runningFlags(command)
    .addHelpText('after', HELP)
    .action(async (flags: ServeFlags) => {
      const { runServe } = await import('./serve-run.js');
      await runServe(flags);
    });
}

import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { BundleResult, Job } from './bundle.js';
import type { Reply } from './worker.js';

/** Compiled, also when the rest runs from its sources. */
const WORKER = fileURLToPath(new URL('../../../dist/render/components/worker.js', import.meta.url));
/** Compiling takes well under a second; a try that takes this long on a busy machine gets a second one. */
const SECONDS = 30;
const MEMORY_MB = 512;
/** Processes at once. Each starts an esbuild of its own, so that code which brings one down harms nobody else. */
const MAX_WORKERS = 2;

const idle: ChildProcess[] = [];
const waiting: (() => void)[] = [];
let busy = 0;

/**
 * Bundles a component in a process of its own, within a limit of time and memory. What a compiler makes of code that it can't cope
 * with, twice, the second time in a fresh process, is the code's own failure. Never rejects for what the code does.
 * @param seconds how long a try may take
 */
export async function compile(job: Job, seconds = SECONDS): Promise<BundleResult> {
  if (busy >= MAX_WORKERS) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy++;
  try {
    const first = await attempt(idle.pop() ?? newWorker(), job, seconds);
    const last = 'crash' in first ? await attempt(newWorker(), job, seconds) : first;
    return 'crash' in last ? { failure: `the compiler ${last.crash}.` } : last;
  } finally {
    // A place is handed on rather than given up, so that nobody overtakes who waits.
    const next = waiting.shift();
    if (next) next();
    else busy--;
  }
}

/** What compilers print when they break down is for their authors, and goes nowhere. */
function newWorker(): ChildProcess {
  return fork(WORKER, {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** One job on one process, which is kept for the next when it has ended well. A process that waits keeps ours not alive. */
async function attempt(worker: ChildProcess, job: Job, seconds: number): Promise<Reply> {
  worker.ref();
  worker.channel?.ref();
  let timer: NodeJS.Timeout | undefined;
  const reply = await new Promise<Reply>((resolve) => {
    const crash = (what: string) => () => resolve({ crash: what });
    timer = setTimeout(crash(`did not finish in ${seconds} seconds`), seconds * 1000);
    worker.once('message', (message) => resolve(message as Reply));
    worker.once('error', crash('broke down'));
    worker.once('exit', crash('broke down'));
    worker.send(job);
  });
  clearTimeout(timer);
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  worker.on('error', () => undefined);
  if ('crash' in reply) {
    worker.kill('SIGKILL');
    return reply;
  }
  worker.unref();
  worker.channel?.unref();
  idle.push(worker);
  return reply;
}

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { BundleResult, Job } from './bundle.js';
import type { Reply } from './worker.js';

/** Compiled, also when the rest runs from its sources. */
const WORKER = fileURLToPath(new URL('../../../dist/render/components/worker.js', import.meta.url));
/** Compiling takes well under a second; a try that takes this long on a busy machine gets a second one. */
const SECONDS = 30;
const MEMORY_MB = 512;
/** Threads at once. Each starts an esbuild of its own, so that code which brings one down harms nobody else. */
const MAX_WORKERS = 2;

const idle: Worker[] = [];
const waiting: (() => void)[] = [];
let busy = 0;

/**
 * Bundles a component on a thread of its own, within a limit of time and memory. What a compiler makes of code that it can't cope
 * with, twice, the second time on a fresh thread, is the code's own failure. Never rejects for what the code does.
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

function newWorker(): Worker {
  return new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: 8 } });
}

/** One job on one thread, which is kept for the next when it has ended well. A thread that waits keeps no process alive. */
async function attempt(worker: Worker, job: Job, seconds: number): Promise<Reply> {
  worker.ref();
  let timer: NodeJS.Timeout | undefined;
  const reply = await new Promise<Reply>((resolve) => {
    const crash = (what: string) => () => resolve({ crash: what });
    timer = setTimeout(crash(`did not finish in ${seconds} seconds`), seconds * 1000);
    worker.once('message', resolve);
    worker.once('error', crash('ran out of memory'));
    worker.once('exit', crash('broke down'));
    worker.postMessage(job);
  });
  clearTimeout(timer);
  worker.removeAllListeners();
  if ('crash' in reply) {
    worker.on('error', () => undefined);
    await worker.terminate();
    return reply;
  }
  worker.unref();
  idle.push(worker);
  return reply;
}

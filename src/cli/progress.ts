import type { SingleBar } from 'cli-progress';
import { note } from './print.js';

/** Shows how far a run is, on standard error. */
export interface Progress {
  /** One more input is done. */
  step: () => void;
  /** Prints a line. */
  say: (line: string) => void;
  /** Takes the bar off the terminal before something else is printed; the next step brings it back. */
  clear: () => void;
  stop: () => void;
}

/** A run that is over before this needs no progress. */
const PATIENCE_MS = 2000;
const LINES_EVERY_MS = 10_000;

/**
 * A bar with an ETA on a terminal, a line now and then elsewhere; nothing for one input, or for what is done at once.
 *
 * @param count counts the inputs, null where that can't be known; asked only when the run takes its time
 */
export function createProgress(quiet: boolean, count: () => Promise<number | null>): Progress {
  const start = Date.now();
  let done = 0;
  let total: number | null = null;
  let bar: SingleBar | null = null;
  let lines: NodeJS.Timeout | undefined;

  const begin = async () => {
    total = await count().catch(() => null);
    if (total === 1) return;
    if (process.stderr.isTTY && total !== null) bar = await startBar(total, done);
    else lines = setInterval(() => note(lineOf(done, total, Date.now() - start)), LINES_EVERY_MS).unref();
  };
  const timer = quiet ? undefined : setTimeout(() => void begin(), PATIENCE_MS).unref();
  const clear = () => {
    if (bar) process.stderr.write('\r\u001b[K');
  };
  return {
    step: () => {
      done++;
      bar?.increment();
    },
    say: (line) => {
      clear();
      note(line);
    },
    clear,
    stop: () => {
      clearTimeout(timer);
      clearInterval(lines);
      bar?.stop();
      clear();
    },
  };
}

async function startBar(total: number, done: number): Promise<SingleBar> {
  const { default: progress } = await import('cli-progress');
  const format = '{bar} {value}/{total}, {eta_formatted} left';
  const bar = new progress.SingleBar(
    { format, stream: process.stderr, etaBuffer: 50, clearOnComplete: true },
    progress.Presets.shades_classic,
  );
  bar.start(total, done);
  return bar;
}

/** "120 of 2000 judged, about 12 min left" */
export function lineOf(done: number, total: number | null, elapsedMs: number): string {
  if (total === null) return `${done} judged`;
  if (done === 0) return `${done} of ${total} judged`;
  return `${done} of ${total} judged, about ${lasting(((total - done) * elapsedMs) / done / 1000)} left`;
}

function lasting(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

import { Option, type Command } from 'commander';
import { KallosError } from '../errors.js';

/** Flags that a service and its workers have alike: those of judging, which must be the same for both, and a few more. */
export interface ServiceFlags {
  captures?: string;
  concurrency?: string;
  recipe?: string;
  channels?: string;
  profile?: string;
  judge?: string;
  judgeModel?: string;
  samples?: string;
  seed?: string;
  redis?: string;
  grace?: string;
  config?: string;
  browser?: string;
  unsafe?: boolean;
  quiet?: boolean;
}

/** Defines the flags of how to judge. */
export function judgingFlags(command: Command): Command {
  return command
    .option('--profile <profile>', 'reward (one viewport, fast; default) or full')
    .option('--judge <judge>', 'who judges looks: embedded (default), vlm, rubric, or a judge file (.json)')
    .option('--judge-model <model>', 'the model that the judge asks: PROVIDER:MODEL, or with @ADDRESS')
    .option('--samples <number>', 'how often the model is asked about one picture')
    .option(
      '--seed <seed>',
      "feeds the pages' random numbers, dates and ids: one of its own for each training run",
    );
}

/** Defines the flags of where it runs. */
export function runningFlags(command: Command): Command {
  return command
    .option('--config <file>', 'read this configuration, .json or .ts')
    .option('--browser <path>', 'use this browser')
    .addOption(new Option('--unsafe').hideHelp())
    .option('--quiet', 'print nothing but errors');
}

/** Resolves with the first signal that says to stop. */
export function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => resolve(signal));
  });
}

/** @throws KallosError KALLOS_USAGE with `--unsafe` */
export function refuseUnsafe({ unsafe }: { unsafe?: boolean }): void {
  if (!unsafe) return;
  throw new KallosError(
    'KALLOS_USAGE',
    'A service never renders without the sandbox: its pages were written by strangers.',
    'Run it where the sandbox can be had; `kallos doctor` says what is missing (docs/guides/sandbox.md).',
  );
}

/** The Redis that is named by flag or variable. */
export const redisOf = ({ redis }: { redis?: string }): string | undefined =>
  redis ?? process.env['KALLOS_REDIS'];

/** The flags that `kallos score` has too. */
export function scoreFlags(flags: object): Record<string, string> {
  const names = ['concurrency', 'recipe', 'channels', 'profile', 'judge', 'judgeModel', 'samples', 'seed'];
  const shared = [...names, 'config', 'browser'];
  return Object.fromEntries(
    Object.entries(flags).filter(([name, value]) => shared.includes(name) && value !== undefined),
  );
}

/** @throws KallosError KALLOS_USAGE for anything but a whole number up to `most` */
export function wholeNumber(text: string, flag: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new KallosError(
    'KALLOS_USAGE',
    `${flag} needs a whole number up to ${most}, not "${text}".`,
    `For example: ${flag} ${Math.min(most, 100)}`,
  );
}

import { KallosError } from '../errors.js';

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

import { toKallosError } from '../errors.js';

/** Exit codes; where several hold, the highest is given. */
export const EXIT = { fine: 0, found: 1, unfinished: 2 } as const;

/** Prints an error to standard error: what is wrong, then what to do. A stack only under `KALLOS_DEBUG=1`. */
export function printError(error: unknown, about?: string): void {
  const { code, message, help, cause } = toKallosError(error);
  note(`${about === undefined ? '' : `${about}: `}${code}: ${message}\n  ${help}`);
  if (process.env['KALLOS_DEBUG'] === '1') {
    const origin = cause ?? error;
    note(origin instanceof Error ? (origin.stack ?? origin.message) : String(origin));
  }
}

/** Prints a line to standard error, which carries everything that is not a result. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

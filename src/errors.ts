/** Every code a {@link KallosError} can carry. A code never changes its meaning; new ones may be added. */
export const ERROR_CODES = [
  'KALLOS_USAGE',
  'KALLOS_CONFIG',
  'KALLOS_INPUT_MISSING',
  'KALLOS_INPUT_UNREADABLE',
  'KALLOS_INPUT_EMPTY',
  'KALLOS_INPUT_BINARY',
  'KALLOS_INPUT_TOO_LARGE',
  'KALLOS_INPUT_NO_PAGE',
  'KALLOS_INPUT_JSONL',
  'KALLOS_RATINGS',
  'KALLOS_BROWSER_MISSING',
  'KALLOS_BROWSER_START',
  'KALLOS_BROWSER_DIED',
  'KALLOS_SANDBOX',
  'KALLOS_NO_SPACE',
  'KALLOS_OUTPUT',
  'KALLOS_CAPTURE_INVALID',
  'KALLOS_LOCK',
  'KALLOS_STORE_CORRUPT',
  'KALLOS_STORE_IMPORT',
  'KALLOS_PACKAGE_REFUSED',
  'KALLOS_REGISTRY',
  'KALLOS_RUBRIC',
  'KALLOS_MODEL_KEY',
  'KALLOS_MODEL_REJECTED',
  'KALLOS_MODEL_UNAVAILABLE',
  'KALLOS_MODEL_TIMEOUT',
  'KALLOS_MODEL_REFUSED',
  'KALLOS_MODEL_TRUNCATED',
  'KALLOS_MODEL_REPLY',
  'KALLOS_MODEL_BUDGET',
  'KALLOS_MODEL_NOT_RECORDED',
  'KALLOS_LISTEN',
  'KALLOS_REQUEST',
  'KALLOS_TOKEN',
  'KALLOS_NOT_FOUND',
  'KALLOS_BUSY',
  'KALLOS_DEADLINE',
  'KALLOS_DRAINING',
  'KALLOS_REDIS',
  'KALLOS_QUARANTINED',
  'KALLOS_INTERNAL',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * An error that is part of the interface: `message` says in one sentence what is wrong, `help` what to do about it.
 * Commands print both and never a stack.
 */
export class KallosError extends Error {
  override readonly name = 'KallosError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly help: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }

  toJSON(): { code: ErrorCode; message: string; help: string } {
    return { code: this.code, message: this.message, help: this.help };
  }
}

/** Gives any thrown value the shape of a {@link KallosError}; a full disk gets its own code wherever it happens. */
export function toKallosError(error: unknown): KallosError {
  if (error instanceof KallosError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') {
    return new KallosError(
      'KALLOS_NO_SPACE',
      'No space is left on the device.',
      'Free space in the temporary folder or the output folder (--out), or point TMPDIR elsewhere.',
      { cause },
    );
  }
  return new KallosError(
    'KALLOS_INTERNAL',
    `Unexpected: ${cause.message}`,
    'This is a fault in Kallos; please report it with the input and KALLOS_DEBUG=1 output.',
    { cause },
  );
}

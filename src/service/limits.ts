/** What one request, and all of them together, may ask for. */
export interface Limits {
  /** Bytes of a request's body. */
  bodyBytes: number;
  /** Artifacts in one request. */
  items: number;
  /** Characters of one response or page. */
  pageChars: number;
  /** Artifacts that may wait in all. */
  queue: number;
  /** Answers kept in memory. */
  answers: number;
  /** Captures kept on disk. */
  captures: number;
  /** Episodes of OpenEnv at once: room for two batches of 512. */
  episodes: number;
  /** Longest deadline of a request, in ms. */
  deadlineMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  bodyBytes: 64 * 1024 * 1024,
  items: 1024,
  pageChars: 2 * 1024 * 1024,
  queue: 4096,
  answers: 10_000,
  captures: 4000,
  episodes: 1024,
  deadlineMs: 600_000,
};

/** Under the 120 s after which slime gives up, the first of the trainers to do so. */
export const DEFAULT_DEADLINE_MS = 100_000;

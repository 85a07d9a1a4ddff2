import type { Box } from '../../../render/capture.js';

/** A statement whose parts can be held against each other: it holds, or says what is wrong. */
export interface Claim {
  /** The element that it stands in. */
  element: number;
  box: Box | null;
  /** Null when the claim holds. */
  wrong: Wrong | null;
}

export interface Wrong {
  message: string;
  measured: Record<string, number | string>;
  expected: Record<string, number | string>;
  suggestion: string;
  certainty: 'certain' | 'likely';
}

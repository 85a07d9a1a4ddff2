import type { Brief } from '../../artifact/schema.js';
import type { DesignGraph } from '../../graph/schema.js';
import type { Pixels } from '../check.js';
import type { Opinion, Part } from '../schema.js';

/** The full-page picture of the primary viewport, with what speaks to a judge covered. 1 CSS px is 1 px. */
export interface JudgedPicture {
  readonly pixels: Pixels;
  /** The same as PNG, made at the first call; the same bytes each time. */
  png(): Promise<Uint8Array>;
}

/** What a judge says of one picture. */
export type Reading =
  | {
      /** In [0,1]. */
      score: number;
      /** What the score is made of, by name; their weights say how much each counts. */
      parts: Readonly<Record<string, Part>>;
      /** Range of repeated judgements; null when there was one. */
      spread: number | null;
      /** What people are told beside the score; the channel adds which judge it was. */
      opinion: Omit<Opinion, 'judge'>;
      /** US dollars; null when they are not known. */
      usd: number | null;
    }
  /** The judge has nothing to say of such a picture. */
  | { score: null; reason: string };

/**
 * Something with taste. It sees a picture, the graph to name places in it, and the brief; never the code, and no text of
 * the page but as data.
 */
export interface Judge {
  /** Which judge, with the hash of all that its answer depends on (model, rubric, prompt): the verdict's fingerprint. */
  readonly id: string;
  /**
   * The brief with all that is made once for it (a rubric), so that whoever is given it judges alike.
   * @throws KallosError when it can't be made
   */
  prepare?(brief: Brief): Promise<Brief>;
  /**
   * @throws KallosError when it cannot answer: the channel is `failed` then, never scored
   */
  judge(picture: JudgedPicture, graph: DesignGraph, brief: Brief): Promise<Reading>;
}

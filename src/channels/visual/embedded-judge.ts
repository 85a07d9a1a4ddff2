import type { Part } from '../schema.js';
import { judgePicture } from './embedded/judge.js';
import { readModelFile } from './embedded/model.js';
import type { Judge } from './judge.js';

/** What a judge of looks alone says of whether the page is what was asked for. */
const NO_FIT: Part = { status: 'not-applicable', score: null, weight: 0, reason: 'judge-cannot-tell' };

/**
 * The judge that needs no model server and no network: see docs/guides/embedded-judge.md.
 *
 * @param file a judge file, as `kallos calibrate` writes them; by default the one that Kallos ships
 * @throws KallosError KALLOS_CONFIG when the file is no such judge
 */
export async function embeddedJudge(file?: string): Promise<Judge> {
  const { model, hash } = await readModelFile(file);
  return {
    id: `embedded sha256:${hash.slice(0, 12)}`,
    async judge({ pixels }, graph) {
      const look = await judgePicture(pixels, graph, model);
      if (!look) return { score: null, reason: 'picture-too-small' };
      const { score, low, high, pulls } = look;
      return {
        score,
        parts: {
          look: { status: 'scored', score, weight: 1, reason: null },
          'brief-fit': NO_FIT,
        },
        spread: null,
        opinion: { interval: [low, high], pulls, reasons: [] },
        usd: 0,
      };
    },
  };
}

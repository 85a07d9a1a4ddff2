import { fitLinear, folds, type Rated } from '../../channels/visual/embedded/learn.js';
import { apply, type Measures } from '../../channels/visual/embedded/model.js';
import { colourMeasures } from '../../channels/visual/embedded/pixels/colour.js';
import { compressionMeasures } from '../../channels/visual/embedded/pixels/compression.js';
import { edgeMeasures } from '../../channels/visual/embedded/pixels/edges.js';
import type { PixelMeasure } from '../../channels/visual/embedded/pixels/index.js';
import { screensOf } from '../../channels/visual/embedded/pixels/screen.js';
import { mean } from '../../channels/visual/embedded/pixels/statistics.js';
import type { OpenedThing } from '../ratings/open.js';

/** What a judge has to beat: numbers that know nothing of looks, or next to nothing. */
export type FloorName = 'bytes' | 'fiveSizes' | 'colourComplexity';

/** What each floor is made of, for people. */
export const FLOORS: Readonly<Record<FloorName, string>> = {
  bytes: "logarithm of the bytes of the picture's file",
  fiveSizes: 'five sizes of the re-encoded picture (JPEG at four scales, PNG), fitted',
  colourComplexity: 'colourfulness and edge density, fitted',
};

const FITTED = {
  fiveSizes: ['jpegFull', 'jpegHalf', 'jpegQuarter', 'jpegEighth', 'pngFull'],
  colourComplexity: ['colourfulness', 'edgeDensity'],
} as const satisfies Record<Exclude<FloorName, 'bytes'>, readonly PixelMeasure[]>;
const NEEDED = Object.values(FITTED).flat();
const FOLDS = 10;

/** What the floors need to know of a picture, the mean over its screens; null when it is too low to be measured. */
export async function floorFacts({ picture, bytes }: OpenedThing): Promise<Measures | null> {
  const screens = await Promise.all(
    (await screensOf(picture.pixels)).map(async (screen) => ({
      ...colourMeasures(screen),
      ...edgeMeasures(screen),
      ...(await compressionMeasures(screen)),
    })),
  );
  if (screens.length === 0) return null;
  const measured = NEEDED.map((id) => [id, mean(screens.map((screen) => screen[id]))] as const);
  return Object.fromEntries([...measured, ['bytes', Math.log(bytes)] as const]);
}

/**
 * The scores that a floor gives. The fitted ones are ridge regressions on the ratings themselves, each thing scored by a fit that
 * has not seen it (ten folds): a floor may know what this set likes, which the judge may not.
 */
export function floorScores(
  name: FloorName,
  facts: readonly Measures[],
  ratings: readonly number[],
): number[] {
  if (name === 'bytes') return facts.map(({ bytes }) => bytes!);
  const rated = facts.map((measures, i): Rated => ({ measures, score: ratings[i]! }));
  const scores = new Array<number>(facts.length);
  for (const fold of folds(rated.length, FOLDS)) {
    const linear = fitLinear(
      rated.filter((_, i) => !fold.has(i)),
      FITTED[name],
    );
    for (const i of fold) scores[i] = apply({ linear, trees: [] }, facts[i]!).value;
  }
  return scores;
}

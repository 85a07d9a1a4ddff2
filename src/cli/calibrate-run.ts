import { writeFile } from 'node:fs/promises';
import { ratingsOf } from '../bench/audit/audit.js';
import { figureText, MEASURES } from '../bench/audit/words.js';
import { calibrate, type Calibration } from '../bench/calibrate/calibrate.js';
import { DAMAGE, type Damaged } from '../bench/calibrate/damage.js';
import { readRatings } from '../bench/ratings/read.js';
import { modelSchema, readModel, type Measures } from '../channels/visual/embedded/model.js';
import { pixelMeasures } from '../channels/visual/embedded/pixels/index.js';
import { KallosError } from '../errors.js';
import type { CalibrateFlags } from './calibrate.js';
import { EXIT } from './print.js';
import { createProgress } from './progress.js';
import { namedColumns, tellGaps, visit } from './rated.js';
import { readSettings } from './score-settings.js';

/** Pictures of which damaged copies are made: enough to see what a refit lets pass. */
const DAMAGED = 16;

/**
 * Runs `kallos calibrate`.
 *
 * @throws KallosError KALLOS_RATINGS for votes that teach nothing, KALLOS_OUTPUT when the judge can't be written
 */
export async function runCalibrate(file: string, flags: CalibrateFlags): Promise<void> {
  const { quiet = false } = flags;
  const set = await readRatings(file, namedColumns(flags));
  const { options } = await readSettings({
    format: 'text',
    channels: 'correctness',
    ...(flags.config !== undefined && { config: flags.config }),
    ...(flags.browser !== undefined && { browser: flags.browser }),
  });
  const every = Math.max(1, Math.floor(set.things.length / DAMAGED));
  const progress = createProgress(quiet, () => Promise.resolve(set.things.length));
  const visited = await visit(set.things, options, progress, async ({ picture: { pixels } }, thing, i) => {
    const measures = await pixelMeasures(pixels);
    if (!measures) throw new KallosError('KALLOS_RATINGS', `${thing.name} is too low to be measured.`, '');
    const copies: Measures[] = [];
    if (i % every === 0) {
      for (const damage of Object.values(DAMAGE)) copies.push((await pixelMeasures(await damage(pixels)))!);
    }
    return { measures, copies };
  });
  tellGaps(visited);
  const kept = visited.results.flatMap((result, i) => (result ? [{ i, ...result }] : []));
  const ratings = ratingsOf(set, new Map(kept.map(({ i }, at) => [i, at])));
  const damaged = kept
    .filter(({ copies }) => copies.length > 0)
    .map(({ measures, copies }): Damaged => ({ whole: measures, copies }));
  const measures = kept.map((each) => each.measures);
  const result = calibrate(await readModel(), measures, ratings, damaged);
  await writeJudge(flags.output, result);
  const { n, before, after, gain, damage, kept: share } = result;
  const shown = isShown(result);
  const print = { n, before, after, gain, gainShown: shown, damage, kept: share, judge: flags.output };
  process.stdout.write(
    flags.format === 'json' ? `${JSON.stringify(print, null, 2)}\n` : text(result, flags.output),
  );
  const gaps = visited.missing.length + visited.failed.length > 0;
  process.exitCode = gaps ? EXIT.unfinished : shown ? EXIT.fine : EXIT.found;
}

/** A gain is shown when its interval lies above 0. */
const isShown = ({ gain }: Calibration) => gain !== null && gain.low > 0;

function text(result: Calibration, file: string): string {
  const { n, before, after, gain, damage, kept } = result;
  const share = (value: number) => `${Math.round(100 * value)}%`;
  const row = (title: string, of: Calibration['before']) =>
    `${title.padEnd(26)}${MEASURES.map(([measure, name]) => `${name} ${figureText(of[measure])}`).join('   ')}`;
  const gained = `${figureText(gain)}: `;
  return [
    `${n} pictures. Refitted judges were measured on pictures that they had not seen.`,
    '',
    row('built-in judge', before),
    row('refitted', after),
    '',
    isShown(result)
      ? `Gain ${gained}the refitted judge agrees with you more.`
      : `Gain ${gained}no gain can be shown. Keep the built-in judge, or rate more pictures.`,
    `Damaged copies caught: ${share(damage.before)} before, ${share(damage.after)} now${kept < 1 ? `; ${share(kept)} of what the votes ask for was kept, since more would let damage pass` : ''}.`,
    `Written: ${file}`,
    '',
  ].join('\n');
}

async function writeJudge(path: string, { model }: Calibration): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(modelSchema.parse(model))}\n`);
  } catch (cause) {
    throw new KallosError(
      'KALLOS_OUTPUT',
      `${path} cannot be written: ${(cause as Error).message}.`,
      'Give --output the path of a file in a folder that is there.',
      { cause },
    );
  }
}

import { Option, type Command } from 'commander';
import type { ColumnChoice } from '../bench/ratings/columns.js';

/** The flags of `kallos calibrate` as commander gives them. */
export interface CalibrateFlags extends ColumnChoice {
  output: string;
  format: 'text' | 'json';
  config?: string;
  browser?: string;
  quiet?: boolean;
}

const HELP = `
The votes are a CSV file, as for kallos judge audit: picture,score or left,right,choice.

Examples:
  kallos calibrate votes.csv -o mine.json
  kallos score page.html --judge mine.json
  kallos judge audit other-votes.csv --judge mine.json

The gain is measured on pictures that the fit had not seen. Where none can be shown, that is said, and the
built-in judge is as good for you.

Exit codes:
  0  a gain is shown
  1  no gain can be shown; the judge file is written all the same
  2  something could not be finished: too few votes, pictures missing`;

export function defineCalibrate(program: Command): void {
  program
    .command('calibrate')
    .description('refit the embedded judge to what you prefer, and say what that gains')
    .argument('<votes.csv>', 'pictures or pages with scores, or pairs of them with choices')
    .option('-o, --output <judge.json>', 'where to write the judge file', 'judge.json')
    .addOption(new Option('-f, --format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .option('--picture <column>', 'the column of pictures or pages')
    .option('--score <column>', 'the column of scores')
    .option('--left <column>', 'of pairs, the column of the first picture')
    .option('--right <column>', 'of pairs, the column of the second picture')
    .option('--choice <column>', 'of pairs, the column of choices')
    .option('--config <file>', 'read this configuration, .json or .ts')
    .option('--browser <path>', 'render pages with this browser')
    .option('--quiet', 'print nothing but results and errors')
    .addHelpText('after', HELP)
    .action(async (file: string, flags: CalibrateFlags) => {
      const { runCalibrate } = await import('./calibrate-run.js');
      await runCalibrate(file, flags);
    });
}

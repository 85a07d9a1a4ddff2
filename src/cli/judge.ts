import { Option, type Command } from 'commander';
import type { ColumnChoice } from '../bench/ratings/columns.js';

/** The flags of `kallos judge audit` as commander gives them. */
export interface AuditFlags extends ColumnChoice {
  format: 'text' | 'json';
  output?: string;
  judge?: string;
  judgeModel?: string;
  samples?: string;
  brief?: string;
  pairwise?: boolean;
  config?: string;
  browser?: string;
  quiet?: boolean;
}

const HELP = `
The rated set is a CSV file with a header. Its columns are found by their names:
  scores    picture,score            a picture or page, and what people said of it, on any scale
  pairs     left,right,choice        two of them, and which one people chose: left, right, tie, or its name
            left,right,left_wins,right_wins    how often each was chosen
Paths are relative to the file. A picture is used as it is, a page is rendered.

Examples:
  kallos judge audit ratings.csv                     the embedded judge
  kallos judge audit ratings.csv -o audit.html       with a page of plots
  kallos judge audit ratings.csv --judge mine.json   what kallos calibrate wrote
  kallos judge audit ratings.csv --judge vlm --judge-model openai:MODEL
  kallos judge audit pairs.csv --judge vlm --judge-model openai:MODEL --pairwise
                                                     shows it two pictures at a time, in both orders
  kallos judge audit ratings.csv --scores gpt        somebody else's judge: its scores are in the column
                                                     "gpt" (of pairs: its choices)

Exit codes:
  0  fine
  2  a picture is missing or could not be judged, or the set cannot be read; what is left is printed`;

export function defineJudge(program: Command): void {
  const judge = program.command('judge').description('find out how far a judge of looks can be trusted');
  judge
    .command('audit')
    .description('hold what a judge says against what people said')
    .argument('<ratings.csv>', 'pictures or pages with scores, or pairs of them with choices')
    .addOption(new Option('-f, --format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .option('-o, --output <report.html>', 'write a page of plots')
    .option('--judge <judge>', 'who is audited: embedded (default), vlm, or a judge file (.json)')
    .option('--judge-model <model>', 'the model that the judge asks: PROVIDER:MODEL, or with @ADDRESS')
    .option('--samples <number>', 'how often a model is asked about one picture')
    .option('--brief <file>', 'JSON file of what every page was asked to be')
    .option('--pairwise', 'of pairs, show the model both pictures at once')
    .option('--scores <column>', 'audit the scores (of pairs: the choices) in this column, and ask nobody')
    .option('--picture <column>', 'the column of pictures or pages')
    .option('--score <column>', "the column of people's scores")
    .option('--left <column>', 'of pairs, the column of the first picture')
    .option('--right <column>', 'of pairs, the column of the second picture')
    .option('--choice <column>', 'of pairs, the column of what people chose')
    .option('--config <file>', 'read this configuration, .json or .ts')
    .option('--browser <path>', 'render pages with this browser')
    .option('--quiet', 'print nothing but results and errors')
    .addHelpText('after', HELP)
    .action(async (file: string, flags: AuditFlags) => {
      const { runAudit } = await import('./judge-audit.js');
      await runAudit(file, flags);
    });
}

import { Option, type Command } from 'commander';

/** The flags of `kallos rubric make`. */
export interface MakeFlags {
  reference?: string;
  draw?: string;
  kind?: string;
  output?: string;
  judgeModel?: string;
  config?: string;
}

/** The flags of `kallos rubric judge`. */
export interface JudgeFlags {
  rubric: string;
  brief?: string;
  kind?: string;
  judgeModel?: string;
  samples?: string;
  format: 'text' | 'json';
  config?: string;
  browser?: string;
  unsafe?: boolean;
}

const MAKE_HELP = `
Examples:
  kallos rubric make brief.json -o rubric.json
  kallos rubric make "A landing page for a coffee roaster with three plans" -o rubric.json
  kallos rubric make brief.json --reference mockup.png -o rubric.json
                    a picture of a design: a model reads its elements, and items are tied to them;
                    words and numbers are taken from the brief, never from the picture
  kallos rubric make brief.json --reference design.html -o rubric.json
                    a page, a design graph (.json) or a capture folder
  kallos rubric make brief.json --draw mockup.png -o rubric.json
                    has models.image draw one first, and keeps it

The model is models.judge of the configuration, or --judge-model. The same brief and reference are
asked about once: the answer is kept. The file is yours to edit; what checks already measure
(contrast, overlaps, required texts, alignment…) is taken out before you see it.`;

const JUDGE_HELP = `
Examples:
  kallos rubric judge page.html --rubric rubric.json --brief brief.json
  kallos rubric judge 'rollouts/*.html' --rubric rubric.json
                    also tells which items all of them pass or all fail: those say nothing

For a verdict with every channel: kallos score page.html --rubric rubric.json
Exit codes: 0 fine, 2 when a page could not be judged.`;

export function defineRubric(program: Command): void {
  const rubric = program
    .command('rubric')
    .description('write the questions that a judge of looks answers about one brief, and ask them');
  rubric
    .command('make')
    .description('write a rubric: 8 to 16 weighted yes/partly/no questions about one brief')
    .argument('<brief>', 'a JSON file (kallos schema brief), or the prompt itself')
    .option('--reference <file>', 'a design for the brief: a picture, page, graph (.json) or capture folder')
    .option('--draw <file>', 'have the image model draw a reference, and keep it in this file')
    .option('--kind <kind>', 'website, component, dashboard, slide, poster, game, scene or chart')
    .option('-o, --output <file>', 'write the rubric here; else it is printed')
    .option('--judge-model <model>', 'the model that writes it: PROVIDER:MODEL, or with @ADDRESS')
    .option('--config <file>', 'read this configuration, .json or .ts')
    .addHelpText('after', MAKE_HELP)
    .action(async (brief: string, flags: MakeFlags) => {
      const { runMake } = await import('./rubric-run.js');
      await runMake(brief, flags);
    });
  rubric
    .command('judge')
    .description('answer the questions of a rubric about pages, with a reason for each')
    .argument('<pages...>', 'files, folders, patterns, JSONL, as kallos score takes them')
    .requiredOption('--rubric <file>', 'the rubric')
    .option('--brief <file>', 'JSON file of what was asked for')
    .option('--kind <kind>', 'website, component, dashboard, slide, poster, game, scene or chart')
    .option('--judge-model <model>', 'the model that is asked: PROVIDER:MODEL, or with @ADDRESS')
    .option('--samples <number>', 'how often it is asked about one picture; the median of each vote counts')
    .addOption(
      new Option('-f, --format <format>', 'how to print results').choices(['text', 'json']).default('text'),
    )
    .option('--config <file>', 'read this configuration, .json or .ts')
    .option('--browser <path>', 'use this browser')
    .option('--unsafe', "go on where Chromium's sandbox cannot be had")
    .addHelpText('after', JUDGE_HELP)
    .action(async (pages: string[], flags: JudgeFlags) => {
      const { runJudge } = await import('./rubric-run.js');
      await runJudge(pages, flags);
    });
}

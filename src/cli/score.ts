import { Option, type Command } from 'commander';

/** The flags of `kallos score` as commander gives them. */
export interface ScoreFlags {
  format: 'text' | 'json' | 'jsonl' | 'sarif' | 'html';
  minScore?: string;
  channels?: string;
  recipe?: string;
  profile?: string;
  viewport?: string[];
  kind?: string;
  brief?: string;
  designSystem?: string;
  reference?: string;
  judge?: string;
  judgeModel?: string;
  agent?: boolean;
  samples?: string;
  rubric?: string;
  concurrency?: string;
  seed?: string;
  'offline.mode'?: string;
  'offline.store'?: string;
  'offline.lock'?: string;
  out?: string;
  fromCapture?: string[];
  baseline?: string;
  updateBaseline?: boolean;
  config?: string;
  browser?: string;
  unsafe?: boolean;
  quiet?: boolean;
}

const HELP = `
Inputs:
  a page            kallos score page.html
  a folder          kallos score site/            (its index.html, or every page in it)
  a pattern         kallos score 'out/**/*.html'
  a model's reply   kallos score reply.md         (the code is taken out of it)
  JSONL             kallos score rollouts.jsonl   ({"id", "prompt", "response" or "html", "kind"})
  standard input    cat page.html | kallos score -
  your own page     kallos score http://localhost:3000   (the one case with network)

Examples:
  kallos score page.html --recipe provable        a reward without a judge of looks
  kallos score page.html --brief brief.json --judge vlm --judge-model anthropic:MODEL
                                                  has a vision model judge how it looks
  kallos score pages/ --format jsonl              one verdict a line, each as it finishes
  kallos score rollouts.jsonl --out run1          keeps verdicts, captures and a report;
                                                  the same command again goes on where it stopped
  kallos score page.html --reference design.html  how well a page reproduces another
  kallos score --from-capture run1                judges again what was captured, without a browser
  kallos score page.html --baseline known.json --update-baseline
                                                  accepts today's findings; later runs tell new ones

Judges of looks:
  embedded          measures the picture: no model, no key, no network; does not know the brief
  vlm               asks a vision model for marks: --judge-model PROVIDER:MODEL (openai, anthropic,
                    google), or openai-compatible:MODEL@http://127.0.0.1:8000/v1 (vLLM, Ollama...)
  rubric            has a vision model answer the questions of --rubric, of the brief's own rubric,
                    or of one that it writes for the brief (kallos rubric make --help)
  a judge file      the embedded judge with a model of your own, .json

Recipes: default, aescoder, aescoder-agent, aescode, provable, or the path of a JSON file.
Settings: flags, then KALLOS_* variables, then kallos.config.json in the current folder (never one
beside the artifact), then defaults.

Exit codes:
  0  fine
  1  findings of severity error, or a reward under --min-score
  2  something could not be finished: unreadable input, no browser, interrupted; wins over 1`;

export function defineScore(program: Command): void {
  program
    .command('score')
    .description('render pages, judge what is seen, and print a verdict for each')
    .argument('[inputs...]', 'files, folders, patterns, URLs, JSONL, or - for standard input')
    .addOption(
      new Option('-f, --format <format>', 'how to print results')
        .choices(['text', 'json', 'jsonl', 'sarif', 'html'])
        .default('text'),
    )
    .option('--min-score <number>', 'exit 1 when a reward is below this')
    .option(
      '--channels <list>',
      'channels to judge: execution,correctness,visual,interaction (default: the first three, and what the recipe requires)',
    )
    .option('--recipe <recipe>', 'how channels become the reward')
    .option('--profile <profile>', 'reward (one viewport, fast) or full')
    .option(
      '--viewport <viewport...>',
      'a name from the configuration, or name=WIDTHxHEIGHT; the first leads',
    )
    .option('--kind <kind>', 'website, component, dashboard, slide, poster, game, scene or chart')
    .option('--brief <file>', 'JSON file of what was asked for: prompt, kind, canvas, facts')
    .option('--design-system <file>', 'design tokens (JSON), CSS variables or DESIGN.md to keep to')
    .option('--reference <page>', 'the design to be reproduced: a page, a graph (.json) or a capture folder')
    .option('--judge <judge>', 'who judges looks: embedded (default), vlm, rubric, or a judge file (.json)')
    .option('--judge-model <model>', 'the model that the judge asks: PROVIDER:MODEL, or with @ADDRESS')
    .option('--rubric <file>', 'the questions that are asked about looks; with it the judge is rubric')
    .option('--agent', 'have a model use the page, for the channel interaction (kallos explore --help)')
    .option('--samples <number>', 'how often a model is asked about one picture; the median counts')
    .option('--concurrency <number>', 'browsers at once')
    .option('--seed <seed>', "feeds the page's random numbers, dates and ids")
    .option('--offline.mode <mode>', 'packages of the web: locked (default), sealed (no download) or off')
    .option('--offline.store <folder>', 'keep and look for packages here')
    .option('--offline.lock <file>', 'locked packages beside the built-in ones')
    .option('--out <folder>', 'keep verdicts, captures and a report here, and resume from it')
    .option('--from-capture <folders...>', 'judge captures instead of rendering')
    .option('--baseline <file>', 'do not tell the findings in this file')
    .option('--update-baseline', 'write the findings of this run to the baseline')
    .option('--config <file>', 'read this configuration, .json or .ts')
    .option('--browser <path>', 'use this browser')
    .option('--unsafe', "go on where Chromium's sandbox cannot be had")
    .option('--quiet', 'print nothing but results and errors')
    .option('--no-color', 'print no colours')
    .addHelpText('after', HELP)
    .action(async (inputs: string[], flags: ScoreFlags) => {
      const { runScore } = await import('./score-run.js');
      await runScore(inputs, flags);
    });
}

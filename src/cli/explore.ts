import { Option, type Command } from 'commander';

/** The flags of `kallos explore` as commander gives them. */
export interface ExploreFlags {
  format: 'text' | 'json';
  probes?: string;
  seconds?: string;
  agent?: boolean;
  tests?: string;
  judgeModel?: string;
  brief?: string;
  kind?: string;
  seed?: string;
  config?: string;
  browser?: string;
  unsafe?: boolean;
}

const HELP = `
Finds what can be acted on, acts on it, and prints what came of each probe: the page is run with the
action and without it, and what differs was caused by it. No model takes part.

  kallos explore page.html
  kallos explore page.html --probes 40 --format json

With --agent a model uses the page as a user would: it plans tests for the brief, or is given them,
acts by numbered marks on the picture and decides. What it says of each action is printed beside what
really differs; where nothing does, that counts.

  kallos explore page.html --agent --brief brief.json
  kallos explore page.html --tests tests.json
                    a list of {"task": …, "expected_result": …}, or a row of WebGen-Bench

The channel's score and its findings come from kallos score page.html --channels interaction`;

export function defineExplore(program: Command): void {
  program
    .command('explore')
    .description('act on a page, by rule or by a model, and print what answers')
    .argument('<page>', 'a file, a folder, a reply or a URL')
    .addOption(
      new Option('-f, --format <format>', 'a table, or the trace').choices(['text', 'json']).default('text'),
    )
    .option('--probes <number>', 'probes made at most (12)')
    .option('--seconds <number>', 'begin no probe after this long (30), no test (600)')
    .option('--agent', "have a model carry out the brief's tests, or plan some")
    .option('--tests <file>', 'JSON file of tests for the agent to carry out')
    .option('--judge-model <model>', 'the model that acts: PROVIDER:MODEL, or with @ADDRESS')
    .option('--brief <file>', 'JSON file of what was asked for')
    .option('--kind <kind>', 'website, component, dashboard, slide, poster, game, scene or chart')
    .option('--seed <seed>', "feeds the page's random numbers, dates and ids")
    .option('--config <file>', 'read this configuration, .json or .ts')
    .option('--browser <path>', 'use this browser')
    .option('--unsafe', "go on where Chromium's sandbox cannot be had")
    .addHelpText('after', HELP)
    .action(async (page: string, flags: ExploreFlags) => {
      const { runExplore } = await import('./explore-run.js');
      await runExplore(page, flags);
    });
}

import { Option, type Command } from 'commander';

/** The flags of `kallos explore` as commander gives them. */
export interface ExploreFlags {
  format: 'text' | 'json';
  probes?: string;
  seconds?: string;
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

The channel's score and its findings come from kallos score page.html --channels interaction`;

export function defineExplore(program: Command): void {
  program
    .command('explore')
    .description('act on a page and print what answers')
    .argument('<page>', 'a file, a folder, a reply or a URL')
    .addOption(
      new Option('-f, --format <format>', 'a table, or the trace').choices(['text', 'json']).default('text'),
    )
    .option('--probes <number>', 'probes made at most (12)')
    .option('--seconds <number>', 'begin no probe after this long (30)')
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

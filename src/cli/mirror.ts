import type { Command } from 'commander';

export interface MirrorFlags {
  store?: string;
  lock?: string;
  config?: string;
  json?: boolean;
}

export interface PullFlags extends MirrorFlags {
  default?: boolean;
  browser?: string;
  concurrency?: string;
  unsafe?: boolean;
}

export interface PruneFlags extends MirrorFlags {
  maxSize?: string;
  unlocked?: boolean;
}

const HELP = `
Pages are rendered without the internet: what they load from CDNs and font services is answered from
npm packages in a local store, in the versions that a lock names. The built-in lock covers the common
libraries and fonts; a project's kallos.lock extends it. A locked package is downloaded on first use.

Examples:
  kallos mirror pull page.html out/       lock and fetch what these pages load, and say what stays open
  kallos mirror pull --default            fetch all that the built-in lock names, for a machine that
                                          will have no network
  kallos mirror export store.tar          one file with the store and its lock
  kallos mirror import store.tar          on the other machine
  kallos mirror ls                        what is here, those used last first
  kallos mirror prune --unlocked          remove what no lock names

Exit codes: 0 fine, 1 something that a page asks for could not be had, 2 could not finish.`;

/** `kallos mirror`: the local store of packages that pages are answered from. */
export function defineMirror(program: Command): void {
  const mirror = program
    .command('mirror')
    .description('fill, move and look at the store that pages load their libraries from')
    .addHelpText('after', HELP);
  const common = (name: string, description: string) =>
    mirror
      .command(name)
      .description(description)
      .option('--store <folder>', 'the folder of the store')
      .option('--lock <file>', "the project's lock (kallos.lock)")
      .option('--config <file>', 'read this configuration')
      .option('--json', 'print JSON');

  common('pull [pages...]', 'lock and fetch what pages load; names are resolved here and nowhere else')
    .option('--default', 'fetch everything that the locks name')
    .option('--browser <path>', 'use this browser')
    .option('--concurrency <number>', 'browsers at once')
    .option('--unsafe', "go on where Chromium's sandbox cannot be had")
    .action(async (pages: string[], flags: PullFlags) =>
      (await import('./mirror-pull.js')).runPull(pages, flags),
    );
  common('export <file>', 'write the store and its lock to one file').action(
    async (file: string, flags: MirrorFlags) => (await import('./mirror-store.js')).runExport(file, flags),
  );
  common('import <file>', 'take an exported store in, each byte checked').action(
    async (file: string, flags: MirrorFlags) => (await import('./mirror-store.js')).runImport(file, flags),
  );
  common('ls', 'list the packages in the store').action(async (flags: MirrorFlags) =>
    (await import('./mirror-store.js')).runList(flags),
  );
  common('prune', 'remove packages from the store')
    .option('--unlocked', 'those that no lock names')
    .option('--max-size <size>', 'those unused for longest, until the store is no larger: 800MB, 2GB')
    .action(async (flags: PruneFlags) => (await import('./mirror-store.js')).runPrune(flags));
}

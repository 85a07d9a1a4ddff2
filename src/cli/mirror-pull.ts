import { loadInputs, type Item } from '../artifact/load.js';
import { loadConfig } from '../config.js';
import { KallosError } from '../errors.js';
import { fillStore } from '../render/offline/fill.js';
import { lockInForce } from '../render/offline/index.js';
import { PackageStore } from '../render/offline/package-store.js';
import { pullPages, type PullReport, type Unanswered } from '../render/pull.js';
import type { PullFlags } from './mirror.js';
import { mirrorConfig, mirrorPlaces, sizeText } from './offline.js';
import { EXIT, note, printError } from './print.js';

/** `kallos mirror pull`. */
export async function runPull(inputs: readonly string[], flags: PullFlags): Promise<void> {
  if (inputs.length === 0 && !flags.default) {
    throw new KallosError(
      'KALLOS_USAGE',
      'There is nothing to pull.',
      'Name pages: kallos mirror pull page.html, or fetch the default set: kallos mirror pull --default',
    );
  }
  const settings = await loadConfig({ flags: mirrorConfig(flags), file: flags.config });
  const { folder, lockFile, projectLock } = mirrorPlaces(settings);
  if (flags.default) await pullDefault(folder, projectLock, flags.json ?? false);
  if (inputs.length === 0) return;

  const items: Item[] = [];
  for await (const item of loadInputs(inputs)) {
    if ('error' in item) {
      printError(item.error, item.id);
      process.exitCode = EXIT.unfinished;
    } else items.push(item);
  }
  const { browser } = settings;
  const report = await pullPages(items, {
    store: folder,
    lock: lockFile,
    browser: browser.path,
    concurrency: browser.concurrency,
    unsafe: flags.unsafe ?? false,
    onNote: (what) => note(`${what[0]!.toUpperCase()}${what.slice(1)}.`),
  });
  process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : textOf(report, lockFile));
  if (report.unanswered.length > 0) process.exitCode ??= EXIT.found;
}

/** Fetches the built-in set, and what the project's lock adds. */
async function pullDefault(folder: string, lock: string | null, json: boolean): Promise<void> {
  const store = new PackageStore({ folder });
  let said = 0;
  const filled = await fillStore(store, await lockInForce(lock), {
    onStep: (done, total) => {
      const tenth = Math.floor((10 * done) / total);
      if (tenth > said) note(`${done} of ${total} packages`);
      said = tenth;
    },
  });
  await store.close();
  if (json) process.stdout.write(`${JSON.stringify(filled, null, 2)}\n`);
  else {
    const { here, bytes, fetched } = filled;
    process.stdout.write(
      `${here} packages, ${sizeText(bytes)}, are in ${folder}; ${fetched} of them are new.\n`,
    );
  }
  for (const failure of filled.failed) note(`${failure.package}: ${failure.reason}`);
  if (filled.failed.length > 0) process.exitCode = EXIT.unfinished;
}

function textOf({ pages, requests, locked, bytes, unanswered }: PullReport, lockFile: string): string {
  const { answered, placeholder, absent, unavailable } = requests;
  const asked = answered + absent + unavailable;
  const share = asked === 0 ? '' : ` (${((100 * answered) / asked).toFixed(1)}%)`;
  const lines = [
    `${pages} page${pages === 1 ? '' : 's'}: ${answered} of ${asked} requests answered from packages${share}, ` +
      `${placeholder} pictures and frames replaced by placeholders.`,
    locked.length > 0
      ? `${locked.length} packages locked in ${lockFile} (${sizeText(bytes)}): ${locked.join(', ')}`
      : 'Nothing had to be locked: all that was found was locked already.',
    ...section('Does not exist, by the registry', unanswered, 'absent'),
    ...section('Could not be answered', unanswered, 'unavailable'),
  ];
  return `${lines.join('\n')}\n`;
}

function section(title: string, all: readonly Unanswered[], fate: Unanswered['fate']): string[] {
  const own = all.filter((each) => each.fate === fate);
  if (own.length === 0) return [];
  return [
    `${title}:`,
    ...own.map(
      ({ url, type, reason, pages }) =>
        `  ${type} ${url}\n    ${reason} (${pages.slice(0, 3).join(', ')}${pages.length > 3 ? ', …' : ''})`,
    ),
  ];
}

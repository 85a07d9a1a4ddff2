import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadInputs, type Item } from '../artifact/load.js';
import type { InteractionTrace } from '../channels/interaction/trace.js';
import { KallosError } from '../errors.js';
import { prepareAssets, report, type Assets } from '../report/index.js';
import type { Capture } from '../render/capture.js';
import { KALLOS_VERSION } from '../render/fingerprint.js';
import type { Verdict } from '../reward/verdict.js';
import { scoreMany } from '../score.js';
import { baselineOf, readBaseline, withoutKnown, writeBaseline, type Baseline } from './baseline.js';
import { countInputs } from './count.js';
import { Decks } from './decks.js';
import { judgeCaptures } from './from-capture.js';
import { EXIT, note, printError } from './print.js';
import { createProgress } from './progress.js';
import { readReference } from './reference.js';
import { Results } from './results.js';
import { RunFolder } from './run-folder.js';
import type { ScoreFlags } from './score.js';
import { readSettings, type RunSettings } from './score-settings.js';

/** Artifacts whose pictures and code go into `report.html`: it is one file, and a browser has to open it. */
const MOST_PICTURED = 200;

/**
 * `kallos score`: sets the exit code and prints results; whatever ends the run, finished verdicts are printed and kept.
 *
 * @throws KallosError for what ends the whole run
 */
export async function runScore(inputs: readonly string[], flags: ScoreFlags): Promise<void> {
  if (inputs.length === 0 && !flags.fromCapture) {
    throw new KallosError(
      'KALLOS_USAGE',
      'There is nothing to score.',
      'Name a page: kallos score page.html',
    );
  }
  const run = await readSettings(flags);
  if (flags.reference !== undefined) {
    run.options.reference = await readReference(flags.reference, run.brief, run.options);
  }
  const baselineFile = run.settings.baseline;
  if (flags.updateBaseline && baselineFile === null) {
    throw new KallosError(
      'KALLOS_USAGE',
      '--update-baseline needs a file.',
      'Name it: --baseline known.json',
    );
  }
  const baseline = baselineFile !== null && !flags.updateBaseline ? await readBaseline(baselineFile) : null;
  const folder = flags.out === undefined ? null : await RunFolder.open(flags.out);
  const quiet = flags.quiet ?? false;
  const progress = createProgress(quiet, () => countInputs(inputs));
  const results = new Results({
    format: flags.format,
    minScore: run.minScore,
    baseline,
    quiet,
    beforePrint: progress.clear,
  });
  const known: Pick<Verdict, 'id' | 'findings'>[] = [];
  const signal = interruption(progress.say);
  const decks = new Decks();
  const tell = (verdict: Verdict): void => {
    if (flags.updateBaseline) known.push({ id: verdict.id, findings: verdict.findings });
    results.tell(verdict);
  };
  const take: Sink['take'] = async (verdict, captured, trace) => {
    const isShown = flags.format === 'html';
    const capture = isShown || verdict.kind === 'slide' ? await captured() : null;
    if (isShown && capture) results.assets.set(verdict.id, await prepareAssets(verdict, capture, trace));
    decks.take(verdict, capture);
    tell(verdict);
    progress.step();
  };
  const fail = (error: KallosError, id: string): void => {
    results.fail(EXIT.unfinished);
    progress.clear();
    printError(error, id);
    progress.step();
  };

  const sink = { take, fail, say: quiet ? () => undefined : progress.say, signal };

  try {
    if (flags.fromCapture) await rejudge(flags.fromCapture, run, folder, sink);
    await judge(inputs, run, folder, { ...sink, results });
    if (!signal.aborted) {
      for await (const { verdict, slides } of decks.judge(run.options)) {
        results.expect(verdict.id, slides);
        tell(verdict);
        await folder?.append(null, verdict, null);
      }
    }
    if (flags.updateBaseline && !signal.aborted) await writeBaseline(baselineFile!, baselineOf(known));
  } finally {
    progress.stop();
    results.finish();
    await closeFolder(folder, baseline).catch((error: unknown) => {
      results.fail(EXIT.unfinished);
      printError(error);
    });
  }
  if (signal.aborted) {
    results.fail(EXIT.unfinished);
    const again = folder ? 'The same command goes on from here.' : 'With --out FOLDER a run can be resumed.';
    note(`Interrupted after ${results.count} verdicts. ${again}`);
    // Standard input may still be waited for.
    process.stdin.destroy();
  }
  process.exitCode = results.exit;
}

interface Sink {
  /** Takes a verdict, and the way to its capture for whom it may concern. */
  take: (
    verdict: Verdict,
    captured: () => Promise<Capture | null>,
    trace: InteractionTrace | null,
  ) => Promise<void>;
  fail: (error: KallosError, id: string) => void;
  say: (line: string) => void;
  signal: AbortSignal;
}

async function rejudge(
  folders: readonly string[],
  run: RunSettings,
  folder: RunFolder | null,
  { take, fail, signal }: Sink,
): Promise<void> {
  const { channels, recipe, checks, reference, judge } = run.options;
  const options = {
    ...(channels && { channels }),
    ...(recipe !== undefined && { recipe }),
    ...(checks && { checks }),
    ...(reference && { reference }),
    ...(judge && { judge }),
  };
  const brief = (await run.options.reader?.read(run.brief)) ?? run.brief;
  for await (const judged of judgeCaptures(folders, brief, options)) {
    if ('error' in judged) fail(judged.error, judged.id);
    else {
      await take(judged.verdict, () => Promise.resolve(judged.capture), judged.trace);
      await folder?.append(null, judged.verdict, judged.capture, judged.trace);
    }
    if (signal.aborted) return;
  }
}

async function judge(
  inputs: readonly string[],
  run: RunSettings,
  folder: RunFolder | null,
  { take, fail, say, signal, results }: Sink & { results: Results },
): Promise<void> {
  const keys = new Map<string, string>();
  const captures = new WeakMap<Verdict, Capture>();
  const traces = new WeakMap<Verdict, InteractionTrace>();
  let skipped = 0;

  /** The items still to be judged; those that the folder knows are taken from there. */
  async function* pending(): AsyncGenerator<Item, void, undefined> {
    for await (const item of loadInputs(inputs, { kind: run.kind })) {
      results.expect(item.id);
      if ('error' in item) {
        yield item;
        continue;
      }
      const asked = { ...item, brief: { ...run.brief, ...item.brief } };
      const key = folder && item.artifact.url === null ? keyOf(asked, run) : null;
      const earlier = key === null ? null : await folder!.earlierVerdict(key);
      if (earlier) {
        skipped++;
        await take(earlier, () => folder!.captureOf(earlier), await folder!.traceOf(earlier));
        continue;
      }
      if (key !== null) keys.set(item.id, key);
      yield asked;
    }
  }

  const verdicts = scoreMany(pending(), {
    ...run.options,
    signal,
    onNote: (what) => say(`${what[0]!.toUpperCase()}${what.slice(1)}.`),
    onError: fail,
    onCapture: (capture, verdict, trace) => {
      captures.set(verdict, capture);
      if (trace) traces.set(verdict, trace);
    },
  });
  for await (const verdict of verdicts) {
    const capture = captures.get(verdict) ?? null;
    const trace = traces.get(verdict) ?? null;
    // Told first: if the folder cannot take it, it is not lost.
    await take(verdict, () => Promise.resolve(capture), trace);
    await folder?.append(keys.get(verdict.id) ?? null, verdict, capture, trace);
    keys.delete(verdict.id);
  }
  if (skipped > 0) say(`${skipped} already judged in ${folder!.path} and taken from there.`);
}

/** Names what is judged and how: with equal keys, a verdict need not be made again. */
function keyOf({ artifact, brief }: Extract<Item, { artifact: unknown }>, run: RunSettings): string {
  // What changes only how fast or how safely it is judged is left out.
  const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
  const { mode, lock } = run.options.offline ?? {};
  const offline = [mode, lock ? hash(readFileSync(lock)) : null];
  const judge = run.options.judge?.id;
  const options = { ...run.options, judge, offline, concurrency: undefined, unsafe: undefined };
  const files = [...artifact.files].map(([path, bytes]) => [path, hash(bytes)]).sort();
  return hash(JSON.stringify([KALLOS_VERSION, { ...artifact, files }, brief, options]));
}

/** Writes the report and closes the folder. Trouble here is told, and takes nothing from what was judged. */
async function closeFolder(folder: RunFolder | null, baseline: Baseline | null): Promise<void> {
  if (!folder) return;
  const all = await folder.close();
  const verdicts = baseline ? all.map((verdict) => withoutKnown(verdict, baseline)) : all;
  const assets = new Map<string, Assets>();
  for (const verdict of verdicts.slice(0, MOST_PICTURED)) {
    const capture = await folder.captureOf(verdict);
    if (capture) assets.set(verdict.id, await prepareAssets(verdict, capture, await folder.traceOf(verdict)));
  }
  await folder.write('report.html', report(verdicts, 'html', { assets }));
}

/** Fires at the first SIGINT or SIGTERM; a second one ends the process at once. */
function interruption(say: (line: string) => void): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(EXIT.unfinished);
    say('Stopping: what is being judged is finished first. Press again to end at once.');
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return controller.signal;
}

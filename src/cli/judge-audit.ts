import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { audit, type JudgedPair, type JudgedThing } from '../bench/audit/audit.js';
import { floorFacts } from '../bench/audit/floors.js';
import { auditPage } from '../bench/audit/page.js';
import { auditText } from '../bench/audit/text.js';
import type { OpenedThing } from '../bench/ratings/open.js';
import {
  readRatings,
  type Choice,
  type RatedSet,
  type RatedThing,
  type Vote,
} from '../bench/ratings/read.js';
import type { Judge } from '../channels/visual/judge.js';
import { KallosError } from '../errors.js';
import type { AuditFlags } from './judge.js';
import { openModels } from './models.js';
import { EXIT, note } from './print.js';
import { createProgress } from './progress.js';
import { namedColumns, tellGaps, visit, type Visit } from './rated.js';
import { readSettings, type RunSettings } from './score-settings.js';

/** Pictures that a judge which never says how sure it is has to judge twice. */
const TWICE = 20;

/**
 * Runs `kallos judge audit`.
 *
 * @throws KallosError KALLOS_USAGE for flags that contradict, and as reading, judging and rendering say
 */
export async function runAudit(file: string, flags: AuditFlags): Promise<void> {
  const { scores, quiet = false } = flags;
  const set = await readRatings(file, namedColumns(flags));
  if (scores !== undefined && (flags.judge !== undefined || flags.pairwise)) {
    throw new KallosError(
      'KALLOS_USAGE',
      `--scores ${scores} audits what is in the file, and asks no judge.`,
      'Leave out --judge and --pairwise, or --scores.',
    );
  }
  if (flags.pairwise && set.kind === 'scores') {
    throw new KallosError(
      'KALLOS_USAGE',
      '--pairwise needs pairs, and the file has scores.',
      'Leave --pairwise out, or give a file with the columns left, right and choice.',
    );
  }
  const settings = await readSettings({
    ...scoreFlags(flags),
    channels: scores === undefined && !flags.pairwise ? 'visual' : 'correctness',
  });
  const asked =
    scores === undefined ? await ask(set, settings, flags, quiet) : await given(set, settings, scores, quiet);
  const { visited, thumbnails } = asked;
  const result = audit({
    set,
    ...asked,
    judged: visited.results,
    missing: visited.missing,
    failed: visited.failed,
  });
  tellGaps(visited);
  process.stdout.write(flags.format === 'json' ? `${JSON.stringify(result, null, 2)}\n` : auditText(result));
  if (flags.output !== undefined) await writePage(flags.output, auditPage(result, thumbnails));
  process.exitCode = visited.missing.length + visited.failed.length > 0 ? EXIT.unfinished : EXIT.fine;
}

const scoreFlags = ({ judge, judgeModel, samples, brief, config, browser }: AuditFlags) => ({
  format: 'text' as const,
  ...(judge !== undefined && { judge }),
  ...(judgeModel !== undefined && { judgeModel }),
  ...(samples !== undefined && { samples }),
  ...(brief !== undefined && { brief }),
  ...(config !== undefined && { config }),
  ...(browser !== undefined && { browser }),
});

interface Asked {
  judge: string;
  visited: Visit<JudgedThing>;
  seconds: number | null;
  thumbnails: Map<string, string>;
  compared?: (JudgedPair | null)[];
}

/** Asks a judge about every picture, or a model about every pair. */
async function ask(set: RatedSet, run: RunSettings, flags: AuditFlags, quiet: boolean): Promise<Asked> {
  const judge = flags.pairwise ? null : run.options.judge!;
  const thumbnails = new Map<string, string>();
  const pngs: (Uint8Array | undefined)[] = [];
  let [time, answers] = [0, 0];
  const progress = createProgress(quiet, () => Promise.resolve(set.things.length));
  const visited = await visit(
    set.things,
    run.options,
    progress,
    async (opened, thing, index): Promise<JudgedThing> => {
      if (flags.output !== undefined) thumbnails.set(thing.name, await thumbnail(opened));
      const facts = await factsOf(opened);
      if (!judge) {
        pngs[index] = await opened.picture.png();
        return { score: null, range: null, ...facts };
      }
      const start = performance.now();
      const reading = await judge.judge(opened.picture, opened.graph, run.brief);
      time += performance.now() - start;
      answers++;
      if (reading.score === null)
        throw new KallosError('KALLOS_RATINGS', `the judge has nothing to say (${reading.reason})`, '');
      const again =
        index < TWICE && asksNobody(run) ? await rangeAgain(judge, opened, run, reading.score) : null;
      return { score: reading.score, range: reading.spread ?? again, ...facts };
    },
  );
  if (judge) return { judge: judge.id, visited, thumbnails, seconds: secondsOf(time, answers) };
  const start = performance.now();
  const { name, compared } = await compare(set, run, pngs, visited, quiet);
  return {
    judge: `pairwise ${name}`,
    visited,
    thumbnails,
    compared,
    seconds: secondsOf(performance.now() - start, 2 * compared.length),
  };
}

const secondsOf = (ms: number, answers: number) => (answers === 0 ? null : ms / answers / 1000);
/** A judge that asks a model would be given the same answer from the disk: its samples say how sure it is. */
const asksNobody = ({ settings }: RunSettings) =>
  settings.judge === 'embedded' || settings.judge.endsWith('.json');

async function rangeAgain(
  judge: Judge,
  { picture, graph }: OpenedThing,
  { brief }: RunSettings,
  first: number,
): Promise<number | null> {
  const { score } = await judge.judge(picture, graph, brief);
  return score === null ? null : Math.abs(score - first);
}

async function factsOf(opened: OpenedThing): Promise<Pick<JudgedThing, 'facts' | 'length'>> {
  const { width, height } = opened.picture.pixels;
  return { facts: await floorFacts(opened), length: height / width };
}

/** Shows a model each pair whose pictures are there, in both orders. */
async function compare(
  set: RatedSet,
  run: RunSettings,
  pngs: readonly (Uint8Array | undefined)[],
  visited: Visit<JudgedThing>,
  quiet: boolean,
) {
  const model = openModels(run.settings).judge;
  if (!model) {
    throw new KallosError(
      'KALLOS_CONFIG',
      '--pairwise asks a vision model, and none is configured.',
      'Name one: --judge vlm --judge-model PROVIDER:MODEL.',
    );
  }
  const { comparePictures } = await import('../channels/visual/group/compare.js');
  const votes = set.kind === 'pairs' ? set.votes : [];
  const compared: (JudgedPair | null)[] = [];
  const progress = createProgress(quiet, () => Promise.resolve(votes.length));
  try {
    for (const { left, right } of votes) {
      const [a, b] = [pngs[left], pngs[right]];
      let pair: JudgedPair | null = null;
      if (a && b) {
        try {
          const { replies } = await comparePictures(a, b, run.brief, model);
          pair = {
            leftFirst: sideOf(replies[0].better, 'left'),
            rightFirst: sideOf(replies[1].better, 'right'),
          };
        } catch (error) {
          if (!(error instanceof KallosError) || error.code === 'KALLOS_MODEL_KEY') throw error;
          visited.failed.push({
            name: `${set.things[left]!.name} against ${set.things[right]!.name}`,
            reason: `${error.code}: ${error.message}`,
          });
        }
      }
      compared.push(pair);
      progress.step();
    }
  } finally {
    progress.stop();
  }
  return { name: model.name, compared };
}

const sideOf = (better: 'first' | 'second' | 'tie', shownFirst: 'left' | 'right'): Choice =>
  better === 'tie' ? 'tie' : (better === 'first') === (shownFirst === 'left') ? 'left' : 'right';

/** What somebody else's judge said, from the file; pictures are opened for the floors, and may be absent. */
async function given(set: RatedSet, run: RunSettings, column: string, quiet: boolean): Promise<Asked> {
  const thumbnails = new Map<string, string>();
  const progress = createProgress(quiet, () => Promise.resolve(set.things.length));
  const opened = await visit(set.things, run.options, progress, async (thing, { name }: RatedThing) => {
    thumbnails.set(name, await thumbnail(thing));
    return factsOf(thing);
  });
  const results = set.things.map((_, i): JudgedThing => {
    const scores = set.kind === 'scores' ? (set.answers![i] ?? []) : [];
    const sum = scores.reduce((total, score) => total + score, 0);
    return {
      score: scores.length > 0 ? sum / scores.length : null,
      range: scores.length > 1 ? Math.max(...scores) - Math.min(...scores) : null,
      ...(opened.results[i] ?? { facts: null, length: null }),
    };
  });
  const compared = set.kind === 'pairs' ? inBothOrders(set.votes) : undefined;
  return {
    judge: column,
    visited: { ...opened, results },
    thumbnails,
    seconds: null,
    ...(compared && { compared }),
  };
}

/** Choices as they stand in the file; a pair that stands there both ways round was asked in both orders. */
function inBothOrders(votes: readonly Vote[]): (JudgedPair | null)[] {
  const known = new Map(votes.map(({ left, right, answer }) => [`${left} ${right}`, answer]));
  const swapped = { left: 'right', right: 'left', tie: 'tie' } as const;
  return votes.map(({ left, right, answer }) => {
    const back = known.get(`${right} ${left}`) ?? null;
    return answer && { leftFirst: answer, rightFirst: back && swapped[back] };
  });
}

/** A small picture of the top of a thing, as a data URL. */
async function thumbnail({ picture: { pixels } }: OpenedThing): Promise<string> {
  const { width, height, data } = pixels;
  const top = Math.min(height, Math.round(width * 0.625));
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left: 0, top: 0, width, height: top })
    .resize({ width: 240 })
    .webp({ quality: 60 })
    .toBuffer();
  return `data:image/webp;base64,${small.toString('base64')}`;
}

async function writePage(path: string, page: string): Promise<void> {
  try {
    await writeFile(path, page);
  } catch (cause) {
    throw new KallosError(
      'KALLOS_OUTPUT',
      `${path} cannot be written: ${(cause as Error).message}.`,
      'Give --output the path of a file in a folder that is there.',
      { cause },
    );
  }
  note(`Written: ${path}`);
}

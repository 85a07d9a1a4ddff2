import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { loadInputs } from '../artifact/load.js';
import type { Rubric } from '../artifact/rubric.js';
import type { Brief } from '../artifact/schema.js';
import { uninformativeItems, type UninformativeItem } from '../channels/visual/rubric/informative.js';
import { ITEM } from '../channels/visual/rubric/judge.js';
import { makeRubric } from '../channels/visual/rubric/make.js';
import { KallosError } from '../errors.js';
import { drawReference, readReferencePicture } from '../graph/reference/read.js';
import type { DesignGraph } from '../graph/schema.js';
import type { TextModel } from '../models/models.js';
import type { Verdict } from '../reward/verdict.js';
import { scoreMany, type ScoreOptions } from '../score.js';
import { openModels } from './models.js';
import { EXIT, note, printError } from './print.js';
import { readReference } from './reference.js';
import type { JudgeFlags, MakeFlags } from './rubric.js';
import { readSettings } from './score-settings.js';

const PICTURES = ['.png', '.jpg', '.jpeg', '.webp'];

/** `kallos rubric make`: writes a rubric to a file or to standard output. */
export async function runMake(brief: string, flags: MakeFlags): Promise<void> {
  const { settings, brief: asked, kind, options } = await settingsFor(brief, flags);
  const { judge, image } = openModels(settings);
  if (!judge) {
    throw new KallosError(
      'KALLOS_CONFIG',
      'A rubric is written by a vision model, and none is configured.',
      'Name one with --judge-model PROVIDER:MODEL, or set models.judge in kallos.config.json.',
    );
  }
  const whole: Brief = { ...asked, ...(kind && { kind }) };
  let { reference } = flags;
  if (flags.draw !== undefined) {
    if (!image) {
      throw new KallosError(
        'KALLOS_CONFIG',
        'A reference is drawn by an image model, and none is configured.',
        'Set models.image in kallos.config.json, or give a picture with --reference.',
      );
    }
    await writeFile(flags.draw, await drawReference(whole, image));
    reference = flags.draw;
  }
  const seen = reference === undefined ? {} : await lookAt(reference, whole, judge, options);
  const { rubric, usd } = await makeRubric(whole, { model: judge, ...seen });
  const text = `${JSON.stringify(rubric, null, 2)}\n`;
  if (flags.output === undefined) process.stdout.write(text);
  else await writeFile(flags.output, text);
  const place = flags.output === undefined ? '' : ` in ${flags.output}`;
  note(`${rubric.criteria.length} items${place}, written by ${judge.name}${priced(usd)}.`);
}

async function settingsFor(brief: string, flags: MakeFlags): ReturnType<typeof readSettings> {
  const isFile = brief.endsWith('.json') || existsSync(brief);
  const { kind, judgeModel, config } = flags;
  const read = await readSettings({
    format: 'text',
    channels: 'execution',
    ...(isFile && { brief }),
    ...(kind !== undefined && { kind }),
    ...(judgeModel !== undefined && { judgeModel }),
    ...(config !== undefined && { config }),
  });
  return isFile ? read : { ...read, brief: { ...read.brief, prompt: brief } };
}

/** A picture with the graph that a model reads in it, or the graph of a page. */
async function lookAt(
  path: string,
  brief: Brief,
  model: TextModel,
  options: ScoreOptions,
): Promise<{ picture?: Uint8Array; graph: DesignGraph }> {
  if (!PICTURES.includes(extname(path).toLowerCase())) {
    return { graph: await readReference(path, brief, options) };
  }
  let picture: Uint8Array;
  try {
    picture = await readFile(path);
  } catch (cause) {
    const { message } = cause as Error;
    throw new KallosError(
      'KALLOS_INPUT_MISSING',
      `The reference ${path} cannot be read: ${message}.`,
      'Name a PNG, JPEG or WebP.',
      { cause },
    );
  }
  return { picture, graph: await readReferencePicture(picture, brief, model) };
}

/** `kallos rubric judge`: prints the votes on every page. */
export async function runJudge(pages: readonly string[], flags: JudgeFlags): Promise<void> {
  const { format, ...given } = flags;
  const { brief, kind, options } = await readSettings({ format: 'text', channels: 'visual', ...given });
  const rubric = brief.rubric!;
  const verdicts: Verdict[] = [];
  process.exitCode = EXIT.fine;
  const items = async function* () {
    for await (const item of loadInputs(pages, { kind })) {
      yield 'error' in item ? item : { ...item, brief: { ...item.brief, ...brief } };
    }
  };
  const judged = scoreMany(items(), {
    ...options,
    onError: (error, id) => {
      process.exitCode = EXIT.unfinished;
      printError(error, id);
    },
  });
  for await (const verdict of judged) {
    verdicts.push(verdict);
    if (verdict.channels.visual.status === 'failed') process.exitCode = EXIT.unfinished;
    if (format === 'text') process.stdout.write(told(verdict, rubric));
  }
  const idle = uninformativeItems(verdicts.map(({ channels }) => channels.visual.parts));
  if (format === 'text') process.stdout.write(toldIdle(idle));
  else process.stdout.write(`${JSON.stringify({ verdicts, uninformativeItems: idle }, null, 2)}\n`);
}

function told({ id, channels: { visual }, cost }: Verdict, { criteria, about }: Rubric): string {
  if (visual.score === null) return `${id}  ${visual.status}: ${visual.reason ?? ''}\n`;
  const spread = visual.spread === null ? '' : `, samples ${visual.spread.toFixed(2)} apart`;
  const lines = criteria.map(({ name }) => {
    const { score, reason } = visual.parts[`${ITEM}${name}`]!;
    return `  ${score!.toFixed(2)}  ${name} (${about[name]?.importance ?? 'item'})  ${reason ?? ''}`;
  });
  return `${id}  ${visual.score.toFixed(3)}${spread}${priced(cost.usd)}\n${lines.join('\n')}\n`;
}

function toldIdle(idle: readonly UninformativeItem[]): string {
  return idle
    .map(({ name, all, count }) => `${name} tells nothing: all ${count} pages have the ${all} vote.\n`)
    .join('');
}

const priced = (usd: number | null) => (usd === null ? '' : usd === 0 ? ', free' : `, $${usd.toFixed(4)}`);

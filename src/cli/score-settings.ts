import { readFile } from 'node:fs/promises';
import { readDesignSystem } from '../artifact/design-system/read.js';
import type { DesignSystem } from '../artifact/design-system/schema.js';
import { briefSchema, kindSchema, type Brief, type Kind } from '../artifact/schema.js';
import type { ChannelName } from '../channels/schema.js';
import { readRubric } from '../channels/visual/rubric/read.js';
import { asSeed, loadConfig, type Config, type Settings } from '../config.js';
import { KallosError } from '../errors.js';
import type { TextModel } from '../models/models.js';
import { parseModel } from '../models/settings.js';
import { resolveRecipe, type Recipe } from '../reward/recipes.js';
import { channelsFor, type ScoreOptions } from '../score.js';
import { openModels, readJudge } from './models.js';
import { offlineOptions } from './offline.js';
import type { ScoreFlags } from './score.js';

/** What a run of `kallos score` needs to know, from flags, environment, file and defaults. */
export interface RunSettings {
  settings: Settings;
  recipe: Recipe;
  brief: Brief;
  kind: Kind | undefined;
  minScore: number | null;
  options: ScoreOptions;
}

/** @throws KallosError KALLOS_USAGE or KALLOS_CONFIG for what can't be understood */
export async function readSettings(flags: ScoreFlags): Promise<RunSettings> {
  const settings = await loadConfig({ flags: flagConfig(flags), file: flags.config });
  const viewports = flags.viewport ? pickViewports(flags.viewport, settings.viewports) : settings.viewports;
  const recipe = await resolveRecipe(settings.recipe);
  const brief = flags.brief === undefined ? {} : await readBrief(flags.brief);
  if (settings.designSystem !== null) brief.designSystem ??= await readTokens(settings.designSystem);
  if (flags.rubric !== undefined) {
    if (settings.judge !== 'rubric') {
      throw new KallosError(
        'KALLOS_USAGE',
        `--rubric holds questions, but the judge ${settings.judge} asks none of them.`,
        'Leave --judge out, or use --judge rubric.',
      );
    }
    brief.rubric = await readRubric(flags.rubric);
  }
  const { browser } = settings;
  const channels = settings.channels ?? channelsFor(recipe);
  const judge = channels.includes('visual') ? await readJudge(settings, flags) : null;
  return {
    settings,
    recipe,
    brief,
    kind: flags.kind === undefined ? brief.kind : parseKind(flags.kind),
    minScore: flags.minScore === undefined ? null : parseNumber(flags.minScore, '--min-score'),
    options: {
      recipe,
      ...(settings.channels && { channels: settings.channels }),
      checks: settings.checks,
      profile: settings.profile,
      viewports,
      primary: Object.keys(viewports)[0]!,
      seed: settings.seed,
      browser: browser.path,
      concurrency: browser.concurrency,
      cpuSeconds: browser.cpuSeconds,
      memoryMb: browser.memoryMb,
      offline: offlineOptions(settings),
      unsafe: flags.unsafe ?? false,
      ...(judge && { judge }),
      ...(channels.includes('correctness') && (await readReader(settings))),
      ...(flags.agent && { agent: await readActor(settings, channels) }),
    },
  };
}

/** Who reads briefs, where a model is configured for it. */
async function readReader(settings: Settings): Promise<Pick<ScoreOptions, 'reader'>> {
  if (settings.models.read === null) return {};
  const { briefReader } = await import('../channels/correctness/reader.js');
  return { reader: briefReader(openModels(settings).read!) };
}

/** @throws KallosError KALLOS_USAGE where the agent's channel is not asked for, KALLOS_CONFIG without a model */
async function readActor(settings: Settings, channels: readonly ChannelName[]): Promise<TextModel> {
  if (!channels.includes('interaction')) {
    throw new KallosError(
      'KALLOS_USAGE',
      'An agent uses the page for the channel interaction, which is not asked for.',
      'Add --channels execution,correctness,visual,interaction.',
    );
  }
  const { readAgent } = await import('./agent.js');
  return (await readAgent(settings, undefined)).model;
}

function flagConfig(flags: ScoreFlags): Config {
  const { recipe, channels, profile, seed, browser, concurrency, baseline, designSystem } = flags;
  const { judge = flags.rubric === undefined ? undefined : 'rubric', judgeModel, samples } = flags;
  const group = {
    ...(browser !== undefined && { path: browser }),
    ...(concurrency !== undefined && { concurrency: parseNumber(concurrency, '--concurrency') }),
  };
  const offline = {
    ...(flags['offline.mode'] !== undefined && { mode: flags['offline.mode'] }),
    ...(flags['offline.store'] !== undefined && { store: flags['offline.store'] }),
    ...(flags['offline.lock'] !== undefined && { lock: flags['offline.lock'] }),
  };
  // Values are checked with the rest of the configuration, which knows what is allowed.
  return {
    ...(recipe !== undefined && { recipe }),
    ...(channels !== undefined && { channels: channels.split(',').map((name) => name.trim()) }),
    ...(profile !== undefined && { profile }),
    ...(seed !== undefined && { seed: asSeed(seed) }),
    ...(baseline !== undefined && { baseline }),
    ...(designSystem !== undefined && { designSystem }),
    ...(judge !== undefined && { judge }),
    ...(samples !== undefined && { samples: parseNumber(samples, '--samples') }),
    ...(judgeModel !== undefined && { models: { judge: parseModel(judgeModel) } }),
    ...(Object.keys(group).length > 0 && { browser: group }),
    ...(Object.keys(offline).length > 0 && { offline }),
  } as Config;
}

function pickViewports(asked: readonly string[], known: Settings['viewports']): Settings['viewports'] {
  return Object.fromEntries(
    asked.map((text): [string, [number, number]] => {
      const [, name, width, height] = /^([\w-]+)=(\d+)x(\d+)$/.exec(text) ?? [];
      if (name !== undefined && Number(width) > 0 && Number(height) > 0) {
        return [name, [Number(width), Number(height)]];
      }
      const size = known[text];
      if (size) return [text, size];
      throw new KallosError(
        'KALLOS_USAGE',
        `There is no viewport "${text}".`,
        `Use one of ${Object.keys(known).join(', ')}, or give it a size: phone=390x844.`,
      );
    }),
  );
}

/** @throws KallosError KALLOS_USAGE for what is no number */
export function parseNumber(text: string, flag: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw new KallosError('KALLOS_USAGE', `${flag} needs a number, not "${text}".`, `For example: ${flag} 1`);
}

function parseKind(text: string): Kind {
  const kind = kindSchema.safeParse(text);
  if (kind.success) return kind.data;
  throw new KallosError(
    'KALLOS_USAGE',
    `There is no kind "${text}".`,
    `Use one of ${kindSchema.options.join(', ')}.`,
  );
}

async function readBrief(path: string): Promise<Brief> {
  try {
    return briefSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new KallosError(
      'KALLOS_USAGE',
      `The brief ${path} cannot be read: ${(cause as Error).message.split('\n')[0]}.`,
      'A brief is a JSON object; `kallos schema brief` prints what it may hold.',
      { cause },
    );
  }
}

async function readTokens(path: string): Promise<DesignSystem> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new KallosError(
      'KALLOS_CONFIG',
      `The design system ${path} cannot be read: ${(cause as Error).message}.`,
      'Give --design-system the path of design tokens (JSON), a style sheet with custom properties, or a DESIGN.md.',
      { cause },
    );
  }
  return readDesignSystem(text, path);
}

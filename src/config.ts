import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { channelNameSchema } from './channels/schema.js';
import { checkSettingSchema } from './channels/settings.js';
import { KallosError } from './errors.js';
import { modelsSchema, parseModel, type AnswersMode } from './models/settings.js';
import { profileSchema } from './render/capture.js';
import { offlineModeSchema, type OfflineMode } from './render/offline/schema.js';
import { recipeSchema } from './reward/recipes.js';

/** The file that is read from the current directory. Nothing is ever read from the folder of an artifact. */
export const CONFIG_FILE = 'kallos.config.json';

export const DEFAULT_STORE = '~/.cache/kallos';
export const DEFAULT_LOCK = 'kallos.lock';

const sizeSchema = z.tuple([z.int().positive(), z.int().positive()]);

/** `kallos.config.json`. Every key may be left out; an unknown one is an error. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  /** A name ("default"), the path of a JSON file, or the recipe itself. */
  recipe: z.union([z.string(), recipeSchema]).default('default'),
  /** Unless given: execution, correctness and visual, and what the recipe requires. */
  channels: z.array(channelNameSchema).min(1).nullable().default(null),
  profile: profileSchema.default('full'),
  /** Width and height in CSS px by name; the first is the primary one. */
  viewports: z
    .record(z.string(), sizeSchema)
    .refine((viewports) => Object.keys(viewports).length > 0, 'at least one viewport')
    .default({ desktop: [1280, 960], tablet: [820, 1180], mobile: [375, 812] }),
  browser: z
    .strictObject({
      path: z.string().nullable().default(null),
      /** Browser processes, each with one artifact at a time. */
      concurrency: z.int().min(1).max(256).default(2),
      cpuSeconds: z.number().positive().default(10),
      memoryMb: z.int().min(128).default(1024),
    })
    .prefault({}),
  offline: z
    .strictObject({
      mode: offlineModeSchema.default('locked'),
      /** Folder of packages; the default is wherever the system keeps caches. */
      store: z.string().default(DEFAULT_STORE),
      /** A project's own lock; one by the default name need not be there. */
      lock: z.string().default(DEFAULT_LOCK),
    })
    .prefault({}),
  /** Severity and thresholds by check id: "off", "warning", or ["error", { "min": 4.5 }]. */
  checks: z.record(z.string(), checkSettingSchema).default({}),
  /** Path of the baseline file: findings in it are not reported. */
  baseline: z.string().nullable().default(null),
  /** Path of the design system that pages must keep to: design tokens (JSON), custom properties (CSS) or DESIGN.md. */
  designSystem: z.string().nullable().default(null),
  /** Models for judging, writing, drawing and comparing; and where their answers are kept. */
  models: modelsSchema.prefault({}),
  /** Who judges how pages look: "embedded", "vlm" or "rubric" (they ask models.judge), or the path of a judge file (.json). */
  judge: z.string().default('embedded'),
  /** How often a vision model is asked about one picture; the median counts. */
  samples: z
    .int()
    .min(1)
    .max(15)
    .refine((samples) => samples % 2 === 1, 'an odd number, so that one of them is the median')
    .default(3),
  /** Feeds random numbers, dates and ids of the page. */
  seed: z.union([z.int(), z.string()]).default(1),
});

/** The configuration as a user writes it. */
export type Config = z.input<typeof configSchema>;
/** The configuration in force: every key has a value. */
export type Settings = z.output<typeof configSchema>;

/** Gives a `kallos.config.ts` its type: `export default defineConfig({ … })`. */
export function defineConfig(config: Config): Config {
  return config;
}

export interface LoadConfigOptions {
  /** What the command line asked for; wins over everything else. */
  flags?: Config;
  env?: NodeJS.ProcessEnv;
  /** The file named by `--config`, `.json` or `.ts`; else `kallos.config.json` in `cwd`, if there is one. */
  file?: string | undefined;
  cwd?: string;
}

/**
 * Settles the configuration: flag, then environment (`KALLOS_*`), then file, then default. Objects are merged key by key
 * down to `browser.concurrency`; lists, viewports and recipes are taken whole. Paths in the file are relative to it.
 *
 * @throws KallosError KALLOS_CONFIG naming the place and the key, with the nearest known one.
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<Settings> {
  const cwd = options.cwd ?? process.cwd();
  const file = resolve(cwd, options.file ?? CONFIG_FILE);
  const fromFile = await readConfig(file, options.file !== undefined);
  const layers: [where: string, config: Config][] = [
    [file, rebase(fromFile, dirname(file))],
    ['The environment', configFromEnv(options.env ?? process.env)],
    ['The command line', options.flags ?? {}],
  ];
  const settings: Config = {};
  for (const [where, layer] of layers) {
    checkConfig(layer, where);
    merge(settings, layer);
  }
  return checkConfig(settings, file);
}

/**
 * Validates a configuration and fills in the defaults.
 *
 * @throws KallosError KALLOS_CONFIG
 */
export function checkConfig(config: unknown, where = 'The configuration'): Settings {
  const parsed = configSchema.safeParse(config);
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues[0]!);
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0]!;
    const near = nearest(key, knownKeys(configSchema, path));
    throw new KallosError(
      'KALLOS_CONFIG',
      `${where} has an unknown key "${[...path, key].join('.')}".`,
      near ? `Did you mean "${[...path, near].join('.')}"?` : 'Remove it.',
    );
  }
  throw new KallosError(
    'KALLOS_CONFIG',
    `${where} has a wrong value at "${path.join('.') || '(top)'}": ${issue.message}.`,
    'Correct the value, or remove the key to get the default.',
  );
}

type Issue = z.core.$ZodIssue;

/** Of a failed union, the branch that came furthest says best what is wrong. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .flat()
    .filter((each) => each.code !== 'invalid_type' || each.path.length > 0)
    .map((each) => deepest({ ...each, path: [...issue.path, ...each.path] }))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return inner ?? issue;
}

function knownKeys(schema: z.core.$ZodType, path: readonly string[]): string[] {
  let at: z.core.$ZodType = unwrap(schema);
  for (const key of path) {
    if (!(at instanceof z.ZodObject)) return [];
    const next = (at.shape as Record<string, z.core.$ZodType | undefined>)[key];
    if (!next) return [];
    at = unwrap(next);
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable) {
    return unwrap(schema.unwrap());
  }
  if (schema instanceof z.ZodUnion) {
    return (schema.options as z.core.$ZodType[]).find((each) => each instanceof z.ZodObject) ?? schema;
  }
  return schema;
}

/** The known word closest to `word`, if it is close enough to have been meant: at most 3 edits and half its length. */
export function nearest(word: string, known: readonly string[]): string | null {
  const best = known
    .map((each) => ({ each, distance: editDistance(word.toLowerCase(), each.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.min(3, Math.ceil(word.length / 2)) ? best.each : null;
}

/** Levenshtein's distance: insertions, deletions and substitutions. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, substitution));
    }
    row = next;
  }
  return row[b.length]!;
}

async function readConfig(file: string, named: boolean): Promise<Config> {
  if (['.ts', '.mts'].includes(extname(file))) return importTypeScript(file);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (!named && (cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new KallosError(
      'KALLOS_CONFIG',
      `The configuration ${file} cannot be read: ${(cause as Error).message}.`,
      'Give --config the path of a JSON file.',
      { cause },
    );
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Config;
  } catch (cause) {
    throw new KallosError(
      'KALLOS_CONFIG',
      `${file} is not JSON: ${(cause as Error).message}.`,
      'Correct it; JSON has no comments and no trailing commas.',
      { cause },
    );
  }
}

async function importTypeScript(file: string): Promise<Config> {
  const features = process.features as { typescript?: string | false };
  if (!features.typescript) {
    throw new KallosError(
      'KALLOS_CONFIG',
      `Node ${process.versions.node} cannot read ${file}.`,
      'Write the configuration as JSON, or use Node 22.18 or later.',
    );
  }
  try {
    const module = (await import(pathToFileURL(file).href)) as { default?: Config };
    return module.default ?? {};
  } catch (cause) {
    throw new KallosError(
      'KALLOS_CONFIG',
      `The configuration ${file} cannot be imported: ${(cause as Error).message}.`,
      'It should export its configuration by default: export default defineConfig({ … }).',
      { cause },
    );
  }
}

/** Makes the paths of a configuration file independent of the current directory. */
function rebase(config: Config, folder: string): Config {
  const absolute = (path: string) => (path.startsWith('~') ? path : resolve(folder, path));
  return {
    ...config,
    ...(typeof config.recipe === 'string' &&
      config.recipe.endsWith('.json') && { recipe: absolute(config.recipe) }),
    ...(typeof config.baseline === 'string' && { baseline: absolute(config.baseline) }),
    ...(config.judge?.endsWith('.json') && { judge: absolute(config.judge) }),
    ...(typeof config.designSystem === 'string' && { designSystem: absolute(config.designSystem) }),
    ...(config.offline && { offline: rebaseOffline(config.offline, absolute) }),
    ...(typeof config.models?.folder === 'string' && {
      models: { ...config.models, folder: absolute(config.models.folder) },
    }),
  };
}

function rebaseOffline(
  offline: NonNullable<Config['offline']>,
  absolute: (path: string) => string,
): NonNullable<Config['offline']> {
  const { store, lock } = offline;
  return {
    ...offline,
    ...(typeof store === 'string' && { store: absolute(store) }),
    ...(typeof lock === 'string' && { lock: absolute(lock) }),
  };
}

/** The environment variables that set something, beside `KALLOS_DEBUG`. */
const ENVIRONMENT: Record<string, (value: string) => Config> = {
  KALLOS_RECIPE: (recipe) => ({ recipe }),
  KALLOS_CHANNELS: (list) => ({ channels: list.split(',') as NonNullable<Config['channels']> }),
  KALLOS_PROFILE: (profile) => ({ profile: profile as NonNullable<Config['profile']> }),
  KALLOS_BROWSER: (path) => ({ browser: { path } }),
  KALLOS_CONCURRENCY: (count) => ({ browser: { concurrency: Number(count) } }),
  KALLOS_OFFLINE: (mode) => ({ offline: { mode: mode as OfflineMode } }),
  KALLOS_LOCK: (lock) => ({ offline: { lock } }),
  KALLOS_STORE: (store) => ({ offline: { store } }),
  KALLOS_BASELINE: (baseline) => ({ baseline }),
  KALLOS_JUDGE: (judge) => ({ judge }),
  KALLOS_SAMPLES: (samples) => ({ samples: Number(samples) }),
  KALLOS_MODEL_JUDGE: (word) => ({ models: { judge: parseModel(word) } }),
  KALLOS_MODEL_READ: (word) => ({ models: { read: parseModel(word) } }),
  KALLOS_MODEL_GENERATE: (word) => ({ models: { generate: parseModel(word) } }),
  KALLOS_MODEL_IMAGE: (word) => ({ models: { image: parseModel(word) } }),
  KALLOS_MODEL_EMBED: (word) => ({ models: { embed: parseModel(word) } }),
  KALLOS_ANSWERS: (mode) => ({ models: { answers: mode as AnswersMode } }),
  KALLOS_ANSWERS_FOLDER: (folder) => ({ models: { folder } }),
  KALLOS_SEED: (seed) => ({ seed: asSeed(seed) }),
};

/** A seed from a flag or a variable: a whole number where it looks like one. */
export const asSeed = (seed: string): number | string => (/^-?\d{1,15}$/.test(seed) ? Number(seed) : seed);

function configFromEnv(env: NodeJS.ProcessEnv): Config {
  const config: Config = {};
  for (const [name, read] of Object.entries(ENVIRONMENT)) {
    const value = env[name];
    if (value) merge(config, read(value));
  }
  return config;
}

/** Groups of settings that belong together only by topic: their keys are settled one by one. */
const GROUPS = ['browser', 'offline', 'models', 'checks'] as const;

function merge(into: Config, from: Config): void {
  const groups = Object.fromEntries(
    GROUPS.filter((name) => from[name]).map((name) => [name, { ...into[name], ...from[name] }]),
  );
  Object.assign(into, from, groups);
}

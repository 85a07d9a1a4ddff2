import { NoArtifactError } from './artifact/extract.js';
import type { Item } from './artifact/load.js';
import { kindSchema, type Artifact, type Brief } from './artifact/schema.js';
import { CATALOG } from './channels/catalog.js';
import { CHECKS, judgeCorrectness } from './channels/correctness/index.js';
import type { BriefReader } from './channels/correctness/reader.js';
import { judgeExecution } from './channels/execution/index.js';
import { explore } from './channels/interaction/explorer/explore.js';
import { judgeInteraction } from './channels/interaction/judge.js';
import type { InteractionTrace } from './channels/interaction/trace.js';
import { unscored } from './channels/judge.js';
import { CHANNELS, type ChannelName, type Finding, type Judgement } from './channels/schema.js';
import type { CheckSettings } from './channels/settings.js';
import type { Judge } from './channels/visual/judge.js';
import { concurrently } from './concurrent.js';
import { nearest } from './config.js';
import { KallosError, toKallosError, type ErrorCode } from './errors.js';
import { buildGraph } from './graph/build.js';
import type { DesignGraph } from './graph/schema.js';
import type { TextModel } from './models/models.js';
import { NOTHING_SEEN, type Capture, type CaptureData } from './render/capture.js';
import type { Renderer, RendererOptions } from './render/index.js';
import { toReply } from './render/reply-lines.js';
import { applyRecipe, requiredBy, resolveRecipe, type Recipe, type RecipeInput } from './reward/recipes.js';
import type { Verdict } from './reward/verdict.js';

export interface JudgeOptions {
  /** Name of the artifact in the verdict. */
  id?: string;
  /** Why the artifact has its kind, for people. */
  kindReason?: string;
  /** Channels to judge; the others are `not-run`. By default execution, correctness and visual, and what the recipe requires. */
  channels?: readonly ChannelName[];
  /** A name ("default"), the path of a JSON file, or a recipe. */
  recipe?: string | RecipeInput;
  /** Severities and thresholds by check id. */
  checks?: CheckSettings;
  /** Who judges how it looks; the embedded judge, which needs no model, by default. */
  judge?: Judge;
  /** The graph of the design that was to be reproduced; without it `reference-match` does not apply. */
  reference?: DesignGraph;
  /** What was tried on the page; without it `interaction` is `not-run`. */
  trace?: InteractionTrace;
}

export interface ScoreOptions extends Omit<JudgeOptions, 'id' | 'kindReason'>, RendererOptions {
  /** Finds in prompts, with a model, what they ask for beyond what patterns find; a prompt that it can't read is an error. */
  reader?: BriefReader;
  /** A model that uses the page as a user would, for the channel interaction; without it the explorer tries what there is. */
  agent?: TextModel;
  /** A renderer to use, and to leave open; by default one is made from these options and closed at the end. */
  renderer?: Renderer;
}

export interface ScoreManyOptions extends ScoreOptions {
  /** Once it fires no new item is taken; what is being judged is finished. */
  signal?: AbortSignal;
  /**
   * Told of each item that could not be read or judged. Without it the first such error is thrown once every other item
   * is finished, so that none goes unnoticed.
   */
  onError?: (error: KallosError, id: string) => void;
  /** Given each capture with its verdict, before the verdict is yielded. */
  onCapture?: (capture: Capture, verdict: Verdict, trace: InteractionTrace | null) => void | Promise<void>;
}

const DEFAULT_CHANNELS: readonly ChannelName[] = ['execution', 'correctness', 'visual'];
/** What is in hand at once when nobody says: enough to keep four browsers busy. */
const DEFAULT_CONCURRENCY = 4;
/** Errors that concern every item alike: going on would repeat them. */
const FATAL: readonly ErrorCode[] = [
  'KALLOS_BROWSER_MISSING',
  'KALLOS_BROWSER_START',
  'KALLOS_SANDBOX',
  'KALLOS_NO_SPACE',
  'KALLOS_CONFIG',
  'KALLOS_MODEL_KEY',
];

/**
 * Renders an artifact and judges what is seen.
 *
 * @throws KallosError when there is no browser, no space, or a setting is wrong; never for what the artifact does
 */
export async function score(
  artifact: Artifact,
  brief: Brief = {},
  options: ScoreOptions = {},
): Promise<Verdict> {
  const renderer = options.renderer ?? (await openRenderer(options));
  try {
    const { verdict } = await see(renderer, artifact, brief, options);
    return verdict;
  } finally {
    if (!options.renderer) await renderer.close();
  }
}

/** Renders an artifact, tries what can be acted on when that is asked for, and judges both. */
async function see(
  renderer: Renderer,
  artifact: Artifact,
  given: Brief,
  options: ScoreOptions,
): Promise<{ capture: Capture; trace: InteractionTrace | null; verdict: Verdict }> {
  const recipe = await resolveRecipe(options.recipe ?? 'default');
  const brief = (await options.reader?.read(given)) ?? given;
  const capture = await renderer.render(artifact, brief, options.seed);
  const isShown = capture.data.outcome === 'ok' || capture.data.outcome === 'truncated';
  const isAsked = (options.channels ?? channelsFor(recipe)).includes('interaction');
  const trace = isShown && isAsked ? await interact(renderer, artifact, brief, options) : null;
  const verdict = await judgeCapture(capture, brief, {
    ...judgeOptions(artifact, { ...options, recipe }),
    ...(trace && { trace }),
  });
  return { capture, trace, verdict };
}

async function interact(
  renderer: Renderer,
  artifact: Artifact,
  brief: Brief,
  { agent, seed }: ScoreOptions,
): Promise<InteractionTrace> {
  const conditions = { brief, ...(seed !== undefined && { seed }) };
  if (!agent) return explore(renderer, artifact, conditions);
  const { runAgent } = await import('./channels/interaction/agent/agent.js');
  return runAgent(renderer, artifact, { model: agent, ...conditions });
}

/**
 * Judges a stream of items through the renderer's pool and yields verdicts as they finish. An item that can't be read or
 * judged never stops the others.
 *
 * @throws KallosError when the renderer doesn't start, or as `onError` says
 */
export async function* scoreMany(
  items: AsyncIterable<Item>,
  options: ScoreManyOptions = {},
): AsyncGenerator<Verdict, void, undefined> {
  const { signal, onError, onCapture } = options;
  const recipe = await resolveRecipe(options.recipe ?? 'default');
  knowChecks(options.checks ?? {});
  const untold: KallosError[] = [];
  const report = onError ?? ((error: KallosError) => void untold.push(error));
  // Opened for the first item that needs it: bad input is told without starting a browser.
  let opened: Promise<Renderer> | undefined;

  const judge = async (item: Item): Promise<Verdict | null> => {
    if ('error' in item) {
      if (item.error instanceof NoArtifactError)
        return judgeNothing(item.id, item.error, { ...options, recipe });
      report(item.error, item.id);
      return null;
    }
    const { artifact, brief } = item;
    const renderer = options.renderer ?? (await (opened ??= openRenderer(options)));
    try {
      const { capture, trace, verdict } = await see(renderer, artifact, brief, { ...options, recipe });
      await onCapture?.(capture, verdict, trace);
      return verdict;
    } catch (error) {
      const known = toKallosError(error);
      if (FATAL.includes(known.code)) throw known;
      report(known, artifact.id);
      return null;
    }
  };
  // Twice as many as there are browsers, so that one always waits for a browser while others are judged.
  const limit = 2 * (options.concurrency ?? DEFAULT_CONCURRENCY);
  try {
    for await (const verdict of concurrently(items, limit, judge, signal)) if (verdict) yield verdict;
    if (untold[0]) throw untold[0];
  } finally {
    await (await opened?.catch(() => undefined))?.close();
  }
}

/**
 * Judges a capture. Pure, unless `judge` asks a model: no browser, no network, nothing read but a recipe's file.
 *
 * When the artifact itself is to blame for an outcome that shows nothing, execution has 0 and the other channels are
 * `gated`; when the fault is ours, every channel is `failed`.
 *
 * @throws KallosError KALLOS_CONFIG for a wrong recipe or setting
 */
export async function judgeCapture(
  capture: Capture,
  brief: Brief = {},
  options: JudgeOptions = {},
): Promise<Verdict> {
  const start = performance.now();
  const recipe = await resolveRecipe(options.recipe ?? 'default');
  const asked = options.channels ?? channelsFor(recipe);
  knowChecks(options.checks ?? {});
  const { data, timings } = capture;
  const graphs = graphsOf(capture);
  const judgements = {} as Record<ChannelName, Judgement>;
  for (const name of CHANNELS) {
    judgements[name] = asked.includes(name)
      ? await judgeChannel(name, capture, graphs, brief, options)
      : without('not-run', 'not-asked');
  }
  const channels = mapChannels(judgements, ({ result }) => result);
  const { judged } = judgements.visual;
  return {
    schema: 'kallos.verdict/1',
    id: options.id ?? '',
    kind: kindSchema.parse(data.artifact.kind),
    kindReason: options.kindReason ?? 'as captured',
    outcome: data.outcome,
    cause: data.cause,
    detail: data.detail,
    channels,
    reward: applyRecipe({ channels }, recipe),
    findings: CHANNELS.flatMap((name) => judgements[name].findings).map((finding) => told(finding, data)),
    capture: capture.hash,
    trace: asked.includes('interaction') ? (options.trace?.hash ?? null) : null,
    fingerprint: { ...data.fingerprint, judge: judged?.by ?? '' },
    cost: {
      queueMs: timings.queueMs,
      wallMs: timings.wallMs + (options.trace?.cost.wallMs ?? 0) + Math.round(performance.now() - start),
      cpuMs: timings.cpuMs + (options.trace?.cost.cpuMs ?? 0),
      usd: sum(judged ? judged.usd : 0, options.trace ? options.trace.cost.usd : 0),
    },
  };
}

/** Of prices, one of which may not be known. */
const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

/** A finding with its lines counted as in what the user gave. */
function told(finding: Finding, { artifact }: CaptureData): Finding {
  const { source, fix } = finding;
  return { ...finding, source: source && toReply(source, artifact), fix: fix && toReply(fix, artifact) };
}

/** The channels that are judged when nobody says which: the usual ones, and those without which the recipe makes no reward. */
export function channelsFor(recipe: Recipe): ChannelName[] {
  const required = requiredBy(recipe);
  return CHANNELS.filter((name) => DEFAULT_CHANNELS.includes(name) || required.includes(name));
}

/** @throws KallosError KALLOS_CONFIG for a setting of a check that does not exist */
export function knowChecks(settings: CheckSettings): void {
  const ids = CATALOG.map(({ meta }) => meta.id);
  const unknown = Object.keys(settings).find((id) => !ids.includes(id));
  if (unknown === undefined) return;
  const near = nearest(unknown, ids);
  throw new KallosError(
    'KALLOS_CONFIG',
    `There is no check "${unknown}" to set.`,
    near ? `Did you mean "${near}"?` : `The checks are ${ids.join(', ')}.`,
  );
}

async function judgeChannel(
  name: ChannelName,
  capture: Capture,
  graphs: () => ReadonlyMap<string, DesignGraph>,
  brief: Brief,
  { checks = {}, reference, judge, trace }: JudgeOptions,
): Promise<Judgement> {
  const { outcome, cause } = capture.data;
  if (name === 'execution') return judgeExecution(capture, brief, checks);
  if (cause === 'infra') return without('failed', outcome);
  if (outcome !== 'ok' && outcome !== 'truncated') return without('gated', outcome);
  if (name === 'correctness') return judgeCorrectness(capture, graphs(), brief, checks, CHECKS, reference);
  if (name === 'visual') {
    // Loaded only where looks are judged: it brings the fitted model with it.
    const { judgeVisual } = await import('./channels/visual/index.js');
    return judgeVisual(capture, graphs(), brief, checks, judge);
  }
  return judgeInteraction(trace, capture, checks);
}

const without = (...[status, reason]: Parameters<typeof unscored>): Judgement => ({
  result: unscored(status, reason),
  findings: [],
});

/** The graph of every layout, built when a channel first needs them. */
function graphsOf(capture: Capture): () => ReadonlyMap<string, DesignGraph> {
  let graphs: Map<string, DesignGraph> | undefined;
  return () =>
    (graphs ??= new Map(
      capture.data.layouts.map(({ viewport }) => [viewport, buildGraph(capture, viewport)]),
    ));
}

function mapChannels<T, R>(channels: Record<ChannelName, T>, map: (value: T) => R): Record<ChannelName, R> {
  return Object.fromEntries(CHANNELS.map((name) => [name, map(channels[name])])) as Record<ChannelName, R>;
}

/** The verdict on a reply without code: there is nothing to render, and that is the reply's own fault. */
async function judgeNothing(id: string, error: NoArtifactError, options: ScoreOptions): Promise<Verdict> {
  const { kind, reason } = error.asked;
  const data: CaptureData = {
    schema: 'kallos.capture/1',
    artifact: { kind, language: 'html', entry: '', files: {}, truncated: false, lineOffset: 1 },
    profile: options.profile ?? 'full',
    outcome: 'no-artifact',
    cause: 'artifact',
    detail: null,
    ...NOTHING_SEEN,
    fingerprint: { kallos: '', browser: '', fonts: '', lock: '', cpu: '', determinism: 'settled', seed: '' },
  };
  const timings = { queueMs: 0, wallMs: 0, cpuMs: 0, stages: {} };
  const nothing: Capture = { hash: '', data, files: new Map(), code: new Map(), timings };
  const { channels, recipe, checks } = options;
  const verdict = await judgeCapture(
    nothing,
    {},
    {
      id,
      kindReason: reason,
      ...(channels && { channels }),
      ...(recipe !== undefined && { recipe }),
      ...(checks && { checks }),
    },
  );
  return { ...verdict, detail: error.message, capture: null, fingerprint: null };
}

function judgeOptions(
  artifact: Artifact,
  { channels, recipe, checks, reference, judge }: ScoreOptions,
): JudgeOptions {
  return {
    id: artifact.id,
    kindReason: artifact.kindReason,
    ...(channels && { channels }),
    ...(recipe !== undefined && { recipe }),
    ...(checks && { checks }),
    ...(reference && { reference }),
    ...(judge && { judge }),
  };
}

/** The renderer is loaded only when a page is to be rendered: judging captures needs no browser code. */
async function openRenderer(options: RendererOptions): Promise<Renderer> {
  const { createRenderer } = await import('./render/index.js');
  return createRenderer(options);
}

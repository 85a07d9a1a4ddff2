import { availableParallelism } from 'node:os';
import type { Artifact, Brief } from '../artifact/schema.js';
import { KallosError, toKallosError } from '../errors.js';
import { captureOf, captureOfFailure } from './assemble.js';
import { locateBrowser } from './browser/locate.js';
import type { Browser } from './browser/launch.js';
import type { Capture, Outcome, Profile, Timings } from './capture.js';
import { renderFingerprint } from './fingerprint.js';
import { preparePage } from './components/prepare.js';
import { fontEnvironment } from './fonts/config.js';
import { CrashError } from './page/open.js';
import { createOffline, type OfflineOptions } from './offline/index.js';
import { DEFAULT_VIEWPORTS, planViewports } from './page/viewports.js';
import { visit, type Visit, type VisitPlan } from './page/visit.js';
import { BudgetError, watchBudgets, type Budgets } from './page/watch.js';
import { BrowserPool } from './pool.js';
import { openLab, type Lab } from './probe/lab.js';

export interface RendererOptions {
  /** What a capture holds; `reward` unless said otherwise. */
  profile?: Profile;
  /** Browsers at once; as many as there are cores, at most 4, unless said otherwise. */
  concurrency?: number;
  /** Path of the browser to use. */
  browser?: string | null;
  /** Named viewports in CSS px. */
  viewports?: Record<string, readonly [number, number]>;
  /** Name of the viewport in which pages are opened and pictured; `desktop` unless said otherwise. */
  primary?: string;
  /** Where what pages load from outside comes from: the store in the cache folder and the built-in lock, unless said otherwise. */
  offline?: OfflineOptions;
  /** Feeds the page's random numbers, dates and ids; 1 unless said otherwise. */
  seed?: Seed;
  /** CPU seconds a page may use before it is stopped; 10 unless said otherwise. */
  cpuSeconds?: number;
  /** MB a page's process may hold; 1024 unless said otherwise. */
  memoryMb?: number;
  /** Goes on where Chromium's sandbox can't be had. */
  unsafe?: boolean;
  /** Told once about slow preparations, for people who wait. */
  onNote?: (note: string) => void;
}

/** What a page's random numbers, dates and ids are drawn from. */
export type Seed = string | number;

/** Renders artifacts. Close it, or declare it with `await using`. */
export interface Renderer extends AsyncDisposable {
  /**
   * Renders one artifact and returns what was seen. A page that can't be rendered is a capture too: its `outcome` and `cause` say
   * what happened and whose fault it was. Waits for a free browser. A seed takes the place of the renderer's own.
   * @throws KallosError when rendering is impossible altogether: no browser, no sandbox, no space, a language that can't be rendered.
   */
  render(artifact: Artifact, brief?: Brief, seed?: Seed): Promise<Capture>;
  /**
   * Opens a lab in which the artifact can be run again and again, to be touched in one run and left alone in another. Null for code
   * that can't be shown at all.
   * @throws KallosError as `render`
   */
  lab(artifact: Artifact, brief?: Brief, seed?: Seed): Promise<Lab | null>;
  close(): Promise<void>;
}

const STALL_SECONDS = 15;
/** More than a page can spend standing still again and again (10 x 15 s) before it has used up its CPU seconds. */
const WALL_SECONDS = 180;

/** Finds a browser, prepares its fonts, and returns a renderer; browsers start when the first artifact comes. */
export async function createRenderer(options: RendererOptions = {}): Promise<Renderer> {
  const [located, fonts, store] = await Promise.all([
    locateBrowser(options.browser ?? null, options.onNote),
    fontEnvironment(),
    createOffline(options.offline),
  ]);
  const budgets: Budgets = {
    cpuSeconds: options.cpuSeconds ?? 10,
    memoryMb: options.memoryMb ?? 1024,
    stallSeconds: STALL_SECONDS,
    wallSeconds: WALL_SECONDS,
  };
  const launch = {
    browser: located,
    environment: fonts.env,
    heapMb: Math.round(budgets.memoryMb / 2),
    unsafe: options.unsafe ?? false,
  };
  const concurrency = options.concurrency ?? Math.min(4, availableParallelism());
  const offline = new BrowserPool({ ...launch, network: false }, concurrency);
  const online = new BrowserPool({ ...launch, network: true }, 1);
  const profile = options.profile ?? 'reward';
  offline.warm();

  const render: Renderer['render'] = async (artifact, brief = {}, own = options.seed) => {
    refusePython(artifact);
    const seed = String(own ?? 1);
    const viewports = options.viewports ?? DEFAULT_VIEWPORTS;
    const entered = performance.now();
    const timings: Timings = { queueMs: 0, wallMs: 0, cpuMs: 0, stages: {} };
    const prepared = await preparePage(artifact, brief, store.packages);
    const pool = artifact.url === null ? offline : online;
    // On the network a page waits for servers, not for itself.
    const limits = artifact.url === null ? budgets : { ...budgets, stallSeconds: Infinity };
    const failures: Failure[] = [];
    let product = '';
    let started = 0;
    const frame = (determinism: 'lockstep' | 'settled') => ({
      artifact,
      profile,
      timings,
      fingerprint: renderFingerprint({
        product,
        fonts: fonts.fingerprint,
        lock: store.packages.lockHash,
        determinism,
        seed,
      }),
    });

    if ('failure' in prepared) {
      timings.wallMs = Math.round(performance.now() - entered);
      return captureOfFailure(frame('settled'), {
        outcome: 'load-failed',
        cause: 'artifact',
        detail: prepared.failure,
      });
    }

    const plan = {
      artifact: prepared.page,
      profile,
      seed,
      offline: store,
      ...planViewports(artifact, brief.canvas, viewports, options.primary ?? 'desktop'),
    };

    // Whose fault is it? A page that fails twice in its own way, the second time in a fresh browser, did it itself.
    for (const fresh of [false, true]) {
      const attempt = await pool
        .use(
          async (browser) => {
            started ||= performance.now();
            timings.queueMs = Math.round(started - entered);
            product = browser.product;
            return attemptVisit(browser, plan, limits, timings);
          },
          { fresh },
        )
        .catch(asFailure);
      if ('layouts' in attempt) {
        timings.wallMs = Math.round(performance.now() - entered) - timings.queueMs;
        timings.stages = attempt.stages;
        return captureOf(prepared.asWritten(attempt), frame(attempt.determinism));
      }
      failures.push(attempt);
    }
    timings.wallMs = Math.round(performance.now() - entered) - timings.queueMs;
    const last = failures.at(-1)!;
    const itsOwn = failures.every((failure) => failure.byPage);
    return captureOfFailure(
      frame('settled'),
      itsOwn
        ? { outcome: last.outcome, cause: 'artifact', detail: `The page ${last.message}, twice.` }
        : {
            outcome: 'infra',
            cause: 'infra',
            detail: `Rendering failed: ${failures.map(({ message }) => message).join('; then ')}.`,
          },
    );
  };

  const lab: Renderer['lab'] = async (artifact, brief = {}, own = options.seed) => {
    refusePython(artifact);
    const seed = String(own ?? 1);
    const prepared = await preparePage(artifact, brief, store.packages);
    if ('failure' in prepared) return null;
    const viewports = options.viewports ?? DEFAULT_VIEWPORTS;
    const { primary } = planViewports(artifact, brief.canvas, viewports, options.primary ?? 'desktop');
    const local = artifact.url === null;
    return openLab({
      pool: local ? offline : online,
      plan: { artifact: prepared.page, primary, seed, offline: store },
      budgets: local ? budgets : { ...budgets, stallSeconds: Infinity },
      width: local ? concurrency : 1,
      fingerprint: (product, frames) =>
        renderFingerprint({
          product,
          fonts: fonts.fingerprint,
          lock: store.packages.lockHash,
          determinism: frames && local ? 'lockstep' : 'settled',
          seed,
        }),
    });
  };

  const close = async () => {
    await Promise.all([offline.close(), online.close()]);
    await store[Symbol.asyncDispose]();
  };
  return { render, lab, close, [Symbol.asyncDispose]: close };
}

function refusePython({ language }: Artifact): void {
  if (language !== 'python') return;
  throw new KallosError(
    'KALLOS_USAGE',
    'Python charts can’t be rendered by this version.',
    'Give HTML or SVG; charts written in Python come with a later version.',
  );
}

async function attemptVisit(
  browser: Browser,
  plan: Omit<VisitPlan, 'frames'>,
  budgets: Budgets,
  timings: Timings,
): Promise<Visit> {
  const watch = await watchBudgets(browser.usage, budgets, () => plan.offline.busy);
  const died = browser.ended.then(() => Promise.reject(new Error('the browser died')));
  died.catch(() => undefined);
  const visiting = visit(browser, { ...plan, frames: browser.frames });
  visiting.catch(() => undefined);
  try {
    return await Promise.race([visiting, watch.exhausted, died]);
  } catch (error) {
    // A process that dies while it holds a lot of memory died of it.
    if (error instanceof CrashError && watch.peakMb() > budgets.memoryMb * 0.4) {
      throw new BudgetError('memory', 'ran out of memory');
    }
    throw error;
  } finally {
    timings.cpuMs += await watch.stop();
  }
}

interface Failure {
  outcome: Outcome;
  message: string;
  /** True for failures that a page brings about; they count against it when they happen twice. */
  byPage: boolean;
}

/** Sorts what went wrong; rethrows what makes rendering impossible altogether. */
function asFailure(error: unknown): Failure {
  if (error instanceof BudgetError) {
    return {
      outcome: error.what === 'memory' ? 'out-of-memory' : 'timeout',
      message: error.message,
      byPage: error.what !== 'wall',
    };
  }
  if (error instanceof CrashError) return { outcome: 'crashed', message: 'crashed', byPage: true };
  const known = toKallosError(error);
  if (known.code !== 'KALLOS_INTERNAL') throw known;
  return { outcome: 'infra', message: error instanceof Error ? error.message : String(error), byPage: false };
}

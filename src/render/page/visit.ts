import type { Artifact } from '../../artifact/schema.js';
import type { Browser } from '../browser/launch.js';
import type { CapturedRequest, CaptureData, Layout, Picture, Profile, RuleRun } from '../capture.js';
import type { Offline } from '../offline/index.js';
import { LockstepClock, SettledClock, type Clock } from './clock.js';
import { readAccessibility } from './accessibility.js';
import { runRules } from './axe.js';
import { readDrawings } from './drawings.js';
import { markMissingGlyphs, readFontUse } from './glyphs.js';
import { readImages } from './images.js';
import { interceptRequests, noTraffic, observeRequests, type NetworkRecord } from './network.js';
import { observe, type Observations } from './observe.js';
import { openPage, preparePage } from './open.js';
import { takePicture, MAX_PICTURE_PX, type TakenPicture } from './picture.js';
import { pageOrigin } from './seed.js';
import { entryUrl } from './serve.js';
import { reactsToScrolling } from './reactions.js';
import { AFTER_REVEAL_MS, holdAnimations, loaded, reveal, settle, STILL_MS } from './settle.js';
import { readLayout, type LayoutDraft } from './snapshot.js';
import { attachSources } from './sources.js';
import type { CdpSession } from './cdp.js';
import type { Viewport } from './viewports.js';
import { IsolatedWorld } from './world.js';

export interface VisitPlan {
  artifact: Artifact;
  profile: Profile;
  /** The viewport in which the page is opened, pictured and judged. */
  primary: Viewport;
  /** Further viewports to lay the page out at (profile `full`, kinds without a canvas of their own). */
  others: readonly Viewport[];
  seed: string;
  /** Answers what the page asks the internet for. */
  offline: Offline;
  /** True when the browser can draw frames on command. */
  frames: boolean;
}

/** What one visit to a page brought home, before it becomes a capture. */
export interface Visit {
  loaded: boolean;
  determinism: 'lockstep' | 'settled';
  title: string;
  layouts: Layout[];
  pictures: TakenPicture[];
  accessibility: CaptureData['accessibility'];
  rules: RuleRun | undefined;
  fonts: CaptureData['fonts'];
  seen: Observations;
  network: NetworkRecord;
  stages: Record<string, number>;
}

/**
 * Opens the artifact, lets it come to rest, brings out what scrolling reveals, and gathers everything that needs the live page.
 * Rejects when the page crashes or opens dialogs without end; other budgets are watched from outside.
 */
export async function visit(browser: Browser, plan: VisitPlan): Promise<Visit> {
  const stages: Record<string, number> = {};
  let last = performance.now();
  const stage = (name: string) => {
    const now = performance.now();
    stages[name] = Math.round(now - last);
    last = now;
  };
  const page = await openPage(browser, plan.primary.size, plan.frames);
  stage('open');
  try {
    const seen = await observe(page.session, plan.artifact);
    await preparePage(browser, page, plan.artifact, plan.seed, seen);
    const gathering = gather(page.session, plan, seen, stage);
    const result = await Promise.race([gathering, page.crashed, seen.dialogLoop]);
    return { ...result, seen, stages };
  } finally {
    // A browser that can't even close a page is ended by its pool.
    await page.close();
    stage('close');
  }
}

async function gather(
  session: CdpSession,
  plan: VisitPlan,
  seen: Observations,
  stage: (name: string) => void,
): Promise<Omit<Visit, 'seen' | 'stages'>> {
  const { artifact, primary } = plan;
  const network = await (artifact.url === null
    ? interceptRequests(session, artifact, plan.offline)
    : observeRequests(session, artifact));
  const clock = await startClock(session, plan);
  stage('prepare');

  const { errorText } = await session.send('Page.navigate', { url: entryUrl(artifact) });
  if (errorText !== undefined)
    return { ...NOTHING_SEEN, loaded: false, determinism: clock.determinism, network };
  await loaded(clock, await IsolatedWorld.enter(session), network.traffic);
  const { still } = await settle(clock, STILL_MS, 0);
  stage('load');
  if (reactsToScrolling(artifact)) {
    const shown = await IsolatedWorld.enter(session);
    if (await reveal(clock, shown, MAX_PICTURE_PX)) await settle(clock, AFTER_REVEAL_MS);
  }
  stage('reveal');
  if (!still) seen.notes.push('the page was still moving when it was captured');
  if (!seen.loaded) seen.notes.push('the load event did not fire');

  // A page that navigated itself has a new document by now, and needs a new world.
  const world = await IsolatedWorld.enter(session);
  await holdAnimations(session, world);
  const view = {
    session,
    world,
    clock,
    profile: plan.profile,
    requests: network.requests,
    code: codeOf(artifact),
  };
  const { draft, ...sights } = await look(view, primary, stage);
  if (plan.profile === 'full') {
    for (const other of plan.others) {
      await resize(session, other.size);
      await settle(clock);
      await holdAnimations(session, world);
      sights.layouts.push((await readView(view, other, (await measurePage(session)).page)).layout);
    }
    stage('viewports');
    // Last, because asking for boxes has content laid out that the page keeps unrendered (closed details).
    if (plan.others.length > 0) await resize(session, primary.size);
    sights.rules = await runRules(session, world, draft);
    stage('rules');
  }
  return { ...sights, loaded: true, determinism: clock.determinism, network };
}

async function resize(session: CdpSession, [width, height]: readonly [number, number]): Promise<void> {
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: false,
  });
}

/** A page at rest, and the means to look at it. */
interface View {
  session: CdpSession;
  world: IsolatedWorld;
  clock: Pick<Clock, 'during'>;
  profile: Profile;
  requests: readonly CapturedRequest[];
  /** The entry file as text, when the page is one of an artifact's own. */
  code: { text: string; file: string } | null;
}

type Sights = Pick<Visit, 'title' | 'layouts' | 'pictures' | 'accessibility' | 'rules' | 'fonts'>;

/** Takes the pictures and reads the layout of a page at one viewport. */
async function look(
  view: View,
  viewport: Viewport,
  stage: (name: string) => void,
): Promise<Sights & { draft: LayoutDraft }> {
  const { session, world, profile } = view;
  const draw: Clock['during'] = (work) => view.clock.during(work);
  const { page, left } = await measurePage(session);
  const pictures: TakenPicture[] = [];
  const take = (name: Picture['name'], size: [number, number]) =>
    takePicture(session, draw, { name, viewport: viewport.name, left, size, window: viewport.size });
  if (profile === 'full') pictures.push(await take('viewport', viewport.size));
  pictures.push(await take('page', [page[0] - left, page[1]]));
  stage('picture');
  const draft = await readView(view, viewport, page);
  stage('layout');
  let accessibility: Visit['accessibility'] = null;
  let fonts: Visit['fonts'] = null;
  if (profile === 'full') {
    fonts = await readFontUse(session, draft);
    accessibility = await readAccessibility(session);
    stage('accessibility');
  }
  const title = await world.call(() => document.title.slice(0, 1000));
  return { title, layouts: [draft.layout], pictures, accessibility, rules: undefined, fonts, draft };
}

async function readView(view: View, viewport: Viewport, page: [number, number]): Promise<LayoutDraft> {
  const draft = await readLayout(view.session, { viewport: viewport.name, size: viewport.size, page });
  draft.layout.images = await readImages(view.world, draft.layout, view.requests);
  await markMissingGlyphs(view.session, draft, view.requests);
  await readDrawings(view.session, draft);
  if (view.code) attachSources(draft.layout, view.code.text, view.code.file);
  return draft;
}

/** Looks at a page that is already open and at rest, without touching it. */
export async function gatherView(session: CdpSession, profile: Profile): Promise<Visit & { url: string }> {
  const stages: Record<string, number> = {};
  const started = performance.now();
  const world = await IsolatedWorld.enter(session);
  const { url, size } = await world.call(() => ({
    url: location.href,
    size: [window.innerWidth, window.innerHeight] as [number, number],
  }));
  const clock = { during: <T>(work: Promise<T>) => work };
  const { draft, ...sights } = await look(
    { session, world, clock, profile, requests: [], code: null },
    { name: 'live', size },
    (name) => {
      stages[name] = Math.round(performance.now() - started);
    },
  );
  if (profile === 'full') sights.rules = await runRules(session, world, draft);
  return {
    ...sights,
    url,
    stages,
    loaded: true,
    determinism: 'settled',
    seen: {
      ...NOTHING_HEARD,
      notes: ['captured live: console, errors and requests from before are not known'],
    },
    network: { requests: [], navigations: [], served: true, traffic: noTraffic() },
  };
}

const NOTHING_SEEN: Sights = {
  title: '',
  layouts: [],
  pictures: [],
  accessibility: null,
  rules: undefined,
  fonts: null,
};
const NOTHING_HEARD: Omit<Observations, 'notes'> = {
  console: [],
  errors: [],
  dialogs: [],
  attempts: [],
  loaded: true,
  dialogLoop: new Promise<never>(() => undefined),
};

function codeOf(artifact: Artifact): View['code'] {
  const bytes = artifact.url === null ? artifact.files.get(artifact.entry) : undefined;
  return bytes ? { text: Buffer.from(bytes).toString('utf8'), file: artifact.entry } : null;
}

async function startClock(session: CdpSession, plan: VisitPlan): Promise<Clock> {
  if (plan.artifact.url !== null) return SettledClock.start(session, null);
  const origin = pageOrigin(plan.seed);
  return plan.frames ? LockstepClock.start(session, origin) : SettledClock.start(session, origin);
}

/**
 * Size of the whole page, and where layout coordinates begin on it: a right-to-left page that overflows has its overflow to the left
 * of 0. Call it with the page scrolled to its start.
 */
async function measurePage(session: CdpSession): Promise<{ page: [number, number]; left: number }> {
  const { cssContentSize: content, cssLayoutViewport: start } = await session.send('Page.getLayoutMetrics');
  return { page: [Math.ceil(content.width), Math.ceil(content.height)], left: start.pageX };
}

import { STEP_MS, type Clock } from './clock.js';
import type { CdpSession } from './cdp.js';
import type { Traffic } from './network.js';
import { IsolatedWorld } from './world.js';

/** Virtual ms after which a page that is still moving is taken as it is (its motion has no end, or a fixed phase of it is shown). */
const MOVING_MS = 5000;
/** Virtual ms that a still page is given: timers that bring content later than this bring it after a person has looked. */
export const STILL_MS = 2500;
/** The same after the page was scrolled through: what a scroll sets off, it sets off soon. */
export const AFTER_REVEAL_MS = 1000;
/** While nothing moves, time passes in strides; a stride in which something happens is followed by steps again. */
const STRIDE_MS = 500;
/** First steps are always fine: what a page does at its start is what it is most likely to animate. */
const FIRST_STEPS = 4;
/** Motion that lasts longer than this is probably drawn by script, frame by frame, and gets real frames for a while. */
const SCRIPTED_AFTER_MS = 1000;
const SCRIPTED_FRAMES = 30;
const FRAME_MS = 16;

/** Slices of virtual time in which a document gets loaded, in ms, and how many it gets before its life is begun anyway. */
const LOADING_MS = 0.001;
const LOADING_SLICES = 300;
/** Slices without a new request after which a page that has made some is taken to have what it needs. */
const QUIET_SLICES = 8;

/**
 * Grants time in slices too small to matter until the document and what it asks for are loaded. How long that takes is the machine's
 * affair: in larger slices it would use up time of the page's life, more in one run than in another. A document that is not complete
 * without time (a module that waits for a timer, a document opened by script and never closed) begins its life all the same.
 */
export async function loaded(clock: Clock, world: IsolatedWorld, traffic: Traffic): Promise<void> {
  // A page that navigates itself takes the world with it, and its next document is met on the way.
  const loading = () => world.call(isLoading).catch(() => false);
  const pass = async () => {
    await traffic.answered();
    await clock.advance(LOADING_MS);
  };
  for (let slice = 0; slice < LOADING_SLICES && (await loading()); slice++) await pass();
  // Scripts that are complete may import others: between one answer and the next request lies only their own work. And the end of
  // a request takes 10 ms of a page's time, or what is left of the slice: it has to meet the page here in every run.
  let seen = traffic.made;
  for (let slice = 0, quiet = 0; seen > 1 && quiet < QUIET_SLICES && slice < LOADING_SLICES; slice++) {
    await pass();
    quiet = traffic.made === seen && traffic.pending.size === 0 ? quiet + 1 : 0;
    seen = traffic.made;
  }
}

/** How a page came to rest. */
export interface Settled {
  /** Virtual ms it took. */
  ms: number;
  /** False when it was still moving at the end. */
  still: boolean;
}

/**
 * Lets a page live until it is at rest. A page at rest costs a handful of frames; one in motion gets the time to finish: transitions,
 * chart animations, typed-in headlines. `stillMs` is the virtual time that a page at rest is given, counted from `start`.
 *
 * However it gets there, a page is left at exactly `stillMs` or `MOVING_MS`: whether a single frame counts as damaged may differ
 * from run to run, and must not shift the phase of what moves.
 */
export async function settle(clock: Clock, stillMs = STILL_MS, start = clock.elapsedMs): Promise<Settled> {
  const passed = () => clock.elapsedMs - start;
  let damaged = true;
  let scripted = false;
  for (let left = 1; left > 0;) {
    if (damaged && !scripted && passed() >= SCRIPTED_AFTER_MS) {
      scripted = true;
      for (let frame = 0; frame < SCRIPTED_FRAMES; frame++) ({ damaged } = await clock.step(FRAME_MS));
    }
    const fine = damaged || passed() < FIRST_STEPS * STEP_MS;
    const step = fine ? STEP_MS - (passed() % STEP_MS) : STRIDE_MS;
    left = (damaged || passed() > stillMs ? MOVING_MS : stillMs) - passed();
    if (left > 0) ({ damaged } = await clock.step(Math.min(step, left)));
  }
  return { ms: passed(), still: !damaged };
}

/** Virtual ms spent at each stop of the way down: enough for an observer to be called and a picture to be asked for. */
const REVEAL_STEP_MS = 50;

/**
 * Brings out what shows itself only when scrolled to (lazy images, scroll reveals): down the page by viewport heights with a frame
 * each, back to the top, and rest again. Returns true when there was anything to scroll.
 */
export async function reveal(clock: Clock, world: IsolatedWorld, maxHeight: number): Promise<boolean> {
  const { view, page } = await world.call(measureScroll);
  if (page <= view) return false;
  let damaged = false;
  for (let y = view; y < Math.min(page, maxHeight); y += view) {
    await world.call(scrollDownTo, y);
    damaged = (await clock.step(REVEAL_STEP_MS)).damaged || damaged;
  }
  await world.call(scrollDownTo, 0);
  return damaged;
}

/**
 * Holds every animation that has no end, or hasn't reached it, at the whole millisecond. The browser tells animations the time in
 * tenths, and rounds the same moment up in one run and down in another.
 */
export async function holdAnimations(session: CdpSession, world: IsolatedWorld): Promise<void> {
  await world.call(holdAll);
  // A frame that is gone by now has nothing to hold.
  const frames = await IsolatedWorld.enterChildren(session, MAX_FRAMES).catch(() => []);
  await Promise.all(frames.map((frame) => frame.call(holdAll).catch(() => undefined)));
}

/** Frames in which animations are held. */
const MAX_FRAMES = 20;

/* Run in the page's isolated world. */

function isLoading(): boolean {
  return document.readyState !== 'complete';
}

function holdAll(): void {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
    // SVG's own animations have a clock for each outermost drawing.
    for (const svg of root.querySelectorAll('svg')) {
      if (svg.ownerSVGElement || !svg.querySelector('animate, animateTransform, animateMotion, set'))
        continue;
      svg.pauseAnimations();
      svg.setCurrentTime(Math.round(svg.getCurrentTime() * 1000) / 1000);
    }
  }
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    const time = animation.currentTime;
    // Those that follow the scroll position have another kind of time, and stand still anyway.
    if (animation.playState !== 'running' || typeof time !== 'number') continue;
    animation.pause();
    animation.currentTime = Math.round(time);
  }
}

function measureScroll(): { view: number; page: number } {
  const root = document.scrollingElement ?? document.documentElement;
  return { view: window.innerHeight, page: root.scrollHeight };
}

function scrollDownTo(y: number): void {
  window.scrollTo({ left: 0, top: y, behavior: 'instant' });
}

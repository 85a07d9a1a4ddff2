import type { Artifact } from '../../artifact/schema.js';
import type { CdpSession } from '../page/cdp.js';
import { LockstepClock, SettledClock, type Clock } from '../page/clock.js';
import { interceptRequests, observeRequests } from '../page/network.js';
import { observe } from '../page/observe.js';
import { preparePage, type OpenPage } from '../page/open.js';
import { pageOrigin } from '../page/seed.js';
import { entryUrl } from '../page/serve.js';
import { holdAnimations, loaded, settle } from '../page/settle.js';
import type { VisitPlan } from '../page/visit.js';
import type { Viewport } from '../page/viewports.js';
import { IsolatedWorld } from '../page/world.js';
import type { Browser } from '../browser/launch.js';
import { aim, focusOn, scrollWindow, type Aim } from './aim.js';
import { hearClipboard } from './clipboard.js';
import { readClues, type Clues } from './clues.js';
import * as input from './input.js';
import { heardIn, lookAt, type Heard, type Look, type Sight } from './look.js';
import type { Path } from './path.js';
import { countShown } from './shown.js';

export type LivePlan = Pick<VisitPlan, 'artifact' | 'primary' | 'seed' | 'offline' | 'frames'>;

/** Wall ms for which a slice of time may hang on a request that input set off, before time is made to pass over it. */
const STALLED_MS = 600;
const CLIPBOARD_BINDING = 'kallosClipboard';

/** Steps of time, in ms: a frame is drawn after each. */
export type Schedule = readonly number[];

/**
 * A page that is alive: its time passes when it is told to, and it can be touched. Two pages that are told the same are the same, so
 * what differs between them was caused by what was done to one of them.
 */
export class LivePage {
  /** Requests made before the last step ended: those hold no time. */
  #answered: number;

  private constructor(
    private readonly sight: Sight,
    /** The steps of its life before it was handed out. */
    readonly lived: Schedule,
  ) {
    this.#answered = sight.network.traffic.made;
  }

  /**
   * Opens the artifact and lets it come to rest. The first page of an artifact finds out how long that takes; the others are given
   * the steps that it took, so that all of them meet the same frames.
   */
  static async open(
    browser: Browser,
    open: OpenPage,
    plan: LivePlan,
    steps: Schedule | null,
  ): Promise<LivePage> {
    const { session } = open;
    const { artifact } = plan;
    const seen = await observe(session, artifact);
    const clipboard = await hearClipboard(session, CLIPBOARD_BINDING);
    await preparePage(browser, open, artifact, plan.seed, seen);
    let files = 0;
    let documents = 0;
    session.on('Page.fileChooserOpened', () => files++);
    await session.send('Page.setInterceptFileChooserDialog', { enabled: true });
    const { frameTree } = await session.send('Page.getFrameTree');
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === frameTree.frame.id) documents++;
    });
    const network = await (artifact.url === null
      ? interceptRequests(session, artifact, plan.offline)
      : observeRequests(session, artifact));
    const clock = await startClock(session, plan);
    const { errorText } = await session.send('Page.navigate', { url: entryUrl(artifact) });
    if (errorText !== undefined) throw new LoadError(errorText);
    await loaded(clock, await IsolatedWorld.enter(session), network.traffic);
    const lived: number[] = [];
    if (steps) for (const ms of steps) await clock.step(ms);
    else await settle(recording(clock, lived), undefined, 0);
    const sight: Sight = {
      session,
      world: await IsolatedWorld.enter(session),
      clock,
      viewport: plan.primary,
      artifact,
      seen,
      network,
      clipboard,
      files: () => files,
      documents: () => documents,
    };
    return new LivePage(sight, steps ?? lived);
  }

  get session(): CdpSession {
    return this.sight.session;
  }

  get viewport(): Viewport {
    return this.sight.viewport;
  }

  get artifact(): Artifact {
    return this.sight.artifact;
  }

  /** True when it was moving at the end of the steps: something was painted anew. */
  async pass(steps: Schedule): Promise<boolean> {
    let damaged = false;
    for (const ms of steps) damaged = (await this.#step(ms)) || damaged;
    return damaged;
  }

  /** Holds animations at the moment: for the last look of a run. */
  async hold(): Promise<void> {
    await holdAnimations(this.session, await this.#world());
  }

  async look(what: { picture: boolean; code?: boolean }): Promise<Look> {
    return lookAt({ ...this.sight, world: await this.#world() }, what);
  }

  heard(): Heard {
    return heardIn(this.sight);
  }

  /** What tells, beside the layout, what can be acted on. */
  async clues(): Promise<Clues> {
    return readClues(this.session, await this.#world());
  }

  /** How many characters of text it shows, white space left out. */
  async shown(): Promise<number> {
    return (await this.#world()).call(countShown);
  }

  /** Finds a point at which the element can be met by the mouse. */
  async aim(path: Path): Promise<Aim> {
    return (await this.#world()).call(aim, path, false);
  }

  /** Scrolls whatever must be scrolled for the element to be seen. */
  async reach(path: Path): Promise<void> {
    await (await this.#world()).call(aim, path, true);
  }

  /** How far the window is scrolled down, in CSS px. */
  async scrolled(): Promise<number> {
    return (await this.#world()).call(() => window.scrollY);
  }

  async scrollTo(y: number): Promise<void> {
    await (await this.#world()).call(scrollWindow, y);
  }

  /** Gives an element the focus as the Tab key would. */
  async focus(path: Path): Promise<boolean> {
    return (await this.#world()).call(focusOn, path);
  }

  click(point: input.Point): Promise<void> {
    return input.click(this.session, point);
  }

  hover(point: input.Point): Promise<void> {
    return input.hover(this.session, point);
  }

  drag(points: readonly input.Point[], stepMs: number): Promise<void> {
    return input.drag(this.session, points, async () => {
      await this.#step(stepMs);
    });
  }

  press(key: string): Promise<void> {
    return input.press(this.session, key);
  }

  keyDown(key: string): Promise<void> {
    return input.keyDown(this.session, key);
  }

  keyUp(key: string): Promise<void> {
    return input.keyUp(this.session, key);
  }

  type(text: string): Promise<void> {
    return input.type(this.session, text);
  }

  /** Selects all of the text in whatever has the focus, so that typing replaces it. */
  async selectAll(): Promise<void> {
    await this.session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'a',
      commands: ['selectAll'],
    });
  }

  /** Turns the wheel over a point; two steps pass, since frames answer it. */
  async wheel([x, y]: input.Point, deltaY: number, stepMs: number): Promise<void> {
    const sent = this.session.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      x,
      y,
      deltaX: 0,
      deltaY,
    });
    await this.pass([stepMs, stepMs]);
    await sent;
  }

  // The document may be another one by now, whose world is another too.
  #world(): Promise<IsolatedWorld> {
    return IsolatedWorld.enter(this.session);
  }

  /**
   * One step of time. A request that was started while input was handled holds the page's time for ever, though it has been answered:
   * then time is made to pass over it.
   */
  async #step(ms: number): Promise<boolean> {
    const { clock, session, network } = this.sight;
    const stepping = clock.step(ms);
    const timer = setInterval(() => {
      if (network.traffic.made === this.#answered) return;
      session
        .send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: ms })
        .catch(() => undefined);
    }, STALLED_MS);
    try {
      return (await stepping).damaged;
    } finally {
      clearInterval(timer);
      this.#answered = network.traffic.made;
    }
  }
}

/** The page could not be loaded at all. */
export class LoadError extends Error {}

async function startClock(session: CdpSession, { artifact, seed, frames }: LivePlan): Promise<Clock> {
  if (artifact.url !== null) return SettledClock.start(session, null);
  const origin = pageOrigin(seed);
  return frames ? LockstepClock.start(session, origin) : SettledClock.start(session, origin);
}

/** A clock that writes down its steps. */
function recording(clock: Clock, steps: number[]): Clock {
  return {
    determinism: clock.determinism,
    get elapsedMs() {
      return clock.elapsedMs;
    },
    advance: (ms) => clock.advance(ms),
    step: (ms) => {
      steps.push(ms);
      return clock.step(ms);
    },
    during: (work) => clock.during(work),
  };
}

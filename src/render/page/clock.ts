import { nextEvent, type CdpSession } from './cdp.js';

/** Virtual ms between two frames while the page settles. A chain of transitions breaks at 250, not at 125 (measured). */
export const STEP_MS = 125;
/** Time between a picture's own frames, in µs of the page's clock: too little for any animation to move. */
const STILL_US = 1;
/** Wall-clock pause between a picture's later frames: the first few draw it, the rest wait for it to be encoded. */
const PAUSE_MS = 4;
const FIRST_FRAMES = 4;

export interface FrameResult {
  /** True when something on the page was painted anew. */
  damaged: boolean;
}

/** How a page's time passes and its frames come. */
export interface Clock {
  readonly determinism: 'lockstep' | 'settled';
  /** Ms that the page has lived. */
  readonly elapsedMs: number;
  /** Lets the page live for some ms. */
  advance(ms: number): Promise<void>;
  /** Lets the page live for some ms, then has it drawn. */
  step(ms: number): Promise<FrameResult>;
  /** Awaits work that needs frames to finish (a screenshot), while the page's time stands still. */
  during<T>(work: Promise<T>): Promise<T>;
}

/**
 * The page's time and its frames, driven in lockstep: time stands still unless a slice is granted, and a frame is drawn only when
 * asked for. `frameTimeTicks` must be the base that the browser returned plus the time granted since; any other base puts frames
 * in the past, where nothing moves and everything only looks deterministic.
 */
export class LockstepClock implements Clock {
  readonly determinism = 'lockstep';
  #grantedMs = 0;
  #lastFrameUs = 0;

  private constructor(
    private readonly session: CdpSession,
    private readonly baseTicks: number,
  ) {}

  /** Stops the page's time at `originMs` (ms since 1970). Call before the page is navigated. */
  static async start(session: CdpSession, originMs: number): Promise<LockstepClock> {
    const { virtualTimeTicksBase } = await session.send('Emulation.setVirtualTimePolicy', {
      policy: 'pause',
      initialVirtualTime: originMs / 1000,
    });
    return new LockstepClock(session, virtualTimeTicksBase);
  }

  /** Virtual ms granted so far. */
  get elapsedMs(): number {
    return this.#grantedMs;
  }

  /** Lets the page live for some virtual ms. Pending requests hold the time, workers do not. */
  async advance(ms: number): Promise<void> {
    const expired = nextEvent(this.session, 'Emulation.virtualTimeBudgetExpired');
    await this.session.send('Emulation.setVirtualTimePolicy', {
      policy: 'pauseIfNetworkFetchesPending',
      budget: ms,
    });
    await expired;
    this.#grantedMs = wholeUs(this.#grantedMs + ms);
  }

  /** Draws one frame at the present moment. */
  async frame(): Promise<FrameResult> {
    // The browser counts whole µs, and waits for ever for a frame whose time isn't later than the last one's: two frames that differ
    // by the rounding of a double hang. So frames are counted in µs here, and sent as the middle of one.
    const now = Math.round((this.baseTicks + this.#grantedMs) * 1000);
    this.#lastFrameUs = Math.max(now, this.#lastFrameUs + STILL_US);
    const { hasDamage } = await this.session.send('HeadlessExperimental.beginFrame', {
      frameTimeTicks: (this.#lastFrameUs + 0.5) / 1000,
    });
    return { damaged: hasDamage };
  }

  /** Lets time pass, then draws. */
  async step(ms: number): Promise<FrameResult> {
    await this.advance(ms);
    return this.frame();
  }

  /** Runs `work`, which needs frames to finish (a screenshot), drawing still frames until it does. */
  async during<T>(work: Promise<T>): Promise<T> {
    const state = { finished: false };
    const watched = work.finally(() => (state.finished = true));
    watched.catch(() => undefined);
    // For a picture larger than the window the browser sets the window to 1 x 1 px and back. A page must not meet a frame in between:
    // once it has answered anything at all, both are behind it.
    await this.session.send('Runtime.evaluate', { expression: '0' });
    // One frame at a time: a second one while the first is pending is refused, also by whoever draws next.
    for (let frames = 1; !state.finished; frames++) {
      await this.frame();
      if (frames >= FIRST_FRAMES) await Promise.race([watched, pause(PAUSE_MS)]);
    }
    return watched;
  }
}

/** Ms to the whole µs, which is what the browser counts in: sums of fractions stay exact. */
const wholeUs = (ms: number) => Math.round(ms * 1000) / 1000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Where frames can't be driven (a full Chrome, a page of the user's own on the network): time is virtual where it can be and real
 * otherwise, frames come by themselves, and a picture shows the page as it has settled.
 */
export class SettledClock implements Clock {
  readonly determinism = 'settled';
  #livedMs = 0;

  private constructor(
    private readonly session: CdpSession,
    private readonly virtual: boolean,
  ) {}

  /** `originMs` is null for real time. */
  static async start(session: CdpSession, originMs: number | null): Promise<SettledClock> {
    if (originMs !== null) {
      await session.send('Emulation.setVirtualTimePolicy', {
        policy: 'pause',
        initialVirtualTime: originMs / 1000,
      });
    }
    return new SettledClock(session, originMs !== null);
  }

  get elapsedMs(): number {
    return this.#livedMs;
  }

  async advance(ms: number): Promise<void> {
    if (this.virtual) {
      const expired = nextEvent(this.session, 'Emulation.virtualTimeBudgetExpired');
      await this.session.send('Emulation.setVirtualTimePolicy', {
        policy: 'pauseIfNetworkFetchesPending',
        budget: ms,
      });
      await expired;
    } else {
      await pause(ms);
    }
    this.#livedMs += ms;
  }

  async step(ms: number): Promise<FrameResult> {
    await this.advance(ms);
    return { damaged: false };
  }

  during<T>(work: Promise<T>): Promise<T> {
    return work;
  }
}

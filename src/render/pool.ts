import { launchBrowser, type Browser, type LaunchOptions } from './browser/launch.js';

/** Pages after which a browser is replaced: contexts leave a little memory behind each. */
const RECYCLE_AFTER = 100;

/** A place in the pool: at most one browser, and at most one page in it. */
interface Slot {
  browser: Promise<Browser> | null;
  pages: number;
}

/** A pool of browser processes. A browser serves one page at a time; one that misbehaves is ended and replaced. */
export class BrowserPool {
  readonly #free: Slot[];
  readonly #all: Slot[];
  readonly #waiting: ((slot: Slot) => void)[] = [];
  #closed = false;

  constructor(
    private readonly options: LaunchOptions,
    size: number,
  ) {
    this.#all = Array.from({ length: size }, () => ({ browser: null, pages: 0 }));
    this.#free = [...this.#all];
  }

  /** Starts a first browser now, so that it is up when the first page comes. */
  warm(): void {
    const slot = this.#free[0];
    if (slot) this.#browserOf(slot).catch(() => undefined);
  }

  /**
   * Waits for a free place and works with its browser. `fresh` asks for a browser that has served no page. A rejection of `work` ends
   * the browser, since nobody knows what state it is in; the rejection is passed on.
   */
  async use<T>(work: (browser: Browser) => Promise<T>, options: { fresh?: boolean } = {}): Promise<T> {
    const slot = await this.#take();
    try {
      if ((options.fresh && slot.pages > 0) || slot.pages >= RECYCLE_AFTER) await this.#end(slot);
      const browser = await this.#browserOf(slot);
      slot.pages++;
      return await work(browser);
    } catch (error) {
      await this.#end(slot);
      throw error;
    } finally {
      this.#give(slot);
    }
  }

  /** Ends all browsers. Work under way is rejected by their end. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#all.map((slot) => this.#end(slot)));
  }

  #take(): Promise<Slot> {
    // The last one given back first: its browser is warm, and one browser is enough for one caller.
    const slot = this.#free.find(({ browser }) => browser !== null) ?? this.#free[0];
    if (!slot) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free.splice(this.#free.indexOf(slot), 1);
    return Promise.resolve(slot);
  }

  #give(slot: Slot): void {
    const next = this.#waiting.shift();
    if (next) next(slot);
    else this.#free.push(slot);
  }

  #browserOf(slot: Slot): Promise<Browser> {
    if (this.#closed) return Promise.reject(new Error('the renderer is closed'));
    if (!slot.browser) {
      slot.pages = 0;
      slot.browser = launchBrowser(this.options);
    }
    return slot.browser;
  }

  async #end(slot: Slot): Promise<void> {
    const browser = slot.browser;
    slot.browser = null;
    slot.pages = 0;
    await browser?.then(
      (running) => running.kill(),
      () => undefined,
    );
  }
}

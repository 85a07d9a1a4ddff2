import { createHash } from 'node:crypto';

/** A day in 2026 on which every page lives, in ms since 1970; the seed moves it by up to a year, so that no policy learns ours. */
const ORIGIN_MS = Date.UTC(2026, 0, 5, 9, 30);
const DAY_MS = 86_400_000;

/** 32 bits drawn from a seed for a purpose: the same for the same words, on every machine. */
function draw(seed: string, purpose: string): number {
  return createHash('sha256').update(`${purpose}\0${seed}`).digest().readUInt32BE(0);
}

/** The page's "now" when it starts, in ms since 1970. Seed "1" is the origin itself. */
export function pageOrigin(seed: string): number {
  return ORIGIN_MS + (seed === '1' ? 0 : draw(seed, 'date') % 365) * DAY_MS;
}

/**
 * Script for the start of every document and worker: seeded randomness, and clocks in whole ms (the base of virtual time has a fraction
 * that differs from run to run) that pass while code runs, as they would, by a count of its own steps instead of the machine's speed.
 */
export function seedScript(seed: string): string {
  return `(${installSeed.toString()})(${draw(seed, 'random')});`;
}

/* Runs in the page: self-contained, and in terms of what it captured before the page could change it. */
function installSeed(seed: number): void {
  let state = seed >>> 0;
  // mulberry32: 32 bits of state are plenty for a page, and it has no warm-up.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  // To the nearest: the fraction makes the same moment 999.9 in one run and 1000 in another.
  const nearest = Math.round;
  const later = Math.max;
  const define = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
  const method = (target: object, name: string) =>
    Reflect.get(target, name) as (this: unknown, ...args: unknown[]) => unknown;
  const round = (target: object, name: string) => {
    const original = Object.getOwnPropertyDescriptor(target, name);
    if (!original?.get) return;
    Object.defineProperty(target, name, {
      get(this: unknown) {
        const value = original.get!.call(this) as number | null;
        return typeof value === 'number' ? nearest(value) : value;
      },
      configurable: true,
      enumerable: true,
    });
  };

  define(Math, 'random', function random() {
    return next() / 4294967296;
  });
  const scope = globalThis as unknown as Record<string, { prototype: object } | undefined>;
  const bytes = (view: ArrayBufferView) => {
    const array = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < array.length; i++) array[i] = next() & 255;
    return array;
  };
  const cryptoPrototype = scope['Crypto']?.prototype;
  if (cryptoPrototype) {
    const original = method(cryptoPrototype, 'getRandomValues');
    define(
      cryptoPrototype,
      'getRandomValues',
      function getRandomValues(this: unknown, view: ArrayBufferView) {
        // The browser's own refuses what it should (floats, more than 65,536 bytes); what it drew is written over.
        original.call(this, view);
        bytes(view);
        return view;
      },
    );
    define(cryptoPrototype, 'randomUUID', function randomUUID() {
      const b = bytes(new Uint8Array(16));
      b[6] = (b[6]! & 15) | 64;
      b[8] = (b[8]! & 63) | 128;
      const hex = Array.from(b, (x) => x.toString(16).padStart(2, '0')).join('');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    });
  }
  // Virtual time stands still while code runs. Code that tells things apart by the time they were made at, or waits by looking at the
  // clock, needs it to pass: by one ms from one turn that asks to the next, and within a turn by one every thousand questions.
  const OriginalDate = Date;
  const dateNow = Date.now;
  const soon = queueMicrotask;
  const born = dateNow();
  const QUESTIONS = 1000;
  let passed = -1;
  let asked = 0;
  let isAnotherTurn = false;
  const since = (raw: number) => {
    if (raw > passed) passed = raw;
    else if (isAnotherTurn || ++asked >= QUESTIONS) passed++;
    else return passed;
    asked = 0;
    isAnotherTurn = false;
    soon(() => (isAnotherTurn = true));
    return passed;
  };
  const elapsed = () => since(dateNow() - born);
  const start = nearest(performance.now());
  const performancePrototype = scope['Performance']?.prototype;
  if (performancePrototype) {
    const original = method(performancePrototype, 'now');
    define(performancePrototype, 'now', function now(this: unknown) {
      // The original is asked for the sake of its errors.
      original.call(this);
      return start + elapsed();
    });
    round(performancePrototype, 'timeOrigin');
  }
  const present = () => born + elapsed();
  const dated = new Proxy(OriginalDate, {
    construct: (target, args: unknown[], as) =>
      Reflect.construct(target, args.length > 0 ? args : [present()], as) as Date,
    apply: () => new OriginalDate(present()).toString(),
  });
  define(OriginalDate, 'now', function now() {
    return present();
  });
  Object.defineProperty(OriginalDate.prototype, 'constructor', {
    value: dated,
    writable: true,
    configurable: true,
  });
  Object.defineProperty(globalThis, 'Date', { value: dated, writable: true, configurable: true });
  if (scope['PerformanceEntry']) {
    round(scope['PerformanceEntry'].prototype, 'startTime');
    round(scope['PerformanceEntry'].prototype, 'duration');
  }
  if (scope['Event']) round(scope['Event'].prototype, 'timeStamp');
  if (scope['AnimationTimeline']) round(scope['AnimationTimeline'].prototype, 'currentTime');
  const request = method(globalThis, 'requestAnimationFrame') as
    ((this: unknown, callback: unknown) => number) | undefined;
  if (!request) return;
  // While a picture is taken the page's time stands still, and how many frames that needs is the machine's affair: a page is called
  // once for a moment, however many frames show it. Later calls for the same request get new ids, behind the one that the page knows.
  const cancel = method(globalThis, 'cancelAnimationFrame');
  const waiting = new Map<unknown, number>();
  let moment = -1;
  define(
    globalThis,
    'requestAnimationFrame',
    function requestAnimationFrame(this: unknown, callback: unknown) {
      if (typeof callback !== 'function') return request.call(this ?? globalThis, callback);
      const asked = moment;
      const show = (time: number) => {
        if (nearest(time) === asked) {
          waiting.set(id, request.call(globalThis, show));
          return;
        }
        waiting.delete(id);
        moment = nearest(time);
        // Never behind what the page was told before.
        (callback as (time: number) => void)(later(moment, start + passed));
      };
      const id = request.call(this ?? globalThis, show);
      waiting.set(id, id);
      return id;
    },
  );
  define(globalThis, 'cancelAnimationFrame', function cancelAnimationFrame(this: unknown, id: unknown) {
    cancel.call(this ?? globalThis, waiting.get(id) ?? id);
    waiting.delete(id);
  });
}

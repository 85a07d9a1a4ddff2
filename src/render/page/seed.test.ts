import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../renderer.js';
import { outputOf, pageOf } from '../testing/page.js';
import { pageOrigin } from './seed.js';

const renderers: Record<string, Renderer> = {};
beforeAll(async () => {
  for (const seed of ['one', 'two']) renderers[seed] = await createRenderer({ concurrency: 1, seed });
});
afterAll(() => Promise.all(Object.values(renderers).map((renderer) => renderer.close())));

/** What `script` leaves in `result`, under a seed. */
async function evaluate(seed: string, script: string): Promise<unknown> {
  const html = `<!doctype html><output></output><script>
    function done(result) { document.querySelector('output').textContent = JSON.stringify(result); }
    ${script}</script>`;
  return JSON.parse(outputOf(await renderers[seed]!.render(pageOf(html))));
}

const DRAW = `({
  random: [Math.random(), Math.random()],
  bytes: Array.from(crypto.getRandomValues(new Uint8Array(4))),
  words: Array.from(crypto.getRandomValues(new Uint32Array(2))),
  uuid: crypto.randomUUID(),
})`;
interface Drawn {
  random: number[];
  bytes: number[];
  words: number[];
  uuid: string;
}

describe('random numbers', () => {
  it('are the same for the same seed, and others for another', async () => {
    const script = `done(${DRAW})`;
    const first = (await evaluate('one', script)) as Drawn;
    expect(await evaluate('one', script)).toEqual(first);
    const other = (await evaluate('two', script)) as Drawn;
    for (const kind of ['random', 'bytes', 'words', 'uuid'] as const)
      expect(other[kind]).not.toEqual(first[kind]);
  });

  it('look like random numbers', async () => {
    const { mean, uuid, filled, distinct } = (await evaluate(
      'one',
      `const many = Array.from({ length: 10000 }, Math.random);
      done({
        mean: many.reduce((a, b) => a + b) / many.length,
        distinct: new Set(many).size,
        uuid: crypto.randomUUID(),
        filled: crypto.getRandomValues(new Uint8Array(new ArrayBuffer(64), 16, 8)).length,
      });`,
    )) as { mean: number; distinct: number; uuid: string; filled: number };
    expect(mean).toBeGreaterThan(0.48);
    expect(mean).toBeLessThan(0.52);
    expect(distinct).toBe(10_000);
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(filled).toBe(8);
  });

  it('fill only the part of a buffer that was asked for, and refuse what a browser refuses', async () => {
    const { buffer, floats, large } = (await evaluate(
      'one',
      `const nameOf = (work) => { try { work(); return 'none'; } catch (error) { return error.name; } };
      const buffer = new ArrayBuffer(12);
      crypto.getRandomValues(new Uint8Array(buffer, 4, 4));
      done({
        buffer: Array.from(new Uint8Array(buffer)),
        floats: nameOf(() => crypto.getRandomValues(new Float32Array(2))),
        large: nameOf(() => crypto.getRandomValues(new Uint8Array(65537))),
      });`,
    )) as { buffer: number[]; floats: string; large: string };
    expect(buffer.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(buffer.slice(8)).toEqual([0, 0, 0, 0]);
    expect(buffer.slice(4, 8)).not.toEqual([0, 0, 0, 0]);
    expect(floats).toBe('TypeMismatchError');
    expect(large).toBe('QuotaExceededError');
  });

  it('are seeded in frames and workers too', async () => {
    const inFrame = `const frame = document.createElement('iframe');
      frame.srcdoc = '<script>parent.done(${DRAW.replaceAll('\n', '')})</' + 'script>';
      document.body.append(frame);`;
    const inWorker = `const code = new Blob(['postMessage(${DRAW.replaceAll('\n', '')})']);
      new Worker(URL.createObjectURL(code)).onmessage = ({ data }) => done(data);`;
    for (const script of [inFrame, inWorker]) {
      const first = (await evaluate('one', script)) as Drawn;
      expect(await evaluate('one', script)).toEqual(first);
      expect(((await evaluate('two', script)) as Drawn).uuid).not.toBe(first.uuid);
    }
  });
});

describe('time', () => {
  it('starts on a day that the seed chooses', async () => {
    const day = async (seed: string) =>
      new Date((await evaluate(seed, 'done(Date.now())')) as number).toDateString();
    expect(await day('one')).toBe(new Date(pageOrigin('one')).toDateString());
    expect(await day('two')).toBe(new Date(pageOrigin('two')).toDateString());
    expect(pageOrigin('one')).not.toBe(pageOrigin('two'));
  });

  it('starts within a year of the origin, and at the origin for seed 1', () => {
    const origin = Date.UTC(2026, 0, 5, 9, 30);
    expect(pageOrigin('1')).toBe(origin);
    for (const seed of ['2', 'x', 'training run 7']) {
      expect(pageOrigin(seed)).toBeGreaterThanOrEqual(origin);
      expect(pageOrigin(seed)).toBeLessThan(origin + 366 * 86_400_000);
    }
  });

  it('is told in whole milliseconds, whichever clock is asked', async () => {
    const clocks = (await evaluate(
      'one',
      `requestAnimationFrame((frame) => {
        const event = new Event('x');
        done({
          now: performance.now(),
          origin: performance.timeOrigin,
          event: event.timeStamp,
          timeline: document.timeline.currentTime,
          frame,
          json: performance.toJSON().timeOrigin,
          mark: performance.mark('a').startTime,
        });
      });`,
    )) as Record<string, number>;
    const fractions = Object.entries(clocks).filter(([, time]) => !Number.isInteger(time));
    expect(fractions).toEqual([]);
  });

  it('calls for a moment once, however many frames a picture takes', async () => {
    const html = pageOf(`<!doctype html><canvas width="200" height="50"></canvas><output></output><script>
      const pen = document.querySelector('canvas').getContext('2d');
      const moments = [];
      (function draw(now) {
        if (now !== undefined) moments.push(now);
        pen.fillRect(moments.length, 0, 1, 50);
        document.querySelector('output').textContent = JSON.stringify(moments);
        requestAnimationFrame(draw);
      })();
      cancelAnimationFrame(requestAnimationFrame(() => document.body.remove()));</script>`);
    const captures = [await renderers['one']!.render(html), await renderers['one']!.render(html)];
    const moments = JSON.parse(outputOf(captures[0]!)) as number[];
    expect(moments.length).toBeGreaterThan(20);
    expect(new Set(moments).size).toBe(moments.length);
    expect(captures[0]!.hash).toBe(captures[1]!.hash);
  });

  it('passes by what the page does while it is loading, not by how long that takes', async () => {
    const script = Array.from(
      { length: 40 },
      () => '<script>times.push(Date.now(), performance.now());</script>',
    );
    const html = `<!doctype html><output></output><script>const times = [];</script>${script.join('<p>text</p>'.repeat(300))}
      <script type="module" src="module.js"></script>`;
    const module = `addEventListener('load', () => {
      times.push(Date.now(), performance.now());
      document.querySelector('output').textContent = JSON.stringify([times.length, times.at(-2), times.at(-1)]);
    });`;
    const capture = await renderers['one']!.render(pageOf({ 'index.html': html, 'module.js': module }));
    expect(JSON.parse(outputOf(capture))).toEqual([82, pageOrigin('one') + 40, 40]);
  });

  it('passes for code that waits by looking at the clock, or tells things apart by it', async () => {
    const script = `
      const start = Date.now();
      while (Date.now() - start < 200);
      const until = performance.now() + 50;
      while (performance.now() < until);
      const ids = [];
      for (let i = 0; i < 5; i++) { ids.push(Date.now()); await null; }
      const date = new Date();
      class Day extends Date {}
      done({
        waited: Date.now() - start, ids: new Set(ids).size,
        is: [date instanceof Date, date.constructor === Date, new Day(0).getTime(), new Day() instanceof Date, typeof Date()],
        exact: [new Date(2020, 1, 2).getDate(), Date.UTC(1970, 0, 1), Date.name, Date.length, new Date(undefined).getTime()],
      });`;
    const told = (await evaluate('one', `(async () => {${script}})();`)) as { waited: number };
    expect(told).toEqual({
      waited: told.waited,
      ids: 5,
      is: [true, true, 0, true, 'string'],
      exact: [2, 0, 'Date', 7, null],
    });
    expect(told.waited).toBeGreaterThanOrEqual(250);
    expect(told.waited).toBeLessThan(270);
  });
});

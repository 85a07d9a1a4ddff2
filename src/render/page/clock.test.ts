import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CdpSession } from './cdp.js';
import { createRenderer, type Renderer } from '../renderer.js';
import { layoutOf, outputOf, pageOf, pixelsOf, textsIn } from '../testing/page.js';
import { LockstepClock, STEP_MS } from './clock.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1 });
});
afterAll(() => renderer.close());

const render = (html: string) =>
  renderer.render(pageOf(`<!doctype html><style>body{margin:0}</style>${html}`));

describe('the lockstep clock', () => {
  it('calls requestAnimationFrame at later and later times, as far apart as the frames', async () => {
    const capture = await render(`<output></output><script>
      const times = [];
      requestAnimationFrame(function tick(now) {
        times.push(now);
        if (times.length < 4) requestAnimationFrame(tick);
        else document.querySelector('output').textContent = JSON.stringify(times);
      });
    </script>`);
    const times = JSON.parse(outputOf(capture)) as number[];
    const gaps = times.slice(1).map((time, i) => Math.round(time - times[i]!));
    expect(gaps).toEqual([STEP_MS, STEP_MS, STEP_MS]);
  });

  it('moves Date and performance.now together, from the fixed origin', async () => {
    const capture = await render(`<output></output><script>
      const [date, now] = [Date.now(), performance.now()];
      const ticks = [];
      for (let ms = 100; ms <= 1500; ms += 100)
        setTimeout(() => ticks.push([ms, Date.now() - date, performance.now() - now]), ms);
      setTimeout(() => { document.querySelector('output').textContent = JSON.stringify({ date, ticks }); }, 1600);
    </script>`);
    const { date, ticks } = JSON.parse(outputOf(capture)) as { date: number; ticks: number[][] };
    expect(date).toBe(Date.UTC(2026, 0, 5, 9, 30));
    // To the millisecond: a clock that is rounded down says 999 for the same moment in one run and 1000 in another.
    expect(ticks).toHaveLength(15);
    for (const [ms, byDate, byPerformance] of ticks) expect([byDate, byPerformance]).toEqual([ms, ms]);
  });

  it('shows what a timer brings', async () => {
    const capture = await render(`<script>
      setTimeout(() => { document.body.innerHTML = '<p style="margin:0;height:50px;background:#0f0">arrived</p>'; }, 1500);
    </script>`);
    expect(textsIn(layoutOf(capture))).toEqual(['arrived']);
    expect((await pixelsOf(capture)).at(600, 40)).toEqual([0, 255, 0]);
  });

  it('shows transitions and animations at their end', async () => {
    const capture = await render(`<style>
        div { width: 100px; height: 100px; }
        #moved { background: red; transition: transform 1s, background 1s; }
        #moved.on { transform: translateX(300px); background: rgb(0, 0, 255); }
        #grown { width: 0; background: rgb(0, 128, 0); animation: grow 1s forwards; }
        @keyframes grow { to { width: 500px; } }
      </style><div id="moved"></div><div id="grown"></div>
      <script>requestAnimationFrame(() => requestAnimationFrame(() => moved.className = 'on'));</script>`);
    const { nodes } = layoutOf(capture);
    const boxOf = (id: string) => nodes.find(({ attributes }) => attributes?.['id'] === id)!.box;
    expect(boxOf('moved')).toEqual([300, 0, 100, 100]);
    expect(boxOf('grown')).toEqual([0, 100, 500, 100]);
    const { at } = await pixelsOf(capture);
    expect(at(350, 50)).toEqual([0, 0, 255]);
    expect(at(50, 50)).toEqual([255, 255, 255]);
    expect(at(490, 150)).toEqual([0, 128, 0]);
  });

  it('follows a chain in which each transition starts the next', async () => {
    const capture = await render(`<style>
        i { display: block; width: 0; height: 40px; background: rgb(0, 0, 255); transition: width .3s; }
        i.on { width: 200px; }
      </style><i></i><i></i><i></i><script>
      const bars = document.querySelectorAll('i');
      bars.forEach((bar, k) => bar.addEventListener('transitionend', () => bars[k + 1]?.classList.add('on')));
      requestAnimationFrame(() => requestAnimationFrame(() => bars[0].classList.add('on')));
    </script>`);
    const { at } = await pixelsOf(capture);
    for (const row of [0, 1, 2]) expect(at(195, row * 40 + 20)).toEqual([0, 0, 255]);
  });

  it('shows an endless animation at a phase that is the same each time', async () => {
    const html = `<style>
      div { width: 100px; height: 100px; background: #000; animation: slide 1.7s linear infinite; }
      @keyframes slide { to { transform: translateX(1000px); } }
    </style><div></div>`;
    const [one, two] = [await render(html), await render(html)];
    const x = layoutOf(one).nodes.find(({ name }) => name === 'div')!.box![0];
    expect(x).toBeGreaterThan(0);
    expect(two.hash).toBe(one.hash);
    expect(one.data.notes).toContain('the page was still moving when it was captured');
  });

  it('stands still while the picture is taken: what is drawn is what is measured', async () => {
    // A script that draws the time in every frame it gets: a picture that let time pass would not show what the layout says.
    const capture = await render(`<div id="bar" style="height:40px;background:#000"></div><script>
      const start = performance.now();
      (function tick() {
        bar.style.width = Math.min(1200, (performance.now() - start) / 10) + 'px';
        requestAnimationFrame(tick);
      })();
    </script>`);
    const width = layoutOf(capture).nodes.find(({ attributes }) => attributes?.['id'] === 'bar')!.box![2];
    const { at } = await pixelsOf(capture);
    expect(width).toBeGreaterThan(300);
    expect(at(width - 2, 20)).toEqual([0, 0, 0]);
    expect(at(width + 2, 20)).toEqual([255, 255, 255]);
  });
});

describe('frames', () => {
  /** Stands in for the browser: grants all time at once, and notes the time of every frame. */
  function frameLog(base: number): { session: CdpSession; ticks: number[]; sent: string[] } {
    const ticks: number[] = [];
    const sent: string[] = [];
    const listeners: (() => void)[] = [];
    const session = {
      on: (_: string, listener: () => void) => listeners.push(listener),
      once: (_: string, listener: () => void) => listeners.push(listener),
      off: () => undefined,
      send: (method: string, params: { frameTimeTicks?: number; budget?: number }) => {
        sent.push(method);
        if (params.frameTimeTicks !== undefined) ticks.push(params.frameTimeTicks);
        if (params.budget !== undefined)
          queueMicrotask(() => listeners.splice(0).forEach((listen) => listen()));
        return Promise.resolve(
          method === 'HeadlessExperimental.beginFrame'
            ? { hasDamage: false }
            : { virtualTimeTicksBase: base },
        );
      },
    };
    return { session: session as unknown as CdpSession, ticks, sent };
  }

  it('of a picture wait until the page has answered: the window is 1 x 1 px for a moment before', async () => {
    const { session, sent } = frameLog(0);
    const clock = await LockstepClock.start(session, 0);
    sent.length = 0;
    await clock.during(new Promise((resolve) => setTimeout(resolve, 20)));
    expect(sent.slice(0, 2)).toEqual(['Runtime.evaluate', 'HeadlessExperimental.beginFrame']);
  });

  it.each([12_345.678_499_999, 98_765_432.1, 1e9 / 3])(
    'never come twice in the same microsecond (base %d)',
    async (base) => {
      const { session, ticks } = frameLog(base);
      const clock = await LockstepClock.start(session, 0);
      for (let step = 0; step < 20; step++) {
        await clock.step(step % 2 ? 125 : 16);
        for (let still = 0; still < 5; still++) await clock.frame();
      }
      const microseconds = ticks.map((tick) => Math.floor(tick * 1000));
      expect(microseconds).toHaveLength(120);
      expect(microseconds.every((tick, i) => i === 0 || tick > microseconds[i - 1]!)).toBe(true);
    },
  );

  it('begin where the browser says that virtual time begins, and go as far as time was granted', async () => {
    const { session, ticks } = frameLog(5000.25);
    const clock = await LockstepClock.start(session, 0);
    await clock.step(125);
    await clock.step(16);
    expect(ticks.map((tick) => Math.round(tick * 100) / 100)).toEqual([5125.25, 5141.25]);
    expect(clock.elapsedMs).toBe(141);
  });

  it('stand still, a hair apart, until a picture is there', async () => {
    const { session, ticks } = frameLog(1000);
    const clock = await LockstepClock.start(session, 0);
    const picture = new Promise<string>((resolve) => setTimeout(() => resolve('picture'), 30));
    expect(await clock.during(picture)).toBe('picture');
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.at(-1)! - ticks[0]!).toBeLessThan(1);
    expect(clock.elapsedMs).toBe(0);
  });
});

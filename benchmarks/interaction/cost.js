import console from 'node:console';
import { performance } from 'node:perf_hooks';
import { createRenderer, explore } from '../../dist/index.js';
import { startMeter } from '../lib/meter.js';
import { median, table } from '../lib/print.js';
import { artifactOf, readLabels, sourceOf, spread } from './pages.js';

const PROBES = 8;
/** In the leak check: contexts opened and closed are what could stay behind, and two probes open as many kinds as eight. */
const LEAK_PROBES = 2;
/** Growth between the second quarter and the last that is noise, as in soak.js. */
const FLAT = { factor: 1.15, mb: 40 };

/**
 * Wall and CPU time of exploring a page with eight probes, beside one full render of it; then, where a count is given, whether
 * memory or processes grow over so many pages.
 * @param {(page: string) => boolean} wanted
 * @param {{ count: number, sample: number | null }} which how many pages the leak check takes, and how many of the set at most
 * @returns {Promise<boolean>} whether the limits hold: 4 s a page, three full renders a probe, nothing left behind
 */
export async function cost(wanted, { count, sample }) {
  const pages = spread([...new Set(readLabels().map(({ page }) => page))].filter(wanted), sample);
  const artifacts = pages.map((id) => artifactOf(sourceOf(id), id));
  const cheap = await timesOf(artifacts);
  const flat = count > 0 ? await isFlat(artifacts, count) : true;
  return cheap && flat;
}

async function timesOf(artifacts) {
  const full = await createRenderer({ concurrency: 1, profile: 'full' });
  // The run with the action and the one without go on side by side, as they do by default.
  const renderer = await createRenderer({ concurrency: 2 });
  for (const artifact of artifacts.slice(0, 2)) {
    await full.render(artifact);
    await explore(renderer, artifact, { probes: 1 });
  }
  const rows = [];
  for (const artifact of artifacts) {
    const { timings } = await full.render(artifact);
    const { cost: spent, data } = await explore(renderer, artifact, { probes: PROBES });
    if (data.probes.length < PROBES) continue;
    const aProbe = spent.cpuMs / data.probes.length;
    rows.push([artifact.id, spent.wallMs, spent.cpuMs, spent.runs, timings.cpuMs, aProbe / timings.cpuMs]);
  }
  await Promise.all([full.close(), renderer.close()]);
  const column = (i) => median(rows.map((row) => row[i]));
  const show = ([name, wall, cpu, runs, render, ratio]) => [
    name,
    wall.toFixed(0),
    cpu.toFixed(0),
    runs,
    render.toFixed(0),
    ratio.toFixed(2),
  ];
  console.log(`${rows.length} pages with ${PROBES} probes, one at a time`);
  console.log(
    table([
      ['', 'wall ms', 'CPU ms', 'runs', 'CPU of a full render', 'a probe / a render'],
      ...rows.map(show),
      show(['median', ...[1, 2, 3, 4, 5].map(column)]),
    ]),
  );
  return column(1) < 4000 && column(5) < 3;
}

async function isFlat(artifacts, count) {
  const meter = await startMeter();
  const readings = [];
  const started = performance.now();
  const renderer = await createRenderer({ concurrency: 2 });
  let next = 0;
  const work = async () => {
    while (next < count) {
      const artifact = artifacts[next++ % artifacts.length];
      await explore(renderer, artifact, { probes: LEAK_PROBES });
      globalThis.gc?.();
      if (next % 5 === 0) readings.push(await meter.read());
    }
  };
  await Promise.all([work(), work()]);
  await renderer.close();
  const alive = await meter.left();
  await meter.stop();
  const quarter = (k, key) =>
    median(
      readings
        .slice(Math.floor((readings.length * k) / 4), Math.ceil((readings.length * (k + 1)) / 4))
        .map((reading) => reading[key]),
    );
  const grew = ['rootMb', 'usualBrowsersMb'].map((key) => {
    const [early, late] = [quarter(1, key), quarter(3, key)];
    console.log(`${key}: ${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last`);
    return late > early * FLAT.factor && late > early + FLAT.mb;
  });
  console.log(
    `${count} pages in ${((performance.now() - started) / 1000).toFixed(0)} s; processes left: ${alive.length}`,
  );
  return !grew.includes(true) && alive.length === 0;
}

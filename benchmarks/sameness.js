// How often stock looks are met on generated pages and on pages made by people, and how far designs lie apart:
// node benchmarks/sameness.js
import process from 'node:process';
import { loadInputs } from '../dist/artifact/load.js';
import { pixelsOf } from '../dist/channels/pixels.js';
import { LOOKS, samenessOf } from '../dist/channels/visual/sameness/index.js';
import { groupSpread } from '../dist/channels/visual/sameness/spread.js';
import { buildGraph } from '../dist/graph/build.js';
import { createRenderer } from '../dist/render/index.js';
import { dataFolder } from './lib/folders.js';

const SETS = { generated: 'generated pages', slides: 'generated slides', design2code: "people's pages" };
const say = (line) => process.stdout.write(`${line}\n`);

const renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
const rows = new Map(LOOKS.map(({ id }) => [id, []]));
const totals = [];
for (const set of Object.keys(SETS)) {
  const graphs = [];
  const seen = new Map(LOOKS.map(({ id }) => [id, 0]));
  let [any, sum] = [0, 0];
  for await (const item of loadInputs([dataFolder(set)])) {
    if ('error' in item) continue;
    const capture = await renderer.render(item.artifact, item.brief);
    const layout = capture.data.layouts[0];
    if (!layout) continue;
    const graph = buildGraph(capture);
    const { kind } = item.artifact;
    const pixels = () => pixelsOf(capture, layout.viewport);
    const context = { capture, layout, graph, brief: {}, kind, options: {}, pixels };
    for (const look of LOOKS) {
      if ((await look.sightings(context)).length > 0) seen.set(look.id, seen.get(look.id) + 1);
    }
    const measure = await samenessOf(context);
    graphs.push(graph);
    sum += measure;
    if (measure > 0) any++;
  }
  const n = graphs.length;
  for (const [id, count] of seen) rows.get(id).push(count);
  const spread = groupSpread(graphs);
  totals.push({ set, n, any, mean: sum / n, spread });
}
await renderer.close();

say(`| | ${totals.map(({ set, n }) => `${n} ${SETS[set]}`).join(' | ')} |`);
say('| --- | --- | --- | --- |');
for (const [id, counts] of rows) say(`| \`${id}\` | ${counts.join(' | ')} |`);
say(`| any of them | ${totals.map(({ any }) => any).join(' | ')} |`);
say(`| mean measure of sameness | ${totals.map(({ mean }) => mean.toFixed(2)).join(' | ')} |`);
for (const aspect of ['value', 'palette', 'layout', 'type', 'structure']) {
  say(`| spread: ${aspect} | ${totals.map(({ spread }) => spread[aspect].toFixed(2)).join(' | ')} |`);
}

// What the judge says of pages that are rendered now: our examples, and the pages of systems of known strength.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { pixelsOf } from '../../dist/channels/pixels.js';
import { judgePicture } from '../../dist/channels/visual/embedded/judge.js';
import { buildGraph, loadInputs } from '../../dist/index.js';
import { dataFolder } from '../lib/folders.js';
import { wellMade } from '../validity/pages.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
/** Examples with defects that are to be found. */
const POOR = {
  'cafe-unfinished.html': 'website',
  'slide-overrun.html': 'slide',
  'sales-dashboard.html': 'dashboard',
};
/** Systems from strong to weak; those of one strength share a line. */
const LADDER = [
  ['reference'],
  ['gpt4v_visual_revision_prompting', 'gpt4v_direct_prompting'],
  ['websight'],
  ['finetune-cogagent-chat-02-11-02-39_4000_marker', 'finetune-cogagent-chat-02-01-14-05_500'],
];
/** Stands in for every picture of a page of the ladder. */
const PICTURE = 'rick.jpg';

/** Scores of our examples. @returns {Promise<{good: [string, number][], poor: [string, number][]}>} */
export async function examples(store) {
  const poor = [];
  for (const [name, kind] of Object.entries(POOR)) poor.push(await artifactOf(join(EXAMPLES, name), kind));
  const scored = async (list) => {
    const scores = [];
    for (const artifact of list) scores.push([artifact.id, await scoreOf(store, artifact)]);
    return scores;
  };
  return { good: await scored(await wellMade()), poor: await scored(poor) };
}

/** Scores on the ladder. @returns {Promise<{page: string, system: string, strength: number, score: number}[]>} */
export async function ladder(store) {
  const folder = dataFolder('ladder');
  const beside = [folder, dataFolder('design2code')].map((at) => join(at, PICTURE)).find(existsSync);
  const rows = [];
  for (const [i, systems] of LADDER.entries()) {
    for (const system of systems) {
      for (const page of readdirSync(join(folder, system))
        .filter((name) => name.endsWith('.html'))
        .sort()) {
        const artifact = await artifactOf(join(folder, system, page), 'website');
        const files = new Map([...artifact.files, [PICTURE, new Uint8Array(readFileSync(beside))]]);
        const score = await scoreOf(store, { ...artifact, files });
        if (score !== null) rows.push({ page, system, strength: LADDER.length - i, score });
      }
    }
  }
  return rows;
}

async function artifactOf(file, kind) {
  for await (const { artifact, error } of loadInputs([file], { kind })) {
    if (error) throw error;
    return artifact;
  }
}

async function scoreOf(store, artifact) {
  const capture = await store.capture(artifact);
  const viewport = capture.data.layouts[0]?.viewport;
  const pixels = viewport === undefined ? null : await pixelsOf(capture, viewport);
  return pixels && ((await judgePicture(pixels, buildGraph(capture)))?.score ?? null);
}

// Rated pictures and damaged copies of them, measured once and kept in a folder: most of a run is measuring.
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFrom } from '../../dist/bench/bootstrap.js';
import { pixelMeasures } from '../../dist/channels/visual/embedded/pixels/index.js';
import { dataFolder } from '../lib/folders.js';
import { hashOfCode } from './code.js';
import { DAMAGE } from './damage/index.js';
import { decode } from './damage/picture.js';

/** @typedef {{set: string, file: string, index: number, score: number | null}} Page `score`: how people rated it; null where nobody did */

const FOLDERS = {
  calista: 'ratings/calista',
  charts: 'ratings/charts',
  reinecke: 'ratings/reinecke',
  design2code: 'design2code',
};

/** The pictures of a set, with their ratings. @param {keyof FOLDERS} set @returns {Page[]} */
export function pagesOf(set) {
  const folder = dataFolder(FOLDERS[set]);
  const scores = RATINGS[set]?.(folder);
  return readdirSync(folder)
    .filter((file) => /\.(webp|png)$/.test(file))
    .sort()
    .map((file, index) => ({ set, file, index, score: scores?.get(file) ?? null }))
    .filter((page) => !scores || page.score !== null);
}

const RATINGS = {
  calista: (folder) =>
    new Map(
      rows(join(folder, 'website_scores.csv')).map(([name, score]) => [
        `${name.replace('image', '')}.webp`,
        Number(score),
      ]),
    ),
  reinecke: (folder) =>
    new Map(rows(join(folder, 'ratings.csv')).map(([file, score]) => [file, Number(score)])),
  charts: (folder) =>
    new Map(
      rows(join(folder, 'votes.csv')).map(([file, yes, no]) => [
        file,
        Number(yes) / (Number(yes) + Number(no)),
      ]),
    ),
};

function rows(file) {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.trim().replaceAll('"', '').split(','));
}

/** What decides which measures there are. */
const DAMAGING = ['picture', 'optics', 'colours', 'place', 'shape'].map((name) => `damage/${name}.js`);
const store = join(tmpdir(), 'kallos-judge', hashOfCode(['pixels'], DAMAGING));

/** Measures of pages, by page. @param {Page[]} pages */
export async function measuresOf(pages) {
  return (await measured(pages.map((page) => ({ page, kind: 'original' })))).map(({ measures }) => measures);
}

/**
 * Pairs of pages and damaged copies. Every `every`-th kind of damage is done to a page, another choice for each page.
 * @param {Page[]} pages
 * @param {number} every
 */
export async function damagedPairs(pages, every) {
  const kinds = Object.keys(DAMAGE);
  const originals = new Map((await measuresOf(pages)).map((measures, i) => [pages[i], measures]));
  const jobs = pages.flatMap((page) =>
    kinds.filter((_, k) => (page.index + k + 1) % every === 0).map((kind) => ({ page, kind })),
  );
  return (await measured(jobs)).map(({ page, kind, measures }) => ({
    page,
    kind,
    better: originals.get(page),
    worse: measures,
  }));
}

async function measured(jobs) {
  mkdirSync(store, { recursive: true });
  const known = new Map();
  for (const set of new Set(jobs.map(({ page }) => page.set))) {
    const file = join(store, `${set}.jsonl`);
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    for (const line of lines) {
      const { key, measures } = JSON.parse(line);
      known.set(key, measures);
    }
  }
  const results = [];
  for (const { page, kind } of jobs) {
    const key = `${page.set}/${page.file} ${kind}`;
    let measures = known.get(key);
    if (!measures) {
      measures = await pixelMeasures(await damaged(page, kind));
      appendFileSync(join(store, `${page.set}.jsonl`), `${JSON.stringify({ key, measures })}\n`);
    }
    results.push({ page, kind, measures });
  }
  return results;
}

async function damaged(page, kind) {
  const picture = await pictureOf(page);
  if (kind === 'original') return picture;
  return DAMAGE[kind](picture, randomFrom(page.index * 1000 + Object.keys(DAMAGE).indexOf(kind) + 1));
}

/** The picture of a page. Those of Design2Code show whole pages: of these, the first screen. @param {Page} page */
export async function pictureOf(page) {
  const picture = await decode(join(dataFolder(FOLDERS[page.set]), page.file));
  if (page.set !== 'design2code') return picture;
  const height = Math.min(picture.height, Math.floor(picture.width * 0.75));
  return { ...picture, height, data: picture.data.subarray(0, picture.width * height * 3) };
}

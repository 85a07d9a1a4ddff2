// Pages of today and damaged copies of them, rendered by Kallos, with what their pictures and design graphs measure.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { pixelsOf } from '../../dist/channels/pixels.js';
import { layoutMeasures } from '../../dist/channels/visual/embedded/layout/index.js';
import { pixelMeasures } from '../../dist/channels/visual/embedded/pixels/index.js';
import { buildGraph } from '../../dist/index.js';
import { damage } from '../validity/damage/index.js';
import { Edits, markup } from '../validity/edits.js';
import { KINDS } from '../validity/kinds.js';
import { Page } from '../validity/page.js';
import { load, realPages, wellMade } from '../validity/pages.js';
import { inParallel } from '../validity/parallel.js';
import { Store } from '../validity/store.js';
import { hashOfCode } from './code.js';
import { RESTYLED, restyled } from './restyle.js';

/** Damage to looks is done to every page, at middle severity. */
const LOOKS = KINDS.filter(({ moves }) => moves === 'visual');
/** Of damage that other channels prove, and that shows, each page gets two kinds, and of the style sheets two. */
const SHOWN = [
  'overlap-blocks',
  'push-off-canvas',
  'cover-block',
  'fade-text',
  'text-over-picture',
  'squeeze-lines',
  'stretch-image',
  'pixelate-image',
  'uneven-gaps',
  'misalign',
  'shrink-column',
  'empty-area',
  'mixed-fonts',
  'many-sizes',
  'shift-block',
  'missing-stylesheet',
].map(kindOf);
/** What an unfinished or overrun page has: each page gets two. */
const UNFINISHED = ['clip-height', 'break-images', 'widen-page', 'truncate', 'clip-width', 'unrevealed'].map(
  kindOf,
);
const EACH = 2;
const MIDDLE = 1;

function kindOf(id) {
  return KINDS.find((kind) => kind.id === id);
}

/** Leaves little of a page: what stands for a page that was not made. */
const EMPTIED = {
  /** A heading and a line, in the style of the page. */
  'heading-only': (page) => bare(page, ''),
  /** The same in large letters with much room, on a gradient. */
  'hero-only': (page) =>
    bare(
      page,
      `body { margin: 0; min-height: 100vh; color: #fff; background: linear-gradient(150deg, #2b2440, #7c4dff) }
      h1 { margin: 0; padding: 140px 10% 0; font-size: 84px; line-height: 1.05 } p { margin: 420px 10% 0; font-size: 14px }`,
    ),
  /** All sections but the first are gone. */
  'first-section': (page) => {
    const edits = new Edits(page.html);
    for (const { element } of page.sections.slice(1)) edits.style(element, { display: 'none' });
    return edits.apply();
  },
};

function bare(page, css) {
  if (!page.body) return null;
  const { startTag, endTag, endOffset } = page.body.sourceCodeLocation;
  const words = (part) => part?.drawn.map(({ text }) => text).join(' ') ?? '';
  const [heading] = [...page.headings, ...page.texts];
  const rest = page.texts.map(words).join(', ').slice(0, 160);
  const body = `<style>${css}</style><main><h1>${markup(words(heading))}</h1><p>${markup(rest)}</p></main>`;
  return new Edits(page.html).replace(startTag.endOffset, endTag?.startOffset ?? endOffset, body).apply();
}

const folder = join(tmpdir(), 'kallos-judge');
/** Where what was drawn is kept. */
export const captures = join(folder, 'captures');

/** What is kept was made by the same code; which browser drew it is not asked. Delete the folder to draw anew. */
const CODE = [
  'rendered.js',
  'restyle.js',
  ...['kinds', 'page', 'edits', 'random', 'colour'].map((name) => `../validity/${name}.js`),
  ...['code', 'colours', 'index', 'layout', 'parts', 'texts', 'words'].map(
    (name) => `../validity/damage/${name}.js`,
  ),
];

/**
 * @typedef {object} Rendered
 * @property {string} page its name, with its set
 * @property {string} set
 * @property {string} kind of damage, or `original`
 * @property {'looks' | 'shown' | 'unfinished' | 'restyled' | 'emptied' | null} family of the kind
 * @property {Record<string, number>} picture
 * @property {Record<string, number> | null} layout
 */

/**
 * Everything that is rendered, measured once. The set `made` are our own examples, which are there to be judged, and never to be
 * fitted on.
 * @returns {Promise<Rendered[]>}
 */
export async function renderedSet() {
  const file = join(folder, `rendered-${hashOfCode(['pixels', 'layout'], CODE)}.jsonl`);
  mkdirSync(folder, { recursive: true });
  const known = new Map(
    (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
      .map((line) => JSON.parse(line))
      .map((row) => [keyOf(row), row]),
  );
  const store = new Store({ folder: captures });
  try {
    const sets = { ...(await realPages()), made: await wellMade() };
    const named = ([set, list]) => list.map((artifact) => ({ set, artifact }));
    // Last, so that what is done to the others doesn't depend on them.
    const pages = [...spread(Object.entries(sets).map(named)), ...named(['written', await written()])];
    const rows = await inParallel(pages, 3, async ({ set, artifact }, at) => {
      const source = createHash('sha256')
        .update(artifact.files.get(artifact.entry))
        .digest('hex')
        .slice(0, 16);
      const jobs = jobsOf(at).map((job) => ({
        ...job,
        row: { page: artifact.id, source, set, kind: job.kind },
      }));
      const missing = jobs.filter(({ row }) => !known.has(keyOf(row)));
      if (missing.length > 0) {
        const original = await store.capture(artifact);
        const isPage = original.data.outcome === 'ok' && original.data.layouts.length > 0;
        const page = isPage ? new Page(artifact, original) : null;
        for (const { row, family, change } of missing) {
          const measured = {
            ...row,
            family,
            ...(page && (await measuresOf(store, page, change))),
          };
          appendFileSync(file, `${JSON.stringify(measured)}\n`);
          known.set(keyOf(row), measured);
        }
        process.stderr.write(`${artifact.id}\n`);
      }
      return jobs.map(({ row }) => known.get(keyOf(row)));
    });
    return rows.flat().filter(({ picture }) => picture);
  } finally {
    await store.close();
  }
}

const WRITTEN = fileURLToPath(new URL('pages/', import.meta.url));

/** Pages, posters and slides that we wrote in styles of today, for the judge to learn that these are no damage. */
async function written() {
  const files = readdirSync(WRITTEN)
    .sort()
    .map((name) => ({
      file: join(WRITTEN, name),
      kind: { poster: 'poster', slide: 'slide', dash: 'dashboard' }[name.split('-')[0]] ?? 'website',
    }));
  return load(files, join(WRITTEN, '..'), []);
}

const keyOf = ({ page, source, kind }) => `${page} ${source} ${kind}`;

/** What is done to a page: the same each time, another choice for each page. */
function jobsOf(at) {
  const some = (list) => Array.from({ length: EACH }, (_, i) => list[(EACH * at + i) % list.length]);
  const emptied = Object.keys(EMPTIED);
  return [
    { kind: 'original', family: null, change: null },
    ...LOOKS.map((kind) => ({
      kind: kind.id,
      family: 'looks',
      change: async (page) => (await damage(page, kind, MIDDLE))?.artifact,
    })),
    ...some(SHOWN).map((kind) => ({
      kind: kind.id,
      family: 'shown',
      change: async (page) => (await damage(page, kind, MIDDLE))?.artifact,
    })),
    ...some(UNFINISHED).map((kind) => ({
      kind: kind.id,
      family: 'unfinished',
      change: async (page) => (await damage(page, kind, MIDDLE))?.artifact,
    })),
    ...some(Object.keys(RESTYLED)).map((name) => ({
      kind: `restyled ${name}`,
      family: 'restyled',
      change: (page) => page.with(restyled(page.html, RESTYLED[name])),
    })),
    ...[emptied[at % emptied.length]].map((name) => ({
      kind: name,
      family: 'emptied',
      change: (page) => {
        const html = EMPTIED[name](page);
        return html && page.with(html);
      },
    })),
  ];
}

/** null where there is nothing to damage, or the damage does not show. */
async function measuresOf(store, page, change) {
  let capture = page.capture;
  if (change) {
    const artifact = await change(page);
    if (!artifact) return null;
    capture = await store.capture(artifact);
    if (
      capture.data.outcome !== 'ok' ||
      capture.data.pictures[0]?.hash === page.capture.data.pictures[0]?.hash
    )
      return null;
  }
  const pixels = await pixelsOf(capture, capture.data.layouts[0].viewport);
  const picture = pixels && (await pixelMeasures(pixels));
  return picture && { picture, layout: layoutMeasures(buildGraph(capture), pixels) };
}

/** Lists dealt out into one, each spread evenly over it. */
function spread(lists) {
  return lists
    .flatMap((list) => list.map((item, i) => ({ item, place: (i + 0.5) / list.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

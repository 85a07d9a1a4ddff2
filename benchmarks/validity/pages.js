import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { loadInputs } from '../../dist/index.js';
import { dataFolder } from '../lib/folders.js';

/** The picture that every page of Design2Code shows in place of its own. */
const PICTURE = 'rick.jpg';
/** Pages written by hand that are as good as we know how to make them, with the kind that the code does not tell. */
const WELL_MADE = {
  'pricing.html': 'website',
  'night-train.html': 'website',
  'bindery-arabic.html': 'website',
  'water-dashboard.html': 'dashboard',
  'date-picker.html': 'component',
  'slide-heat.html': 'slide',
  'poster-organ.html': 'poster',
  'studio/index.html': 'website',
};

/** Real pages that nobody here wrote, by set. */
export async function realPages() {
  const sets = {
    design2code: htmlIn(dataFolder('design2code')).map((file) => ({ file, kind: 'website' })),
    generated: htmlIn(dataFolder('generated')).map((file) => ({ file })),
    slides: readdirSync(dataFolder('slides'))
      .sort()
      .flatMap((deck) => htmlIn(join(dataFolder('slides'), deck)).slice(0, 5))
      .map((file) => ({ file, kind: 'slide' })),
  };
  const picture = new Uint8Array(readFileSync(join(dataFolder('design2code'), PICTURE)));
  const loaded = {};
  for (const [name, files] of Object.entries(sets)) {
    const beside = name === 'design2code' ? [[PICTURE, picture]] : [];
    loaded[name] = await load(files, join(dataFolder(name), '..'), beside);
  }
  return loaded;
}

/** The eight best-made examples. */
export async function wellMade() {
  const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
  const files = Object.entries(WELL_MADE).map(([name, kind]) => ({
    file: join(folder, name === 'studio/index.html' ? 'studio' : name),
    kind,
  }));
  return load(files, folder, []);
}

/** @returns {Promise<object[]>} artifacts, named by their path below `root` */
export async function load(files, root, beside) {
  const artifacts = [];
  for (const { file, kind } of files) {
    for await (const { artifact, error } of loadInputs([file], kind && { kind })) {
      if (error) throw error;
      artifacts.push({
        ...artifact,
        id: relative(root, file),
        files: new Map([...artifact.files, ...beside]),
      });
    }
  }
  return artifacts;
}

const htmlIn = (folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => join(folder, file));

/**
 * Some of each set in proportion, spread evenly over it.
 * @param {Record<string, object[]>} sets
 * @param {number} count all when there are no more
 */
export function sample(sets, count) {
  const total = Object.values(sets).reduce((sum, { length }) => sum + length, 0);
  if (count >= total) return Object.values(sets).flat();
  return Object.values(sets).flatMap((set) => {
    const share = Math.max(1, Math.round((count * set.length) / total));
    return Array.from({ length: share }, (_, i) => set[Math.floor((i * set.length) / share)]);
  });
}

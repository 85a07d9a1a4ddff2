import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import {
  createRenderer,
  explore,
  judgeCapture,
  readCapture,
  readTrace,
  writeCapture,
  writeTrace,
} from '../../dist/index.js';

/** Code that decides how a page is drawn. */
const DRAWING = ['artifact', 'render', 'fonts'];
/** Code that decides what is tried on a page. */
const TRYING = [...DRAWING, 'graph', 'channels/interaction'];
const CHANNELS = ['execution', 'correctness', 'visual'];

/**
 * Captures and verdicts in a folder, by the content of what they were made from, so that a run can be broken off and go on, and new
 * checks judge old captures. What another version of the code has drawn or judged is not used.
 */
export class Store {
  #renderers = new Map();

  /** @param {{folder?: string, concurrency?: number}} options */
  constructor({ folder = join(tmpdir(), 'kallos-validity'), concurrency = 2 } = {}) {
    this.folder = folder;
    this.concurrency = concurrency;
    this.drawnBy = hashOfCode(DRAWING);
    this.triedBy = hashOfCode(TRYING);
    this.judgedBy = hashOfCode(['']);
    for (const name of ['captures', 'drawn', 'tried', 'verdicts'])
      mkdirSync(join(folder, name), { recursive: true });
  }

  /** The capture of an artifact: rendered once. */
  async capture(artifact, brief = {}, profile = 'reward') {
    const [kind, ...code] = codeOf(artifact);
    const key = sha(JSON.stringify([this.drawnBy, profile, kind, brief.canvas ?? null, ...code]));
    const note = join(this.folder, 'drawn', key);
    const known = existsSync(note) ? join(this.folder, 'captures', readFileSync(note, 'utf8')) : null;
    if (known && existsSync(known)) return readCapture(known);
    const renderer = await this.#renderer(profile);
    const capture = await renderer.render(artifact, brief);
    // Trouble of ours is tried again in the next run.
    if (capture.data.cause === 'infra') return capture;
    await writeCapture(join(this.folder, 'captures'), capture);
    write(note, capture.hash.replace(':', '-'));
    return capture;
  }

  /**
   * The verdict on a capture, without its cost: judged once.
   * @param {object} [reference] the design graph of the page that was to be reproduced, under the hash of its capture
   * @param {object} [trace] what was tried on the page, for the channel interaction
   */
  async verdict(capture, brief = {}, { recipe = 'provable', reference, trace } = {}) {
    const given = [brief, recipe, reference?.hash ?? null, trace?.hash ?? null];
    const key = sha(JSON.stringify([this.judgedBy, capture.hash, ...given]));
    const file = join(this.folder, 'verdicts', `${key}.json`);
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
    const options = {
      recipe,
      channels: trace ? [...CHANNELS, 'interaction'] : CHANNELS,
      ...(reference && { reference: reference.graph }),
      ...(trace && { trace }),
    };
    const { channels, reward, findings, outcome } = await judgeCapture(capture, brief, options);
    const verdict = { outcome, channels, reward, findings };
    write(file, JSON.stringify(verdict));
    return verdict;
  }

  /** What comes of trying what can be acted on: tried once. */
  async trace(artifact, brief = {}) {
    const folder = join(this.folder, 'tried', sha(JSON.stringify([this.triedBy, brief, codeOf(artifact)])));
    const known = await readTrace(folder);
    if (known) return known;
    // As many probes on a busy machine as on a quiet one.
    const trace = await explore(await this.#renderer('full'), artifact, { brief, seconds: 600 });
    if (trace.data.status !== 'failed') await writeTrace(folder, trace);
    return trace;
  }

  /** A place in which an artifact can be opened and touched; null where it cannot be made into a page. */
  async lab(artifact) {
    return (await this.#renderer('full')).lab(artifact);
  }

  async close() {
    for (const renderer of this.#renderers.values()) await (await renderer).close();
  }

  #renderer(profile) {
    if (!this.#renderers.has(profile)) {
      this.#renderers.set(profile, createRenderer({ profile, concurrency: this.concurrency }));
    }
    return this.#renderers.get(profile);
  }
}

/** A file appears whole or not at all. */
function write(file, text) {
  writeFileSync(`${file}.partial`, text);
  renameSync(`${file}.partial`, file);
}

function hashOfCode(folders) {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const root = fileURLToPath(new URL(`../../dist/${folder}`, import.meta.url));
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|json)$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort();
    for (const file of files) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** What an artifact is made of, by content. */
const codeOf = ({ kind, entry, files }) => [
  kind,
  entry,
  [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, bytes]) => [path, sha(bytes)]),
];

const sha = (data) => createHash('sha256').update(data).digest('hex');

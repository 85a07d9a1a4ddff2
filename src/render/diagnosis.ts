import { constants, existsSync, readFileSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { toKallosError } from '../errors.js';
import { isolation, launchBrowser } from './browser/launch.js';
import { locateBrowser } from './browser/locate.js';
import { fontEnvironment } from './fonts/config.js';
import { fontManifest } from './fonts/manifest.js';

/** One thing that scoring depends on. `fail` makes scoring impossible; `warn` makes it slower, weaker or less equal. */
export interface Diagnosis {
  topic: string;
  state: 'ok' | 'warn' | 'fail';
  fact: string;
  /** What to do; null when nothing is to be done. */
  advice: string | null;
}

export interface DiagnoseOptions {
  /** The browser asked for, if any. */
  browser?: string | null;
}

/** Looks at everything that rendering needs on this machine. Never throws: what cannot be found out is a `fail`. */
export async function diagnose(options: DiagnoseOptions = {}): Promise<Diagnosis[]> {
  return [
    versions(),
    await browser(options.browser ?? null),
    await walls(),
    await fonts(),
    memory(),
    await sharedMemory(),
    await temporarySpace(),
    fine('gpu', 'not used: pictures are drawn by the CPU, the same on every machine'),
  ];
}

const MB = 1024 ** 2;
const inMb = (bytes: number) => `${Math.round(bytes / MB)} MB`;
const fine = (topic: string, fact: string): Diagnosis => ({ topic, state: 'ok', fact, advice: null });

function versions(): Diagnosis {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const fact = `Kallos ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    return { topic: 'version', state: 'fail', fact, advice: 'Use Node 20.19 or later.' };
  }
  if (major < 22) {
    return {
      topic: 'version',
      state: 'ok',
      fact,
      advice: 'Node 22 or later is faster and still maintained.',
    };
  }
  return fine('version', fact);
}

/** Starts the browser for real: one that is there but lacks a library fails only then. */
async function browser(asked: string | null): Promise<Diagnosis> {
  const topic = 'browser';
  try {
    const found = await locateBrowser(asked);
    const running = await launchBrowser({ browser: found, environment: {}, heapMb: 512 });
    await running.kill();
    const fact = `${running.product} (${found.from}), ${found.path}`;
    if (running.frames) return fine(topic, `${fact}; frames in lockstep`);
    return {
      topic,
      state: 'warn',
      fact: `${fact}; frames can't be driven, so pictures are settled, not byte-identical`,
      advice: 'Run `kallos setup browser` for a headless shell, whose frames can be driven.',
    };
  } catch (error) {
    const { message, help } = toKallosError(error);
    return { topic, state: 'fail', fact: message, advice: help };
  }
}

async function fonts(): Promise<Diagnosis> {
  const topic = 'fonts';
  try {
    const { fingerprint } = await fontEnvironment();
    const families = new Set(fontManifest().fonts.map(({ family }) => family));
    return fine(topic, `${families.size} bundled families, ${fingerprint.slice(0, 19)}`);
  } catch (error) {
    const { message, help } = toKallosError(error);
    return { topic, state: 'fail', fact: message, advice: help };
  }
}

async function walls(): Promise<Diagnosis> {
  const topic = 'isolation';
  const { kind, network } = await isolation();
  if (kind !== 'none') {
    const nets = network ? 'no network' : 'the network of this machine';
    return fine(topic, `namespaces by ${kind}: own user and processes, ${nets}; Chromium's sandbox is on`);
  }
  if (process.getuid?.() === 0) {
    return {
      topic,
      state: 'fail',
      fact: 'user namespaces are not usable, and Chromium has no sandbox under root',
      advice:
        'Allow user namespaces, install bubblewrap, run as another user, or accept the risk with --unsafe.',
    };
  }
  const linux = process.platform === 'linux';
  return {
    topic,
    state: linux ? 'warn' : 'ok',
    fact: "Chromium's own sandbox only; requests are refused by the renderer, not by the system",
    advice: linux ? 'Allow user namespaces or install bubblewrap, to wall the browser off entirely.' : null,
  };
}

function memory(): Diagnosis {
  const topic = 'memory';
  const available = process.availableMemory();
  const fact = `${inMb(available)} available, ${availableParallelism()} CPU cores`;
  if (available < 512 * MB) {
    return { topic, state: 'fail', fact, advice: 'A browser needs about 1 GB; give this machine more.' };
  }
  if (available < 2048 * MB) {
    return { topic, state: 'warn', fact, advice: 'Use --concurrency 1: each browser needs up to 1 GB.' };
  }
  return fine(topic, fact);
}

async function sharedMemory(): Promise<Diagnosis> {
  const topic = 'shared memory';
  if (!existsSync('/dev/shm')) return fine(topic, 'no /dev/shm on this system; none is needed');
  const { bsize, blocks } = await statfs('/dev/shm');
  const fact = `/dev/shm has ${inMb(bsize * blocks)}`;
  if ((await isolation()).privateFiles) return fine(topic, `${fact}; each browser gets its own`);
  return bsize * blocks >= 256 * MB
    ? fine(topic, fact)
    : { topic, state: 'warn', fact, advice: 'Large pages may crash: in a container, set --shm-size=1g.' };
}

async function temporarySpace(): Promise<Diagnosis> {
  const topic = 'temp space';
  const folder = tmpdir();
  try {
    await access(folder, constants.W_OK);
    const { bsize, bavail } = await statfs(folder);
    const fact = `${inMb(bsize * bavail)} free in ${folder}`;
    if (bsize * bavail < 100 * MB) {
      return { topic, state: 'fail', fact, advice: 'Free some space, or point TMPDIR elsewhere.' };
    }
    return bsize * bavail < 1024 * MB
      ? { topic, state: 'warn', fact, advice: 'Free some space before scoring many pages.' }
      : fine(topic, fact);
  } catch {
    const advice = 'Make it writable, or point TMPDIR elsewhere.';
    return { topic, state: 'fail', fact: `${folder} cannot be written`, advice };
  }
}

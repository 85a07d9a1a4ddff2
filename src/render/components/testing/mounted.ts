import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeArtifact } from '../../../artifact/extract.js';
import type { Artifact, Brief, Language } from '../../../artifact/schema.js';
import { captureOf } from '../../assemble.js';
import { locateBrowser } from '../../browser/locate.js';
import type { Capture } from '../../capture.js';
import { fontEnvironment } from '../../fonts/config.js';
import { cdnResponders } from '../../offline/cdn/index.js';
import { moduleResponder } from '../../offline/modules/index.js';
import type { Answer } from '../../offline/schema.js';
import { writtenPackages, type WrittenFiles, type WrittenPackages } from '../../offline/testing/packages.js';
import { visit } from '../../page/visit.js';
import { BrowserPool } from '../../pool.js';
import { preparePage } from '../prepare.js';

/** A browser that visits components, with packages as they are installed for the tests. */
export interface Stage extends AsyncDisposable {
  packages: WrittenPackages;
  /** Prepares an artifact and visits its page; a failure comes as its message. */
  show(artifact: Artifact, brief?: Brief): Promise<Capture | string>;
}

/** Opens a stage with packages: those of `installed`, out of node_modules, and those that are written by hand. */
export async function openStage(
  installed: readonly string[],
  written: Record<string, WrittenFiles> = {},
): Promise<Stage> {
  const found = Object.fromEntries(await Promise.all(installed.map(readInstalled)));
  const packages = writtenPackages({ ...found, ...written });
  const [browser, fonts] = await Promise.all([locateBrowser(null), fontEnvironment()]);
  const pool = new BrowserPool(
    { browser, environment: fonts.env, heapMb: 512, unsafe: false, network: false },
    1,
  );
  const answer = async (wish: { url: URL; type: string }): Promise<Answer> => {
    for (const respond of [moduleResponder, ...cdnResponders]) {
      const answering = respond(wish, packages);
      if (answering) return answering;
    }
    return { fate: 'unavailable', reason: 'not among the packages of this test' };
  };
  const offline = {
    answer,
    busy: false,
    packages: { ...packages, mode: 'sealed', lockHash: 'test' },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  } as unknown as Parameters<typeof visit>[1]['offline'];

  return {
    packages,
    async show(artifact, brief = {}) {
      const prepared = await preparePage(artifact, brief, packages);
      if ('failure' in prepared) return prepared.failure;
      const seen = await pool.use((browser) =>
        visit(browser, {
          artifact: prepared.page,
          profile: 'reward',
          seed: '1',
          offline,
          primary: { name: 'desktop', size: [800, 600] },
          others: [],
          frames: browser.frames,
        }),
      );
      return captureOf(prepared.asWritten(seen), {
        artifact,
        profile: 'reward',
        timings: { queueMs: 0, wallMs: 0, cpuMs: 0, stages: {} },
        fingerprint: {
          kallos: '0',
          browser: 'test',
          fonts: 'test',
          lock: 'test',
          cpu: 'test',
          determinism: seen.determinism,
          seed: '1',
        },
      });
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

async function readInstalled(name: string): Promise<[string, WrittenFiles]> {
  const root = fileURLToPath(new URL(`../../../../node_modules/${name}/`, import.meta.url));
  const files: WrittenFiles = {};
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const place = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[place.slice(root.length)] = await readFile(place);
  }
  const { version } = JSON.parse(Buffer.from(files['package.json']!).toString()) as { version: string };
  return [`${name}@${version}`, files];
}

/** An artifact of the given files; the first one is its entry, whose extension says its language. */
export function componentOf(files: Record<string, string | Uint8Array>): Artifact {
  const [[entry, code] = ['', '']] = Object.entries(files);
  const artifact = makeArtifact(String(code), entry.replace(/^.*\./, '') as Language, {
    id: 'test',
    file: entry,
  });
  const all = Object.entries(files).map(([path, content]): [string, Uint8Array] => [
    path,
    Buffer.from(content),
  ]);
  return { ...artifact, files: new Map(all) };
}

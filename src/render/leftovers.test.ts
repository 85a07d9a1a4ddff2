import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chooseIsolation } from './browser/isolation.js';
import { locateBrowser } from './browser/locate.js';
import { cacheDir } from './paths.js';

const CHILD = fileURLToPath(new URL('testing/ends.js', import.meta.url));
const linux = process.platform === 'linux';
if (!linux) console.log('Skipped: what is left of a browser is looked for in /proc, which only Linux has.');

/** Everything that a child writes lies below it; and its browsers name it on their command line. */
let root: string;
const cache = () => join(root, 'cache');
const temporary = () => join(root, 'tmp');
/** A PATH on which there is nothing to make namespaces with. */
const bare = () => join(root, 'bin');

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'leftovers-'));
  for (const folder of [cache(), temporary(), bare()]) await mkdir(folder);
  await locateBrowser();
  for (const kept of ['browser', 'fonts']) await symlink(cacheDir(kept), join(cache(), kept));
  await symlink('/bin/rm', join(bare(), 'rm'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  /** Processes of browsers in the middle of the page. */
  running: number;
}

/** Renders in a child process that ends in one way or by one signal. */
async function renderAndEnd(way: string, isolated: boolean, unsafe = true): Promise<End> {
  const child = spawn(process.execPath, [CHILD, way, unsafe ? 'unsafe' : 'safe'], {
    env: {
      ...process.env,
      KALLOS_CACHE: cache(),
      TMPDIR: temporary(),
      ...(isolated ? {} : { PATH: bare() }),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  let running = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (!output.includes('rendering')) return;
    void browsers().then((found) => {
      running = found.length;
      if (way.startsWith('SIG')) child.kill(way as NodeJS.Signals);
    });
  });
  return new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, output, running })),
  );
}

/** Processes that name our folder: browsers, and what they were wrapped in. */
async function browsers(): Promise<string[]> {
  const commands = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes(root));
}

async function filesLeft(): Promise<string[]> {
  const folders = [temporary(), join(cache(), 'scratch')];
  return (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat();
}

describe.runIf(linux)('nothing is left behind', () => {
  /** The kernel needs a moment to end a family of processes. */
  afterEach(() =>
    expect
      .poll(async () => [...(await browsers()), ...(await filesLeft())], { timeout: 10_000, interval: 100 })
      .toEqual([]),
  );

  describe.each([
    ['in namespaces', true],
    ['without namespaces', false],
  ])('%s', (_, isolated) => {
    test.each(['end', 'exception', 'exit'])('after %s', async (way) => {
      const { code, output } = await renderAndEnd(way, isolated);
      expect(output).toContain('rendering');
      expect(code).toBe(way === 'exception' ? 1 : 0);
    });

    test.each(['SIGINT', 'SIGTERM', 'SIGKILL'])('after %s', async (name) => {
      const { signal, running } = await renderAndEnd(name, isolated);
      expect(signal).toBe(name);
      expect(running).toBeGreaterThan(0);
    });
  });

  test.runIf(process.getuid?.() === 0)(
    'as root, without namespaces, no browser is started unasked',
    async () => {
      const { code, output } = await renderAndEnd('end', false, false);
      expect(output.trim()).toBe('KALLOS_SANDBOX');
      expect(code).toBe(3);
    },
  );
});

describe.runIf(linux)('the choice of isolation', () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });
  const choose = async () => (await chooseIsolation(temporary())).kind;

  test('none where there is no program for it', async () => {
    process.env.PATH = bare();
    expect(await choose()).toBe('none');
  });

  test('bubblewrap where unshare is missing', async () => {
    process.env.PATH = bare();
    // Stands in for the real one, which few machines have: drops its options and runs the command.
    const script = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n';
    await writeFile(join(bare(), 'bwrap'), script, { mode: 0o755 });
    expect(await choose()).toBe('bubblewrap');
    await writeFile(join(bare(), 'bwrap'), '#!/bin/sh\nexit 1\n');
    expect(await choose()).toBe('none');
    await rm(join(bare(), 'bwrap'));
  });
});

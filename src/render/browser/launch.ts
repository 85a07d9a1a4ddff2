import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Connection } from 'puppeteer-core';
import { KallosError } from '../../errors.js';
import { cacheDir } from '../paths.js';
import { connect } from './connection.js';
import { browserFlags } from './flags.js';
import { chooseIsolation, type Isolation } from './isolation.js';
import type { LocatedBrowser } from './locate.js';
import { DebuggingPipe } from './pipe.js';
import { killGroup, usageAccordingTo, usageOf, type Usage } from './processes.js';

export interface LaunchOptions {
  browser: LocatedBrowser;
  /** Environment for fonts (`FONTCONFIG_FILE`). */
  environment: Record<string, string>;
  /** Limit of a page's script heap. */
  heapMb: number;
  /** True only for a page of the user's own, visited over the network. */
  network?: boolean;
  /** True to go on where Chromium's own sandbox can't be had. */
  unsafe?: boolean;
}

/** A running browser process: the pipe to it, and its end. */
export interface Browser {
  connection: Connection;
  /** "HeadlessChrome/147.0.7727.0" */
  product: string;
  isolation: Isolation;
  /** True when frames can be driven: headless shell can, a full Chrome can't. */
  frames: boolean;
  usage: () => Promise<Usage | null>;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends it at once and removes what it wrote. */
  kill(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
/**
 * Every namespaced browser alive in this process. They die with it in any case (isolation.ts says by what), but not before it is gone.
 */
const alive = new Set<number>();
process.on('exit', () => alive.forEach(killGroup));

let chosen: Promise<Isolation> | undefined;

/** The isolation that browsers without network get on this machine; tried once a process. */
export async function isolation(): Promise<Isolation> {
  return (chosen ??= scratchFolder().then((scratch) => chooseIsolation(scratch)));
}

/** An empty folder for private mounts: each browser sees its own memory file system there, so all can share it. */
async function scratchFolder(): Promise<string> {
  const folder = cacheDir('scratch');
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * Starts a browser behind walls: own user, network and process namespace where the system has them, Chromium's sandbox always.
 * @throws KallosError KALLOS_SANDBOX when Chromium's sandbox can't be had and `unsafe` isn't set; KALLOS_BROWSER_START when it doesn't come up.
 */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const network = options.network ?? false;
  const walls = network ? await chooseIsolation(await scratchFolder(), true) : await isolation();
  const noSandbox = walls.kind === 'none' && process.getuid?.() === 0;
  if (noSandbox && !options.unsafe) {
    throw new KallosError(
      'KALLOS_SANDBOX',
      'As root, without user namespaces, the browser would run without its sandbox.',
      'Allow user namespaces (see docs/guides/sandbox.md), install bubblewrap, run as another user, or accept the risk with --unsafe.',
    );
  }
  const profileDir = walls.privateFiles ? await scratchFolder() : await mkdtemp(join(tmpdir(), 'kallos-'));
  const command = walls.wrap(
    [
      options.browser.path,
      ...browserFlags({ profileDir, heapMb: options.heapMb, network }),
      ...(noSandbox ? ['--no-sandbox'] : []),
    ],
    profileDir,
  );
  const child = spawn(command[0]!, command.slice(1), {
    // Its own process group, so that one signal ends all of it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: environmentFor(options, profileDir),
  });
  if (child.pid !== undefined && walls.privateFiles) alive.add(child.pid);

  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = async () => {
    if (child.pid !== undefined) {
      killGroup(child.pid);
      await ended;
      alive.delete(child.pid);
    }
    if (!walls.privateFiles) await rm(profileDir, { recursive: true, force: true, maxRetries: 5 });
  };
  void ended.then(() => child.pid !== undefined && alive.delete(child.pid));

  const complaints = collectComplaints(child);
  const connection = connect(
    new DebuggingPipe(child.stdio[3] as Writable, child.stdio[4] as Readable),
    // Our own watch ends a page that hangs; the client's timer is a backstop against a lost answer.
    300_000,
  );
  try {
    const { product } = await withTimeout(connection.send('Browser.getVersion'), START_TIMEOUT_MS);
    const frames = await canDriveFrames(connection);
    const usage = async () => usageOf(child.pid!) ?? (await usageAccordingTo(connection));
    return { connection, product, isolation: walls, frames, usage, ended, kill };
  } catch (cause) {
    await kill();
    throw new KallosError(
      'KALLOS_BROWSER_START',
      `The browser (${options.browser.from}) did not start${complaints.last() ? `: ${complaints.last()}` : '.'}`,
      'Run `kallos doctor` to see what is missing.',
      { cause },
    );
  }
}

/** A small, fixed environment: nothing of the host's reaches the browser, and time and language are the same everywhere. */
function environmentFor(options: LaunchOptions, profileDir: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: profileDir,
    TMPDIR: profileDir,
    XDG_CONFIG_HOME: profileDir,
    XDG_CACHE_HOME: profileDir,
    LANG: 'en_US.UTF-8',
    LC_ALL: 'en_US.UTF-8',
    TZ: 'UTC',
    ...(options.browser.libraries ? { LD_LIBRARY_PATH: options.browser.libraries } : {}),
    ...options.environment,
  };
}

/** Keeps the last error line a browser printed, for the message when it doesn't start. */
function collectComplaints(child: ChildProcess): { last(): string } {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000);
  });
  child.once('error', (error) => (text += error.message));
  return { last: () => text.trim().split('\n').at(-1)?.slice(0, 300) ?? '' };
}

async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Asks by trying: the capability isn't told by any version, and a full Chrome takes the target's option and ignores it. */
async function canDriveFrames(connection: Connection): Promise<boolean> {
  const { browserContextId } = await connection.send('Target.createBrowserContext');
  try {
    const { targetId } = await connection.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      enableBeginFrameControl: true,
    });
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
    await connection.session(sessionId)!.send('HeadlessExperimental.enable');
    return true;
  } catch {
    return false;
  } finally {
    await connection.send('Target.disposeBrowserContext', { browserContextId });
  }
}

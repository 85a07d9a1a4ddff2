import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROGRAM = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);

/** Whether tests that need Redis can run here. */
export const HAS_REDIS = PROGRAM !== undefined;
if (!HAS_REDIS) {
  process.stderr.write('Tests on Redis are skipped: neither redis-server nor valkey-server is installed.\n');
}

/** A Redis of the test's own, on a free port of loopback. */
export interface TestRedis extends AsyncDisposable {
  url: string;
  pid: () => number;
  /** Ends it, and starts it again after `pauseMs`; with `forget` nothing of what it held is left. */
  restart(options?: { pauseMs?: number; forget?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'kallos-redis-'));
  const port = await freePort();
  let child = await start(folder, port);
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) await end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child.pid!,
    async restart({ pauseMs = 0, forget = false } = {}) {
      await end(forget ? 'SIGKILL' : 'SIGTERM');
      if (forget) await rm(folder, { recursive: true });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      child = await start(folder, port);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function start(folder: string, port: number): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true });
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes'];
  const child = spawn(PROGRAM!, [...flags, '--save', ''], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`Redis ended with ${code}.`)));
  });
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

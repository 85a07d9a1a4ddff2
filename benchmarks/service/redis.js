import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** A Redis of our own on a free port of loopback. Nothing of it is left, however this process ends short of SIGKILL. */
export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'kallos-redis-'));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  let child;
  const start = async () => {
    const address = ['--port', String(port), '--bind', '127.0.0.1'];
    const files = ['--dir', folder, '--appendonly', 'yes', '--save', ''];
    child = spawn('redis-server', [...address, ...files], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const text of child.stdout) if (String(text).includes('Ready to accept')) break;
    child.stdout.destroy();
  };
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  process.once('exit', () => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1));
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child.pid,
    restart: () => stop().then(start),
    end: stop,
  };
}

/** A process of our own that runs a script with settings as JSON; resolves once it says that it is ready. */
export async function startProcess(script, settings) {
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const early = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`${script} ended with ${code}`)),
  );
  await Promise.race([once(child, 'message'), early]);
  early.catch(() => undefined);
  return child;
}

/** Tells processes to stop, and waits until they have. */
export const stopProcesses = (children) =>
  Promise.all(
    children.map((child) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return ended;
    }),
  );

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_REDIS, startRedis, type TestRedis } from '../service/testing/redis.js';
import { post, reply } from '../service/testing/service.js';
import type { Result } from '../service/schema.js';
import { compile, kallos } from './testing/kallos.js';

const MAIN = join(import.meta.dirname, '../../dist/cli/main.js');

beforeAll(compile, 600_000);

/** A command that has said on standard output that it is ready. */
async function start(args: readonly string[]): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)));
  const [said] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  return { child, said: said.toString().trim() };
}

/** Processes that `ancestor` has started, and those that they have. */
function descendants(ancestor: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid): [number, number][] => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return [[Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
      } catch {
        return [];
      }
    });
  const below = (pid: number): number[] =>
    parents.filter(([, parent]) => parent === pid).flatMap(([child]) => [child, ...below(child)]);
  return below(ancestor);
}

const isAlive = (pid: number) => {
  try {
    // A zombie has ended; only nobody has asked how.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const stop = async ({ child }: { child: ChildProcess }) => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  return code;
};

describe.runIf(HAS_REDIS && process.platform === 'linux')('kallos worker', () => {
  let redis: TestRedis;
  let captures: string;
  beforeAll(async () => {
    redis = await startRedis();
    captures = mkdtempSync(join(tmpdir(), 'kallos-captures-'));
  });
  afterAll(async () => {
    await redis.stop();
    rmSync(captures, { recursive: true });
  });

  it(
    'judges for a service elsewhere, dies without leaving a browser, and is made up for by others',
    { timeout: 400_000 },
    async () => {
      const judging = ['--channels', 'execution,correctness', '--recipe', 'provable', '--concurrency', '1'];
      const shared = ['--redis', redis.url, '--captures', captures, '--quiet', ...judging];
      const service = await start(['serve', '--port', '0', ...shared]);
      const first = await start(['worker', ...shared]);
      expect(first.said).toMatch(/^fleet-[\da-f]{16}$/);
      const items = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((id) => ({ id, response: reply(id) }));
      const ask = (run: string) =>
        post<{ results: Result[] }>({ url: service.said }, '/v1/score', {
          items: items.map(({ id, response }) => ({
            id: `${id} ${run}`,
            response: `${response}\n<!-- ${run} -->`,
          })),
          deadlineMs: 300_000,
        });
      const calm = await ask('calm');
      expect(calm.body.results.map(({ valid, score }) => [valid, score > 0.5])).toEqual(
        items.map(() => [true, true]),
      );
      const [{ evidence }] = calm.body.results as [Result];
      expect(
        (await fetch(`${service.said}${evidence.pictures[0]!.href}`)).headers.get('content-type'),
      ).toMatch(/^image/);

      const storm = ask('storm');
      await expect
        .poll(async () => (await fetch(`${service.said}/metrics`)).text(), { timeout: 60_000 })
        .toMatch(/^kallos_queue_running [1-9]/m);
      const browsers = descendants(first.child.pid!);
      expect(browsers.length).toBeGreaterThan(0);
      first.child.kill('SIGKILL');
      const second = await start(['worker', ...shared]);
      const { body } = await storm;
      expect(body.results.map(({ valid, score }) => [valid, score])).toEqual(
        calm.body.results.map(({ score }) => [true, score]),
      );
      await expect.poll(() => browsers.filter(isAlive), { timeout: 30_000 }).toEqual([]);

      const metrics = await (await fetch(`${service.said}/metrics`)).text();
      expect(metrics).toMatch(/^kallos_worker_slots [24]$/m);
      expect(await stop(second)).toBe(0);
      expect(await stop(service)).toBe(0);
    },
  );

  it('ends when it is told to, and leaves no browser', async () => {
    const worker = await start([
      'worker',
      '--redis',
      redis.url,
      '--captures',
      captures,
      '--concurrency',
      '1',
      '--quiet',
    ]);
    const started = descendants(worker.child.pid!);
    expect(await stop(worker)).toBe(0);
    expect(started.filter(isAlive)).toEqual([]);
  });
});

describe('kallos worker', () => {
  it.each([
    [[], /where work comes from/],
    [['--redis', 'redis://127.0.0.1:6379'], /where captures go/],
    [['--redis', 'http://127.0.0.1', '--captures', tmpdir()], /begins with redis/],
    [['--unsafe'], /never renders without the sandbox/],
  ])('refuses %j', async (flags, why) => {
    const { code, stdout, stderr } = await kallos(['worker', ...flags]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(why);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KallosError } from '../errors.js';
import { Asker } from './asker.js';
import { createFolderStore, type CaptureStore } from './captures.js';
import { createLocalQueue } from './queue/local.js';
import type { Work } from './queue/queue.js';
import { handWork, jobOf, never } from './testing/queues.js';

let folder: string;
let captures: CaptureStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-asker-'));
  captures = createFolderStore(folder, 10);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const askerOf = (work: Work) =>
  new Asker({
    queue: createLocalQueue({ work, concurrency: 1, limit: 10 }),
    captures,
    settings: null,
    cached: 10,
    limit: 10,
  });
const owner = 'local';

it('tells why a job could not be done, and does not do it again', async () => {
  let times = 0;
  const asker = askerOf(() => {
    times++;
    return Promise.reject(new KallosError('KALLOS_QUARANTINED', 'Two workers died.', 'Leave it out.'));
  });
  const told = await asker.ask(jobOf('poison'), { owner, signal: AbortSignal.timeout(5000) });
  expect(told).toMatchObject({ error: { code: 'KALLOS_QUARANTINED' } });
  expect(times).toBe(1);
});

it('does a job once for all who wait for it, and drops it only when all of them have left', async () => {
  const { begun, work, finish } = handWork();
  const asker = askerOf(work);
  const first = asker.ask(jobOf('first'), { owner, signal: never });
  const [hasty, other] = [new AbortController(), new AbortController()];
  const shared = [hasty, other].map(({ signal }) => asker.ask(jobOf('shared'), { owner, signal }));
  hasty.abort(new KallosError('KALLOS_DEADLINE', 'Late.', 'Ask again.'));
  expect(await shared[0]).toMatchObject({ error: { code: 'KALLOS_DEADLINE' } });
  const alone = new AbortController();
  const dropped = asker.ask(jobOf('dropped'), { owner, signal: alone.signal });
  alone.abort(new KallosError('KALLOS_DEADLINE', 'Late.', 'Ask again.'));
  expect(await dropped).toMatchObject({ error: { code: 'KALLOS_DEADLINE' } });
  finish('first');
  expect(await first).toMatchObject({ answer: { verdict: { id: 'first' } } });
  await expect.poll(() => begun).toEqual(['first', 'shared']);
  finish('shared');
  expect(await shared[1]).toMatchObject({ answer: { verdict: { id: 'shared' } }, cached: false });
});

it('begins anew for who comes just when the last one has left', async () => {
  const { begun, work, finish } = handWork();
  const asker = askerOf(work);
  const first = asker.ask(jobOf('first'), { owner, signal: never });
  const hasty = new AbortController();
  const gone = asker.ask(jobOf('wanted'), { owner, signal: hasty.signal });
  hasty.abort(new KallosError('KALLOS_DEADLINE', 'Late.', 'Ask again.'));
  const late = asker.ask(jobOf('wanted'), { owner, signal: never });
  expect(await gone).toMatchObject({ error: { code: 'KALLOS_DEADLINE' } });
  finish('first');
  await first;
  await expect.poll(() => begun).toEqual(['first', 'wanted']);
  finish('wanted');
  expect(await late).toMatchObject({ answer: { verdict: { id: 'wanted' } } });
});

it('takes a batch of any size where nothing waits, and keeps its places', async () => {
  const { work, finish } = handWork();
  const queue = createLocalQueue({ work, concurrency: 1, limit: 2 });
  const asker = new Asker({ queue, captures, settings: null, cached: 10, limit: 2 });
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const admitted = asker.admit(keys.length);
  // A place is kept before anybody asks for it.
  expect(() => asker.admit(1)).toThrow(/5 items wait already/);
  const asked = keys.map((key) => asker.ask(jobOf(key), { owner, signal: never, ...admitted }));
  const stranger = await asker.ask(jobOf('stranger'), { owner, signal: never });
  expect(stranger).toMatchObject({ error: { code: 'KALLOS_BUSY' } });
  for (const [i, key] of keys.entries()) {
    await expect.poll(() => queue.state()).toMatchObject({ running: 1, waiting: keys.length - 1 - i });
    finish(key);
    expect(await asked[i]).toMatchObject({ answer: { verdict: { id: key } } });
  }
  expect(asker.pending).toBe(0);
  expect(asker.admit(9)).toEqual({ admitted: true });
});

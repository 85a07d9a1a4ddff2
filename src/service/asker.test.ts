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

import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { proposals } from '../channels/visual/rubric/testing/items.js';
import { startModelServer, type Asked, type Script } from '../models/testing/server.js';
import type { GroupResult } from '../service/schema.js';
import { page, post } from '../service/testing/service.js';
import { compile, kallos } from './testing/kallos.js';

beforeAll(compile, 600_000);

const greyOf = async (picture: Buffer) => (await sharp(picture).greyscale().stats()).channels[0]!.mean;
type Three = [GroupResult['rollouts'][0], GroupResult['rollouts'][0], GroupResult['rollouts'][0]];
const MARKS = { reason: 'calm', fit: 32, aesthetics: 21, structure: 20, total: 73 };

const compares = ({ system }: Asked) => system.startsWith('You compare');
const writes = ({ system }: Asked) => system.startsWith('You write');

/** Prefers the darker of two, and gives all alike the same marks and votes. */
const taste: Script = async (asked) => {
  if (compares(asked)) {
    const [first, second] = await Promise.all(
      asked.messages.flatMap(({ pictures }) => pictures).map((picture) => greyOf(picture)),
    );
    return { say: { reason: 'darker', better: first! < second! ? 'first' : 'second' } };
  }
  if (writes(asked)) return { say: { criteria: proposals() } };
  if (!JSON.stringify(asked.format).includes('item-1')) return { say: MARKS };
  const votes = proposals().map((_, i) => [`item-${i + 1}`, { reason: 'so it is', vote: 'yes' }]);
  return { say: Object.fromEntries(votes) as unknown };
};

const dark = page('Ferries').replace('color: #222; background: #fff', 'color: #eee; background: #111');
const GROUP = {
  id: 'g',
  prompt: 'A page about ferries',
  rollouts: [
    { id: 'light', response: page('Ferries') },
    { id: 'dark', response: dark },
    { id: 'none', response: 'I cannot.' },
  ],
};

/** What `kallos serve` with these flags says of the group, and what it asked the model. */
async function judged(judge: string): Promise<{ group: GroupResult; asked: Asked[] }> {
  await using server = await startModelServer(taste);
  const model = `openai-compatible:m@${server.baseURL}`;
  let answer: Promise<{ groups: GroupResult[] }> | undefined;
  const flags = ['--recipe', 'aescode', '--judge', judge, '--judge-model', model, '--samples', '1'];
  const run = await kallos(['serve', '--port', '0', '--concurrency', '1', ...flags], {
    env: { KALLOS_ANSWERS: 'off' },
    watch: (stdout, kill) => {
      const asks = { groups: [GROUP], compare: true, advantage: { standing: 1 }, deadlineMs: 300_000 };
      answer ??= post<{ groups: GroupResult[] }>({ url: stdout.trim() }, '/v1/groups', asks)
        .then(({ body }) => body)
        .finally(() => kill('SIGTERM'));
    },
  });
  expect(run.stderr).not.toContain('Fault');
  const { groups } = (await answer)!;
  return { group: groups[0]!, asked: server.asked };
}

it('judges looks with a vision model, and compares the rollouts of a group with it', async () => {
  const { group, asked } = await judged('vlm');
  const [light, darker, none] = group.rollouts as Three;
  expect([light, darker].map((one) => one.scores.visual)).toEqual([0.73, 0.73]);
  expect(group.rollouts.map(({ valid }) => valid)).toEqual([true, true, true]);
  expect(group.rollouts.map(({ standingMask }) => standingMask)).toEqual([1, 1, 0]);
  expect(darker.standing).toBeGreaterThan(light.standing);
  expect(darker.advantage).toBeGreaterThan(light.advantage);
  expect(none.advantage).toBeLessThan(light.advantage);
  // One mark for each of two pictures, and one pair in both orders.
  expect(asked.map(compares).toSorted()).toEqual([false, false, true, true]);
  expect(asked.filter(compares).every(({ messages }) => JSON.stringify(messages).includes('ferries'))).toBe(
    true,
  );
});

it('asks one rubric of all rollouts of a prompt', async () => {
  const { group, asked } = await judged('rubric');
  expect(group.rollouts.map(({ masks }) => masks.visual)).toEqual([1, 1, 1]);
  expect(group.rollouts[1]!.standing).toBeGreaterThan(group.rollouts[0]!.standing);
  expect(asked.filter(writes)).toHaveLength(1);
});

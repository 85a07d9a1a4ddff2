import { describe, expect, it } from 'vitest';
import { judgeAfter } from '../../testing/judges.js';
import { page, post, reply, startService } from '../../testing/service.js';
import { connect } from '../../testing/socket.js';

describe('a page that was not judged', () => {
  const scoring = { recipe: 'aescode', channels: ['execution', 'correctness', 'visual'] } as const;

  it('is no turn: it may be sent again', async () => {
    await using service = await startService({ scoring: { ...scoring, judge: judgeAfter(1) } });
    const { say, socket } = await connect(service);
    await say({ type: 'reset', data: { prompt: 'A page', max_turns: 1 } });
    const step = { type: 'step', data: { response: reply('Twice') } };
    const first = (await say(step)).data;
    expect(first).toMatchObject({ reward: null, done: false });
    expect(first.observation).toMatchObject({
      valid: false,
      turn: 0,
      turns_left: 1,
      detail: 'missing: visual',
    });
    const second = (await say(step)).data;
    expect(second).toMatchObject({ done: true, observation: { valid: true, turn: 1, turns_left: 0 } });
    socket.terminate();
  });

  it('ends the episode when it is none three times in a row', async () => {
    await using service = await startService({ scoring: { ...scoring, judge: judgeAfter(Infinity) } });
    const { say, socket } = await connect(service);
    await say({ type: 'reset', data: { prompt: 'A page', max_turns: 1 } });
    const ends: boolean[] = [];
    for (let i = 0; i < 3; i++)
      ends.push((await say({ type: 'step', data: { response: reply('No') } })).data.done);
    expect(ends).toEqual([false, false, true]);
    socket.terminate();
  });
});

describe('what the URL and the request say', () => {
  it('is heeded: run and deadline, over the socket and over HTTP', async () => {
    await using service = await startService();
    const { say, socket } = await connect(service, '?run=r9&deadlineMs=1');
    await say({ type: 'reset' });
    const { data } = await say({ type: 'step', data: { response: reply('Late') } });
    expect(data).toMatchObject({ reward: null, observation: { detail: 'KALLOS_DEADLINE' } });
    socket.terminate();
    const step = { action: { response: reply('In time') } };
    expect((await post(service, '/step?run=r9', step)).body).toMatchObject({ observation: { valid: true } });
    const late = { action: { response: reply('Late too') }, timeout_s: 0.001 };
    expect((await post(service, '/step', late)).body).toMatchObject({
      reward: null,
      observation: { detail: 'KALLOS_DEADLINE' },
    });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics.split('\n')).toContain('kallos_reward_count{run="r9"} 1');
  });

  it('seeds the pages of an episode', async () => {
    await using service = await startService();
    // Half of all seeds make the text too pale to be read.
    const drawn = page('Drawn').replace(
      '</main>',
      '</main><script>if (Math.random() < 0.5) document.body.style.color = "#ddd"</script>',
    );
    const rewardOf = async (seed: number) => {
      const { say, socket } = await connect(service);
      await say({ type: 'reset', data: { seed } });
      const { data } = await say({ type: 'step', data: { response: drawn } });
      socket.terminate();
      return data.reward!;
    };
    const rewards: number[] = [];
    for (let seed = 1; seed <= 8; seed++) rewards.push(await rewardOf(seed));
    expect(new Set(rewards).size).toBe(2);
    expect(await rewardOf(1)).toBe(rewards[0]);
  });
});

it('says so when as many episodes are open as may be', async () => {
  await using service = await startService({ limits: { episodes: 1 } });
  const open = await connect(service);
  expect((await open.say({ type: 'reset' })).type).toBe('observation');
  const refused = await connect(service);
  expect(await refused.first).toMatchObject({ type: 'error', data: { code: 'CAPACITY_REACHED' } });
  expect(await refused.closed).toBe(1013);
  open.socket.send(JSON.stringify({ type: 'close' }));
  expect(await open.closed).toBe(1000);
  await expect
    .poll(async () => (await (await connect(service)).say({ type: 'state' })).type, { timeout: 20_000 })
    .toBe('state');
});

it('opens episodes for two batches of 512 unless told otherwise', { timeout: 120_000 }, async () => {
  await using service = await startService();
  const open = await Promise.all(Array.from({ length: 1024 }, () => connect(service)));
  const begun = await Promise.all(open.map(({ say }) => say({ type: 'reset' })));
  expect(new Set(begun.map(({ type }) => type))).toEqual(new Set(['observation']));
  expect(await (await connect(service)).first).toMatchObject({ data: { code: 'CAPACITY_REACHED' } });
  for (const { socket } of open) socket.terminate();
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../serve.js';
import { page, post, reply, startService } from '../testing/service.js';
import { judgeAfter } from '../testing/judges.js';
import { connect } from '../testing/socket.js';
import { askedBy } from './judge.js';
import { replyOf, questionOf } from './template.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const CHANNELS = ['execution', 'correctness', 'visual', 'interaction'];
const faint = (name: string) => reply(name).replace('color: #222', 'color: #ddd');
const chat = (prompt: string) =>
  `<|im_start|>system\nYou write pages.<|im_end|>\n<|im_start|>user\n${prompt}<|im_end|>\n<|im_start|>assistant\n`;

describe('OpenRLHF', () => {
  interface Rewards {
    rewards: number[];
    scores: number[];
    extra_logs: Record<string, number[]>;
  }
  const KEYS = [...CHANNELS.flatMap((name) => [name, `${name}_judged`]), 'valid'];
  const ask = (body: unknown) => post<Rewards>(service, '/openrlhf', body);

  it('takes the reply out of prompt and chat template, and logs numbers under constant keys', async () => {
    const prompt = chat('A page about ferries');
    const { status, body } = await ask({
      query: [`${prompt}${reply('Ferries')}<|im_end|><|endoftext|>`],
      prompts: [prompt],
      labels: [''],
    });
    expect(status).toBe(200);
    expect(body.rewards[0]).toBeGreaterThan(0.8);
    expect(body.scores).toEqual(body.rewards);
    expect(Object.keys(body.extra_logs)).toEqual(KEYS);
    expect(body.extra_logs['valid']).toEqual([1]);
  });

  it('answers what it cannot read with the same keys', async () => {
    for (const body of [{}, '[', { query: [3], prompts: [], labels: [] }, { query: null }]) {
      const { status, body: answer } = await ask(body);
      expect(status).toBe(200);
      expect(answer.rewards).toEqual([0]);
      expect(Object.keys(answer.extra_logs)).toEqual(KEYS);
      expect(answer.extra_logs['valid']).toEqual([0]);
    }
  });

  it('scores a reply without code as one', async () => {
    const { body } = await ask({ query: ['I cannot.'], prompts: [''], labels: [null] });
    expect(body).toMatchObject({ rewards: [0], extra_logs: { valid: [1] } });
  });
});

describe('chat templates', () => {
  it.each([
    ['ChatML', chat('Hi'), 'done<|im_end|>\n'],
    [
      'Llama 3',
      '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
      'done<|eot_id|>',
    ],
    ['Gemma', '<bos><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\n', 'done<end_of_turn>'],
    ['Mistral', '<s>[INST] Hi [/INST]', ' done</s>'],
  ])('of %s are taken off, whether or not the prompt stands before', (_, prompt, response) => {
    expect(replyOf(prompt + response, prompt)).toBe('done');
    expect(replyOf(prompt + response, 'another prompt')).toBe('done');
    expect(questionOf(prompt)).toBe('Hi');
  });

  it('leave nothing in the question of the picture that was shown with it', () => {
    const shown = chat('<|vision_start|><|image_pad|><|vision_end|>A page');
    expect(questionOf(shown)).toBe('A page');
  });

  it('leave the code alone', () => {
    const code = '<s>struck</s> <p>[1] a < b | c > d</p>';
    expect(replyOf(`x${code}.`, 'x')).toBe(`${code}.`);
  });
});

describe('slime', () => {
  const ask = <T>(body: unknown, query = '') => post<T>(service, `/slime${query}`, body);

  it('answers with the reward and its parts, or with the bare number', async () => {
    const sample = {
      prompt: [{ role: 'user', content: 'A page' }],
      response: reply('Slime'),
      label: '{"kind": "website"}',
    };
    const { body } = await ask<Record<string, number>>(sample);
    expect(body['score']).toBeGreaterThan(0.8);
    expect(Object.values(body).every(Number.isFinite)).toBe(true);
    expect((await ask<number>(sample, '?as=number')).body).toBe(body['score']);
  });

  it('answers what it cannot read with 200 and the same keys', async () => {
    const { body } = await ask<object>({ prompt: 'x', response: 'No.', label: null });
    for (const wrong of ['{"response": ', { prompt: 1 }, []]) {
      const answer = await ask<object>(wrong);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(Object.keys(body));
      expect(answer.body).toMatchObject({ score: 0, valid: 0 });
    }
  });
});

describe('NeMo Gym', () => {
  interface Verified extends Record<string, unknown> {
    reward: number;
    reward_components: Record<string, number>;
  }
  const verify = (text: string | null, fields: object = {}) =>
    post<Verified>(service, '/verify', {
      ...fields,
      responses_create_params: { input: [{ role: 'user', content: 'A page' }] },
      response: {
        output: text === null ? null : [{ type: 'message', content: [{ type: 'output_text', text }] }],
      },
      task: 'kept',
    });

  it('echoes the request, and its components add up to the reward', async () => {
    for (const text of [reply('NeMo'), faint('NeMo'), 'No page.']) {
      const { status, body } = await verify(text);
      expect(status).toBe(200);
      expect(body['task']).toBe('kept');
      expect(body).not.toHaveProperty('_ng_failure_class');
      const components = Object.entries(body.reward_components);
      expect(components.map(([name]) => name)).toEqual([...CHANNELS, 'gate']);
      expect(components.reduce((sum, [, value]) => sum + value, 0)).toBeCloseTo(body.reward, 9);
      for (const [name, value] of components) expect(body[name]).toBe(value);
    }
  });

  it('takes nothing from an earlier verification that the row still holds', async () => {
    const stale = {
      reward: 0.77,
      visual: 9,
      _ng_failure_class: 'judge_failed',
      _ng_failure_judge_error: 'x',
    };
    const { body } = await verify('No page.', stale);
    expect(body).toMatchObject({ reward: 0, visual: 0, valid: 1, task: 'kept' });
    expect(Object.keys(body).filter((name) => name.startsWith('_ng_failure'))).toEqual([]);
  });

  it('names a failure class for what was not judged, with the same components', async () => {
    const { status, body } = await verify(null);
    expect(status).toBe(200);
    expect(body).toMatchObject({ reward: 0, _ng_failure_class: 'judge_failed' });
    expect(Object.keys(body.reward_components)).toEqual([...CHANNELS, 'gate']);
  });

  it('can be verified again, and sums metrics up without what failed', async () => {
    expect(await (await fetch(`${service.url}/reverify_mode`)).json()).toBe('stateless');
    const { body } = await post(service, '/aggregate_metrics', {
      verify_responses: [{ reward: 1 }, { reward: 0.5 }, { reward: 0, _ng_failure_class: 'judge_failed' }],
    });
    expect(body).toEqual({
      group_level_metrics: [],
      agent_metrics: { 'mean/reward': 0.75 },
      key_metrics: { 'mean/reward': 0.75 },
    });
  });
});

describe('OpenEnv', () => {
  it('lets a policy repair its page over several turns', async () => {
    const { say, socket, closed } = await connect(service);
    const begun = await say({ type: 'reset', data: { prompt: 'A page', max_turns: 3 } });
    expect(begun).toMatchObject({ type: 'observation', data: { reward: null, done: false } });
    const first = (await say({ type: 'step', data: { response: faint('Repair') } })).data;
    expect(first.done).toBe(false);
    expect(first.observation.turns_left).toBe(2);
    expect(first.observation.findings.map(({ check }) => check)).toContain('text-contrast');
    const picture = Buffer.from(first.observation.picture!.data, 'base64');
    expect([...picture.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    const second = (await say({ type: 'step', data: { response: reply('Repair') } })).data;
    expect(second.reward).toBeGreaterThan(first.reward!);
    expect(second.observation.findings.map(({ check }) => check)).not.toContain('text-contrast');
    expect((await say({ type: 'state' })).data).toMatchObject({ step_count: 2 });
    socket.send(JSON.stringify({ type: 'close' }));
    expect(await closed).toBe(1000);
  });

  it('says what is wrong with a message, and goes on', async () => {
    const { say, socket } = await connect(service);
    expect((await say('{')).data.code).toBe('INVALID_JSON');
    expect((await say({ type: 'dance' })).data.code).toBe('UNKNOWN_TYPE');
    expect((await say({ type: 'step', data: { response: 'x' } })).data.code).toBe('SESSION_ERROR');
    expect((await say({ type: 'reset', data: { max_turns: 0 } })).data.code).toBe('VALIDATION_ERROR');
    expect((await say({ type: 'step', data: { response: 'x', extra: 1 } })).data.code).toBe(
      'VALIDATION_ERROR',
    );
    expect((await say({ type: 'reset' })).type).toBe('observation');
    socket.terminate();
  });

  it('judges single answers over HTTP, and refuses actions it does not know', async () => {
    const reset = await post(service, '/reset', { seed: 1, episode_id: 'e' });
    expect(reset.body).toMatchObject({ reward: null, done: false });
    const step = await post(service, '/step', { action: { response: reply('Single') } });
    expect(step.body).toMatchObject({ done: true, observation: { valid: true } });
    expect((await post(service, '/step', { action: { response: 'x', extra: 1 } })).status).toBe(422);
    expect(await (await fetch(`${service.url}/health`)).json()).toEqual({ status: 'healthy' });
    const schema = (await (await fetch(`${service.url}/schema`)).json()) as Record<string, object>;
    expect(Object.keys(schema)).toEqual(['action', 'observation', 'state']);
  });
});

describe('the URL that a trainer was given', () => {
  it('names run, seed and deadline; what it cannot name is as usual', () => {
    const of = (query: unknown) => askedBy({ owner: 'o', query });
    expect(of({ run: 'r17', seed: '7', deadlineMs: '500' })).toEqual({
      owner: 'o',
      run: 'r17',
      seed: 7,
      deadlineMs: 500,
    });
    expect(of({ seed: 'of may' }).seed).toBe('of may');
    expect(of({ run: ['a', 'b'], seed: '', deadlineMs: 'soon' })).toEqual(of({}));
  });
});

describe('what was not judged', () => {
  it('is the mean of what was judged of its prompt, or zero where the service is told so', async () => {
    const means = await startService({ scoring: { cpuSeconds: 10 } });
    try {
      const ask = (response: string, query = '') =>
        post<{ score: number; valid: number }>(means, `/slime${query}`, {
          prompt: 'Same',
          response,
          label: '',
        });
      const judged = (await ask(reply('Mean'))).body;
      expect(judged.valid).toBe(1);
      // One millisecond is not enough for any page.
      const late = (await ask(reply('Too late'), '?deadlineMs=1')).body;
      expect(late).toMatchObject({ valid: 0, score: judged.score });
      const other = (await ask(reply('Too late'), '?deadlineMs=1&run=other')).body;
      expect(other).toMatchObject({ valid: 0, score: 0 });
    } finally {
      await means.close();
    }
    await using zero = await startService({ notJudged: 'zero', scoring: { cpuSeconds: 10 } });
    const sample = { prompt: 'Same', response: reply('Mean'), label: '' };
    await post(zero, '/slime', sample);
    const late = await post(zero, '/slime?deadlineMs=1', { ...sample, response: reply('Too late') });
    expect(late.body).toMatchObject({ valid: 0, score: 0 });
  });

  it('says so in every format', async () => {
    const blind = await startService({
      scoring: {
        recipe: 'aescode',
        channels: ['execution', 'correctness', 'visual'],
        judge: judgeAfter(Infinity),
      },
    });
    try {
      const response = page('Blind');
      const slime = await post(blind, '/slime', { prompt: 'x', response, label: '' });
      expect(slime.body).toMatchObject({ score: 0, valid: 0, visual_judged: 0, correctness_judged: 1 });
      const nemo = await post(blind, '/verify', {
        response: { output: [{ type: 'message', content: response }] },
      });
      expect(nemo.body).toMatchObject({ _ng_failure_judge_error: 'missing: visual' });
      const openenv = await post(blind, '/step', { action: { response } });
      expect(openenv.body).toMatchObject({ reward: null });
    } finally {
      await blind.close();
    }
  });
});

import { describe, expect, it } from 'vitest';
import type { Service } from '../serve.js';
import { judgeAfter } from '../testing/judges.js';
import { post, reply, startService } from '../testing/service.js';

/** A trainer's route, and what it sends there for a page. */
type Trainer = readonly [route: string, of: (response: string) => unknown];
const SLIME: Trainer = ['/slime', (response) => ({ prompt: 'A page', response, label: '' })];
const TRAINERS: readonly Trainer[] = [
  SLIME,
  ['/openrlhf', (response) => ({ query: [response], prompts: ['A page'], labels: [''] })],
  [
    '/verify',
    (response) => ({
      response: { output: [{ type: 'message', content: [{ type: 'output_text', text: response }] }] },
    }),
  ],
];

const isJudged = (body: Record<string, unknown>) => {
  const logs = body['extra_logs'] as { valid: number[] } | undefined;
  return (logs?.valid[0] ?? body['valid']) === 1;
};

const figures = async ({ url }: Service) => (await (await fetch(`${url}/metrics`)).text()).split('\n');
/** Sum of a figure over its labels, of which some may be named. */
const sum = (lines: readonly string[], name: string) =>
  lines
    .filter((line) => line.startsWith(name))
    .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);

describe('a service that stops', () => {
  it.each(TRAINERS)(
    'gives %s a reward or has it ask again, and never a reward of nothing',
    async (route, of) => {
      const service = await startService({ graceSeconds: 1 });
      const asked = Array.from({ length: 24 }, (_, i) =>
        post(service, route, of(reply(`Cut ${route} ${i}`))),
      );
      await expect
        .poll(async () => sum(await figures(service), 'kallos_queue_running'), { timeout: 60_000 })
        .toBeGreaterThan(0);
      const closing = service.close();
      const late = await post(service, route, of(reply('Late')));
      const answers = await Promise.all(asked);
      await closing;
      expect(late.status).toBe(503);
      const cut = answers.filter(({ status }) => status !== 200);
      expect(cut.length).toBeGreaterThan(0);
      for (const { status, headers, body } of [...cut, late]) {
        expect(status).toBe(503);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(body).toMatchObject({ error: { code: 'KALLOS_DRAINING' } });
      }
      for (const { status, body } of answers) if (status === 200) expect(isJudged(body)).toBe(true);
    },
  );
});

describe('who has no token that is known', () => {
  it('is told so on every route, from the first step of a run', async () => {
    await using service = await startService({ tokens: ['a-long-token'] });
    const all: Trainer[] = [
      ...TRAINERS,
      ['/reset', () => ({})],
      ['/step', (response) => ({ action: { response } })],
    ];
    for (const [route, of] of all) {
      for (const headers of [{}, { authorization: 'Bearer wrong' }] as Record<string, string>[]) {
        const { status, body } = await post(service, route, of('No.'), headers);
        expect([route, status]).toEqual([route, 401]);
        expect(body).toMatchObject({ error: { code: 'KALLOS_TOKEN' } });
      }
      const known = await post(service, route, of('No.'), { authorization: 'Bearer a-long-token' });
      expect([route, known.status]).toEqual([route, 200]);
    }
  });
});

describe('figures of trainers', () => {
  it('count an artifact once, however long it waited for room', async () => {
    await using service = await startService({ limits: { queue: 1 } });
    const [route, of] = SLIME;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => post(service, route, of(reply(`Once ${i}`)))),
    );
    expect(answers.map(({ body }) => isJudged(body))).not.toContain(false);
    const lines = await figures(service);
    expect(sum(lines, 'kallos_items_total{outcome="ok",valid="1"}')).toBe(10);
    expect(sum(lines, 'kallos_items_total')).toBe(10);
    expect(sum(lines, 'kallos_cache_total')).toBe(10);
    expect(sum(lines, 'kallos_unjudged_total')).toBe(0);
  });

  it('count what could not be read as not judged', async () => {
    await using service = await startService();
    for (const [route] of TRAINERS) await post(service, route, '{');
    const lines = await figures(service);
    expect(sum(lines, 'kallos_unjudged_total{reason="KALLOS_REQUEST"}')).toBe(3);
    expect(sum(lines, 'kallos_items_total{outcome="none",valid="0"}')).toBe(3);
  });

  it('tell how far the rewards of one prompt lie apart, by run, on every route that has them together', async () => {
    await using service = await startService();
    const same = [reply('Ferries'), reply('Ferries').replace('color: #222', 'color: #ddd')];
    const items = same.map((response, id) => ({ id, prompt: 'A page', response }));
    const other = { id: 'other', prompt: 'Another page', response: 'No.' };
    await post(service, '/v1/score', { items: [...items, other], run: 'scored' });
    const prompts = ['A page', 'A page', 'Another page'];
    const batch = { query: [...same, 'No.'], prompts, labels: ['', '', ''] };
    await post(service, '/openrlhf?run=batch', batch);
    const rollouts = same.map((response, id) => ({ id, response }));
    const alone = { id: 'alone', rollouts: [{ id: 'a', response: 'No.' }] };
    await post(service, '/v1/groups', { groups: [{ id: 'g', rollouts }, alone], run: 'grouped' });
    const lines = await figures(service);
    const of = (what: string, run: string) => sum(lines, `kallos_group_spread_${what}{run="${run}"}`);
    for (const run of ['scored', 'batch', 'grouped']) {
      expect([run, of('count', run)]).toEqual([run, 1]);
      expect(of('sum', run)).toBeGreaterThan(0);
      expect(of('sum', run)).toBe(of('sum', 'scored'));
    }
  });
});

describe('--not-judged retry', () => {
  const scoring = { recipe: 'aescode', channels: ['execution', 'correctness', 'visual'] } as const;

  it('asks again until the page is judged, and counts it once', async () => {
    const judge = judgeAfter(2);
    await using service = await startService({ notJudged: 'retry', scoring: { ...scoring, judge } });
    const [route, of] = SLIME;
    const { body } = await post(service, route, of(reply('Again')));
    expect(body).toMatchObject({ valid: 1, visual: 0.5 });
    expect(judge.asked).toBe(3);
    expect(sum(await figures(service), 'kallos_items_total')).toBe(1);
  });

  it('gives up at the deadline', async () => {
    const judge = judgeAfter(Infinity);
    await using service = await startService({ notJudged: 'retry', scoring: { ...scoring, judge } });
    const [route, of] = SLIME;
    const { status, body } = await post(service, `${route}?deadlineMs=8000`, of(reply('In vain')));
    expect(status).toBe(200);
    expect(body).toMatchObject({ score: 0, valid: 0 });
    expect(judge.asked).toBeGreaterThan(1);
  });
});

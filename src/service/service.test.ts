import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroupResult, Result } from './schema.js';
import type { Service } from './serve.js';
import { judgeAfter } from './testing/judges.js';
import { page, post, reply, startService } from './testing/service.js';

interface Results {
  results: Result[];
}
interface Failure {
  error: { code: string; message: string; help: string };
}

let service: Service;
beforeAll(async () => {
  service = await startService({ tokens: ['ours', 'theirs'] });
});
afterAll(() => service.close());

const ours = { authorization: 'Bearer ours' };
const KEYS = [
  'id',
  'score',
  'valid',
  'scores',
  'masks',
  'reason',
  'cached',
  'queueMs',
  'wallMs',
  'verdict',
  'evidence',
];

describe('POST /v1/score', () => {
  it('answers each item once, in order, with the same keys and numbers', async () => {
    const items = [
      { id: 'good', prompt: 'A page about ferries', response: reply('Ferries') },
      { id: 'nothing', response: 'I am sorry, I cannot do that.' },
      { id: 7, html: page('Taken as it is') },
    ];
    const { status, body } = await post<Results>(service, '/v1/score', { items }, ours);
    expect(status).toBe(200);
    expect(body.results.map(({ id }) => id)).toEqual(['good', 'nothing', '7']);
    for (const result of body.results) {
      expect(Object.keys(result)).toEqual(KEYS);
      expect(result.valid).toBe(true);
      expect(Object.values(result.scores).every(Number.isFinite)).toBe(true);
    }
    const [good, nothing] = body.results;
    expect(good!.score).toBeGreaterThan(0.8);
    expect(good!.masks).toEqual({ execution: 1, correctness: 1, visual: 0, interaction: 0 });
    expect(nothing).toMatchObject({ score: 0, verdict: { outcome: 'no-artifact', cause: 'artifact' } });
  });

  it('draws what is random in a page from the seed of the request', async () => {
    const html = page('Drawn').replace('</main>', '</main><script>document.title = Math.random()</script>');
    const titleFor = async (seed?: number | string) => {
      const items = [{ id: 'drawn', html }];
      const { body } = await post<Results>(service, '/v1/score', { items, ...(seed && { seed }) }, ours);
      const capture = await fetch(`${service.url}${body.results[0]!.evidence.capture}`, { headers: ours });
      return ((await capture.json()) as { title: string }).title;
    };
    const [own, first, second, again] = [
      await titleFor(),
      await titleFor(1),
      await titleFor('run-7'),
      await titleFor('run-7'),
    ];
    expect(first).toBe(own);
    expect(second).not.toBe(own);
    expect(again).toBe(second);
  });

  it('knows what it has judged before', async () => {
    const ask = (id: string) =>
      post<Results>(service, '/v1/score', { items: [{ id, response: reply('Twice') }] }, ours);
    const first = (await ask('a')).body.results[0]!;
    const second = (await ask('b')).body.results[0]!;
    expect(first.cached).toBe(false);
    expect(second).toMatchObject({ id: 'b', cached: true, score: first.score, queueMs: 0, wallMs: 0 });
  });

  it('judges a page once when it is asked for twice at a time', async () => {
    const items = ['a', 'b'].map((id) => ({ id, response: reply('At a time') }));
    const before = await metric('kallos_page_seconds_count');
    const { body } = await post<Results>(service, '/v1/score', { items }, ours);
    expect(body.results[0]!.score).toBe(body.results[1]!.score);
    expect(body.results[0]!.evidence).toEqual(body.results[1]!.evidence);
    expect(await metric('kallos_page_seconds_count')).toBe(before + 2);
  });

  it('gives findings when they are asked for', async () => {
    const html = page('Faint').replace('color: #222', 'color: #ddd');
    const { body } = await post<{ results: { verdict: { findings: { check: string }[] } }[] }>(
      service,
      '/v1/score',
      { items: [{ id: 'faint', html }], verdict: 'full' },
      ours,
    );
    expect(body.results[0]!.verdict.findings.map(({ check }) => check)).toContain('text-contrast');
  });

  it('streams results as they finish, while others still wait', async () => {
    const ids = Array.from({ length: 10 }, (_, i) => `${i}`);
    const items = ids.map((id) => ({ id, response: reply(`Stream ${id}`) }));
    const response = await fetch(`${service.url}/v1/score`, {
      method: 'POST',
      headers: { ...ours, 'content-type': 'application/json', accept: 'application/x-ndjson' },
      body: JSON.stringify({ items }),
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { value: first } = await lines.read();
    expect(await metric('kallos_queue_waiting')).toBeGreaterThan(0);
    let text = first!;
    for (let next = await lines.read(); !next.done; next = await lines.read()) text += next.value;
    const told = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as Result).id);
    expect(told.sort()).toEqual(ids);
  });

  it('sends lines of a keyed request at once, and the same ones again', async () => {
    const ask = async () => {
      const response = await fetch(`${service.url}/v1/score`, {
        method: 'POST',
        headers: {
          ...ours,
          'content-type': 'application/json',
          'idempotency-key': 'lines',
          accept: 'application/x-ndjson',
        },
        body: JSON.stringify({ items: [1, 2].map((id) => ({ id, response: reply(`Keyed ${id}`) })) }),
      });
      return response.text();
    };
    const first = await ask();
    expect(
      first
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as Result).id),
    ).toEqual(['1', '2']);
    expect(await ask()).toBe(first);
  });

  it('answers at the deadline with what is finished, and does not begin the rest', async () => {
    const items = Array.from({ length: 24 }, (_, i) => ({ id: i, response: reply(`Late ${i}`) }));
    const { status, body } = await post<Results>(service, '/v1/score', { items, deadlineMs: 2000 }, ours);
    expect(status).toBe(200);
    expect(body.results.length).toBe(24);
    const late = body.results.filter(({ valid }) => !valid);
    expect(late.length).toBeGreaterThan(0);
    for (const result of late) {
      expect(Object.keys(result)).toEqual(KEYS);
      expect(result).toMatchObject({ score: 0, reason: 'KALLOS_DEADLINE', verdict: null });
    }
    expect(await metric('kallos_queue_waiting')).toBe(0);
  });

  it('answers a repeated key as it did first, and refuses it for something else', async () => {
    const key = { ...ours, 'idempotency-key': 'step-1' };
    const body = { items: [{ id: 'once', response: reply('Once') }] };
    const first = await post<Results>(service, '/v1/score', body, key);
    expect((await post<Results>(service, '/v1/score', body, key)).body).toEqual(first.body);
    const other = { items: [{ id: 'other', response: 'x' }] };
    const refused = await post<Failure>(service, '/v1/score', other, key);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toMatch(/Idempotency-Key/);
  });

  it('begins nothing more for an asker who hung up', async () => {
    const hangUp = new AbortController();
    const before = await metric('kallos_unjudged_total{reason="KALLOS_DEADLINE"}');
    const items = Array.from({ length: 16 }, (_, i) => ({ id: i, response: reply(`Gone ${i}`) }));
    const asked = fetch(`${service.url}/v1/score`, {
      method: 'POST',
      headers: { ...ours, 'content-type': 'application/json' },
      body: JSON.stringify({ items }),
      signal: hangUp.signal,
    });
    await expect.poll(() => metric('kallos_queue_waiting')).toBeGreaterThan(8);
    hangUp.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => metric('kallos_queue_waiting')).toBe(0);
    // Those that had begun are finished; the others were dropped.
    const dropped = await metric('kallos_unjudged_total{reason="KALLOS_DEADLINE"}');
    expect(dropped - before).toBeGreaterThan(8);
  });

  it('says what is wrong with a request, and reads no file or URL for it', async () => {
    const wrong: unknown[] = [
      {},
      { items: [] },
      { items: [{ id: 'a' }] },
      { items: [{ id: 'a', response: 'x', html: 'y' }] },
      { items: [{ id: 'a', url: 'http://127.0.0.1/' }] },
      { items: [{ id: 'a', response: 'x' }], recipe: '/etc/passwd.json' },
      { items: [{ id: 'a', response: 'x' }], unsafe: true },
      '{',
    ];
    for (const body of wrong) {
      const { status, body: answer } = await post<Failure>(service, '/v1/score', body, ours);
      expect(status).toBe(400);
      expect(answer.error).toMatchObject({ code: 'KALLOS_REQUEST' });
      expect(answer.error.help).not.toBe('');
    }
  });
});

describe('POST /v1/groups', () => {
  it('adds advantages and figures', async () => {
    const rollouts = [
      { id: 'good', response: reply('Group') },
      { id: 'faint', response: reply('Group').replace('color: #222', 'color: #ddd') },
      { id: 'none', response: 'No.' },
    ];
    const { status, body } = await post<{ groups: GroupResult[] }>(
      service,
      '/v1/groups',
      { groups: [{ id: 'g', prompt: 'A page', rollouts }], advantage: { method: 'gdpo' } },
      ours,
    );
    expect(status).toBe(200);
    const [{ rollouts: told, figures }] = body.groups as [GroupResult];
    const [good, faint, none] = told.map(({ advantage }) => advantage) as [number, number, number];
    expect(good).toBeGreaterThan(faint);
    expect(faint).toBeGreaterThan(none);
    expect(good + faint + none).toBeCloseTo(0);
    expect(told.every(({ advantageMask }) => advantageMask === 1)).toBe(true);
    expect(figures).toMatchObject({ shareValid: 1, channels: { visual: { share: 0, mean: 0 } } });
    expect(figures.spread).toBeGreaterThan(0);
  });

  it.each([
    [{ advantage: { method: 'grpo', standing: 1 }, compare: true }, 'gdpo'],
    [{ advantage: { method: 'rloo', weights: { visual: 1 } } }, 'gdpo'],
    [
      { advantage: { conditions: [{ channel: 'visual', on: 'execution', min: 1 }], method: 'dr-grpo' } },
      'gdpo',
    ],
    [{ advantage: { standing: 1 } }, '"compare": true'],
  ])('refuses settings that would change nothing: %j', async (settings, told) => {
    const groups = [{ id: 'g', rollouts: [{ id: 'a', response: 'No.' }] }];
    const { status, body } = await post<Failure>(service, '/v1/groups', { groups, ...settings }, ours);
    expect(status).toBe(400);
    expect(body.error.message).toContain(told);
  });

  it('weighs a channel that the recipe does not name', async () => {
    const rollouts = [
      { id: 'good', response: reply('Weighed') },
      { id: 'faint', response: reply('Weighed').replace('color: #222', 'color: #ddd') },
    ];
    const recipe = { name: 'loads', version: 1, channels: { execution: { weight: 1 } } };
    const { body } = await post<{ groups: GroupResult[] }>(
      service,
      '/v1/groups',
      { groups: [{ id: 'g', rollouts }], recipe, advantage: { weights: { correctness: 1 } } },
      ours,
    );
    const [good, faint] = body.groups[0]!.rollouts;
    expect(good!.advantage).toBeGreaterThan(faint!.advantage);
  });

  it('gives no advantage to what the recipe could not judge', async () => {
    const channels = ['execution', 'correctness', 'visual'] as const;
    await using blind = await startService({
      scoring: { recipe: 'aescode', channels, judge: judgeAfter(Infinity) },
    });
    const rollouts = [{ id: 'a', response: reply('Unjudged') }];
    const { body } = await post<{ groups: GroupResult[] }>(blind, '/v1/groups', {
      groups: [{ id: 'g', rollouts }],
      advantage: { method: 'grpo' },
    });
    expect(body.groups[0]!.rollouts[0]).toMatchObject({
      valid: false,
      reason: 'missing: visual',
      advantage: 0,
      advantageMask: 0,
    });
  });
});

describe('rollouts that are compared', () => {
  const rollouts = [
    { id: 'tall', html: page('Compared') },
    { id: 'short', html: page('Compared, and shorter') },
  ].map(({ id, html }) => ({ id, response: html }));
  const body = {
    groups: [{ id: 'g', prompt: 'A page', rollouts: [...rollouts, { id: 'none', response: 'No.' }] }],
  };

  it('have a standing where there was something to see, which can weigh like a channel', async () => {
    const prompts: (string | undefined)[] = [];
    const comparing = await startService({
      compare: (captures, { prompt }) => {
        prompts.push(prompt);
        return Promise.resolve(captures.map(({ data }) => Number(data.outcome === 'ok') - 0.5));
      },
    });
    try {
      const { body: told } = await post<{ groups: GroupResult[] }>(comparing, '/v1/groups', {
        ...body,
        compare: true,
        advantage: { standing: 1 },
      });
      expect(prompts).toEqual(['A page']);
      expect(told.groups[0]!.rollouts.map(({ standing }) => standing)).toEqual([0.5, 0.5, 0]);
      expect(told.groups[0]!.rollouts.map(({ standingMask }) => standingMask)).toEqual([1, 1, 0]);
    } finally {
      await comparing.close();
    }
  });

  it('lose nothing else when their judge fails', async () => {
    const failing = await startService({ compare: () => Promise.reject(new Error('no model')) });
    try {
      const { status, body: told } = await post<{ groups: GroupResult[] }>(failing, '/v1/groups', {
        ...body,
        compare: true,
      });
      expect(status).toBe(200);
      for (const { valid, standingMask, advantageMask } of told.groups[0]!.rollouts)
        expect([valid, standingMask, advantageMask]).toEqual([true, 0, 1]);
    } finally {
      await failing.close();
    }
  });

  it('are refused by a service that has no judge for it', async () => {
    const refused = await post<Failure>(service, '/v1/groups', { ...body, compare: true }, ours);
    expect(refused.status).toBe(400);
    expect(refused.body.error.help).toMatch(/--judge vlm/);
  });
});

describe('captures', () => {
  const render = async () => {
    const items = [{ id: 'a', html: page('Captured') }];
    const { body } = await post<{
      results: { outcome: string; capture: string; pictures: { href: string }[] }[];
    }>(service, '/v1/render', { items }, ours);
    return body.results[0]!;
  };

  it('are read with the token that had them made, and with no other', async () => {
    const { outcome, capture, pictures } = await render();
    expect(outcome).toBe('ok');
    const read = (href: string, token: string) =>
      fetch(`${service.url}${href}`, { headers: { authorization: `Bearer ${token}` } });
    const data = (await (await read(capture, 'ours')).json()) as { schema: string };
    expect(data.schema).toBe('kallos.capture/1');
    const picture = await read(pictures[0]!.href, 'ours');
    expect(picture.headers.get('content-type')).toMatch(/^image\//);
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    for (const href of [capture, pictures[0]!.href]) expect((await read(href, 'theirs')).status).toBe(404);
  });

  it('have no other files', async () => {
    const { capture } = await render();
    for (const file of ['timings.json', '..%2F..%2Fowners', '%2e%2e', 'code', 'x.png']) {
      const response = await fetch(`${service.url}${capture}/${file}`, { headers: ours });
      expect(response.status).toBe(404);
    }
  });
});

describe('access', () => {
  it('needs a known token, as a header or as the password of a URL', async () => {
    const ask = (authorization?: string) =>
      fetch(`${service.url}/v1/captures/x`, { headers: authorization ? { authorization } : {} });
    expect((await ask()).status).toBe(401);
    expect((await ask('Bearer wrong')).status).toBe(401);
    expect((await ask('Bearer ours')).status).toBe(404);
    expect((await ask(`Basic ${btoa('kallos:ours')}`)).status).toBe(404);
  });

  it('is not needed for telling whether the service lives', async () => {
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${service.url}/readyz`)).json()).toEqual({ status: 'ready' });
    expect((await fetch(`${service.url}/metrics`)).status).toBe(401);
  });

  it('is refused beyond loopback without a token', async () => {
    await expect(startService({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'KALLOS_USAGE' });
  });

  it('tells what it can do', async () => {
    const response = await fetch(`${service.url}/openapi.json`, { headers: ours });
    const { openapi, paths } = (await response.json()) as { openapi: string; paths: object };
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/v1/score', '/v1/groups', '/v1/render', '/v1/captures/{hash}']),
    );
  });
});

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`, { headers: ours })).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`there is no metric ${name}`);
  return Number(line.split(' ')[1]);
}

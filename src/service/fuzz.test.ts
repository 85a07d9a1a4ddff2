import { homedir, tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { badRequests, faultOf, send } from '../../benchmarks/service/requests.js';
import type { Service } from './serve.js';
import { startService } from './testing/service.js';

const TOKEN = 'a-token-that-nobody-may-see';
const faults: string[] = [];
let service: Service;
beforeAll(async () => {
  service = await startService({ tokens: [TOKEN], onFault: (fault) => faults.push(fault) });
});
afterAll(() => service.close());

it('meets bad requests with an error of one shape, and tells no secrets', async () => {
  const openapi = (await (
    await fetch(`${service.url}/openapi.json`, { headers: { authorization: `Bearer ${TOKEN}` } })
  ).json()) as {
    paths: object;
  };
  const secrets = [TOKEN, homedir(), tmpdir(), process.cwd(), 'node_modules'];
  const seen = new Map<number, number>();
  for (const request of badRequests(openapi, 600, 7)) {
    const answer = await send(service.url, TOKEN, request);
    const { method, path, body } = request;
    const { status, text } = answer;
    const about = `${method} ${path.slice(0, 200)} ${body?.slice(0, 300) ?? ''}: ${status} ${text.slice(0, 300)}`;
    seen.set(status, (seen.get(status) ?? 0) + 1);
    expect(faultOf(request, answer, secrets), about).toBeNull();
    if (path.startsWith('/v1/') && status >= 400 && method !== 'HEAD')
      expect(JSON.parse(text), about).toMatchObject({
        error: { code: expect.stringMatching(/^KALLOS_/) as string },
      });
  }
  for (const status of [200, 400, 401, 404, 422]) expect(seen.get(status) ?? 0).toBeGreaterThan(0);
});

it.each(['//', '///a:b', 'http://kallos/metrics', '/healthz/', '/%'])(
  'lets nobody in at %s',
  async (path) => {
    for (const token of ['wrong', 'absent'] as const) {
      const request = { method: 'GET', path, body: undefined, contentType: '', token };
      const { status } = await send(service.url, TOKEN, request);
      // A URL that is none is told so before anything else.
      expect(status).toBe(path === '/%' ? 400 : 401);
    }
  },
);

it.each(['/verify', '/slime', '/openrlhf', '/step', '/v1/score'])(
  'answers what is nested without end at %s',
  async (path) => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const bodies = [deep, `{"response": ${deep}}`, `{"label": ${deep}, "response": "No."}`];
    for (const body of bodies) {
      const request = {
        method: 'POST',
        path,
        body,
        contentType: 'application/json',
        token: 'known' as const,
      };
      const { status, text } = await send(service.url, TOKEN, request);
      expect([path, status < 500]).toEqual([path, true]);
      expect(() => JSON.parse(text) as unknown).not.toThrow();
    }
  },
);

import { homedir, tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { badRequests, leaks } from '../../benchmarks/service/requests.js';
import type { Service } from './serve.js';
import { startService } from './testing/service.js';

const TOKEN = 'a-token-that-nobody-may-see';
const headers = { authorization: `Bearer ${TOKEN}` };
const faults: string[] = [];
let service: Service;
beforeAll(async () => {
  service = await startService({ tokens: [TOKEN], onFault: (fault) => faults.push(fault) });
});
afterAll(() => service.close());

it('meets bad requests with an error of one shape, and tells no secrets', async () => {
  const openapi = (await (await fetch(`${service.url}/openapi.json`, { headers })).json()) as {
    paths: object;
  };
  const secrets = [TOKEN, homedir(), tmpdir(), process.cwd(), 'node_modules'];
  const seen = new Map<number, number>();
  for (const { method, path, body, contentType } of badRequests(openapi, 400, 7)) {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': contentType }) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const about = `${method} ${path} ${body?.slice(0, 300) ?? ''}: ${text.slice(0, 300)}`;
    seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
    expect(response.status, about).toBeLessThan(500);
    expect(leaks(text, body ?? '', secrets), about).toBeNull();
    if (path.startsWith('/v1/') && response.status >= 400)
      expect(JSON.parse(text), about).toMatchObject({
        error: { code: expect.stringMatching(/^KALLOS_/) as string },
      });
  }
  for (const status of [200, 400, 404, 422]) expect(seen.get(status) ?? 0).toBeGreaterThan(0);
});

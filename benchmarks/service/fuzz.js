// Thousands of bad requests to every route, made from what the service says it takes: does one of them get a 500, or an
// answer that names a path or a token?
//   npm run bench:fuzz -- [--count <n>] [--seed <n>]
/* global fetch */
import { homedir, tmpdir } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { serve } from '../../dist/index.js';
import { machine } from '../lib/machine.js';
import { badRequests, leaks } from './requests.js';

const { values: options } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const TOKEN = 'a-token-that-nobody-may-see';
const AT_ONCE = 16;

process.stdout.write(`${machine()}\n`);
const faults = [];
const service = await serve({
  port: 0,
  tokens: [TOKEN],
  onFault: (fault) => faults.push(fault),
  scoring: { recipe: 'provable', channels: ['execution', 'correctness'], concurrency: 2 },
});
const headers = { authorization: `Bearer ${TOKEN}` };
const openapi = await (await fetch(`${service.url}/openapi.json`, { headers })).json();
const secrets = [TOKEN, homedir(), tmpdir(), process.cwd(), 'node_modules', 'dist/'];
const statuses = {};
const bad = [];
const requests = badRequests(openapi, Number(options.count), Number(options.seed));
const worker = async () => {
  for (let next = requests.next(); !next.done; next = requests.next()) {
    const { method, path, body, contentType } = next.value;
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': contentType }) },
      body,
    });
    const text = await response.text();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    const leaked = leaks(text, body ?? '', secrets);
    if (response.status >= 500 || leaked)
      bad.push(`${response.status} ${method} ${path} ${leaked ?? ''} ${text.slice(0, 200)}`);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, worker));
await service.close();
process.stdout.write(
  `${options.count} requests: ${JSON.stringify(statuses)}; ${bad.length} with a 500 or a leak; ${faults.length} faults\n` +
    `${bad.slice(0, 20).join('\n')}\n`,
);
if (bad.length > 0) process.exitCode = 1;

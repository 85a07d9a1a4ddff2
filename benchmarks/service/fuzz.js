// Thousands of bad requests to every route, made from what the service says it takes: does one of them get a 500, an
// answer that names a path or a token, or anything at all without a token?
//   npm run bench:fuzz -- [--count <n>] [--seed <n>]
/* global fetch */
import { homedir, tmpdir } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { serve } from '../../dist/index.js';
import { machine } from '../lib/machine.js';
import { badRequests, faultOf, send } from './requests.js';

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
    const answer = await send(service.url, TOKEN, next.value);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const fault = faultOf(next.value, answer, secrets);
    const { method, path } = next.value;
    if (fault !== null) bad.push(`${method} ${path.slice(0, 200)}: ${fault} ${answer.text.slice(0, 200)}`);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, worker));
await service.close();
process.stdout.write(
  `${options.count} requests: ${JSON.stringify(statuses)}; ${bad.length} with a 500, a leak or no token; ${faults.length} faults\n` +
    `${bad.slice(0, 20).join('\n')}\n`,
);
if (bad.length > 0) process.exitCode = 1;

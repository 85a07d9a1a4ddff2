// Workers that wait instead of judging: `node noop-process.js SETTINGS`, as JSON.
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRedisWorker } from '../../dist/service/queue/redis/worker.js';

const { url, fleet, slots, workMs, workers } = JSON.parse(process.argv[2]);
const result = { status: 'not-run', score: null, reason: null, parts: {}, spread: null };
const answer = {
  verdict: {
    schema: 'kallos.verdict/1',
    id: '',
    kind: 'website',
    kindReason: 'none',
    outcome: 'ok',
    cause: null,
    detail: null,
    channels: { execution: result, correctness: result, visual: result, interaction: result },
    reward: { recipe: 'default@1', value: null, valid: false, missing: [] },
    findings: [],
    capture: null,
    trace: null,
    fingerprint: null,
    cost: { queueMs: 0, wallMs: 0, cpuMs: 0, usd: 0 },
  },
  pictures: [],
};
const work = async () => {
  if (workMs > 0) await sleep(workMs);
  return answer;
};
const all = [];
// One after another: a thousand at once would keep each other from being ready.
for (let i = 0; i < workers; i++) all.push(await createRedisWorker({ url, fleet, slots, work }));
process.once(
  'SIGTERM',
  () => void Promise.all(all.map((worker) => worker.close(1000))).then(() => process.disconnect()),
);
// Nothing outlives who started it.
process.once('disconnect', () => process.exit());
process.send('ready');

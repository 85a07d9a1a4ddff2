// Workers that wait instead of judging: `node noop-process.js SETTINGS`, as JSON. Tells the CPU time that they took at the end.
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRedisWorker } from '../../dist/service/queue/redis/worker.js';

const { url, fleet, slots, workMs, spread, workers } = JSON.parse(process.argv[2]);
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
/** Log-normal with the median 1, as the times of pages are. */
const factor = () =>
  Math.exp(spread * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random()));
const work = async () => {
  if (workMs > 0) await sleep(workMs * factor());
  return answer;
};
const all = [];
// One after another: a thousand at once would keep each other from being ready.
for (let i = 0; i < workers; i++) all.push(await createRedisWorker({ url, fleet, slots, work }));
const idle = process.cpuUsage();
process.once('SIGTERM', () => {
  const { user, system } = process.cpuUsage(idle);
  process.send({ cpuMs: (user + system) / 1000 });
  void Promise.all(all.map((worker) => worker.close(1000))).then(() => process.disconnect());
});
// Nothing outlives who started it.
process.once('disconnect', () => process.exit());
process.send('ready');

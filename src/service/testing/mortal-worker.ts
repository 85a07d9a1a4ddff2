import { setTimeout as sleep } from 'node:timers/promises';
import { createRedisWorker } from '../queue/redis/worker.js';
import { answerOf } from './queues.js';

// A worker of a test's own process, which the page "poison" kills as the kernel would, out of memory.
const { REDIS_URL: url = '', FLEET: fleet = '' } = process.env;
const worker = await createRedisWorker({
  url,
  fleet,
  slots: 8,
  work: async ({ key }) => {
    await sleep(key === 'poison' ? 200 : 400);
    if (key === 'poison') process.kill(process.pid, 'SIGKILL');
    return answerOf(key);
  },
});
process.once('SIGTERM', () => void worker.close(1000));

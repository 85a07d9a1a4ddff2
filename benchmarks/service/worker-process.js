// A worker in a process of its own: `node worker-process.js SETTINGS`, as JSON.
import process from 'node:process';
import { startWorker } from '../../dist/index.js';

const worker = await startWorker({ ...JSON.parse(process.argv[2]), graceSeconds: 5 });
process.once('SIGTERM', () => void worker.close().then(() => process.disconnect()));
// Nothing outlives who started it.
process.once('disconnect', () => process.exit());
process.send(worker.fleet);

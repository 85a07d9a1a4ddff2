// One pass of offline.js in a process of its own: renders pages and tells what became of their requests.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createRenderer, loadInputs } from '../../dist/index.js';

/** @type {{ inputs: string[], offline: object, pictures: string | null, concurrency: number }} */
const { inputs, offline, pictures, concurrency } = JSON.parse(process.argv[2]);

const renderer = await createRenderer({ profile: 'reward', offline, concurrency });
const running = new Set();
for await (const item of loadInputs(inputs)) {
  if ('error' in item) {
    process.send({ id: item.id, failed: item.error.message });
    continue;
  }
  const run = renderOne(item).finally(() => running.delete(run));
  running.add(run);
  if (running.size >= concurrency) await Promise.race(running);
}
await Promise.all(running);
await renderer.close();
process.disconnect();

async function renderOne({ id, artifact, brief }) {
  try {
    const { data, hash, files } = await renderer.render(artifact, brief);
    const { outcome, requests, errors, console: lines, pictures: names } = data;
    let picture = null;
    if (pictures && names.length > 0) {
      mkdirSync(pictures, { recursive: true });
      picture = join(pictures, `${id.replaceAll(/[^\w.-]/g, '_')}.png`);
      writeFileSync(picture, files.get(names[0].file));
    }
    process.send({ id, hash, outcome, requests, errors, console: lines, picture });
  } catch (error) {
    process.send({ id, failed: error.message });
  }
}

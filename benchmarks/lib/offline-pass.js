// One pass of offline.js in a process of its own: renders pages and tells what became of their requests.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createRenderer, loadInputs } from '../../dist/index.js';

/** @type {{ inputs: string[], offline: object, folder: string, concurrency: number }} */
const { inputs, offline, folder, concurrency } = JSON.parse(process.argv[2]);

mkdirSync(folder, { recursive: true });
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
    const file = join(folder, id.replaceAll(/[^\w.-]/g, '_'));
    writeFileSync(`${file}.json`, JSON.stringify(data));
    if (names.length > 0) writeFileSync(`${file}.png`, files.get(names[0].file));
    const picture = names.length > 0 ? `${file}.png` : null;
    process.send({ id, hash, outcome, requests, errors, console: lines, capture: `${file}.json`, picture });
  } catch (error) {
    process.send({ id, failed: error.message });
  }
}

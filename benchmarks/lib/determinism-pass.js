// One pass of determinism.js: judges every page with the install it is given; the first pass leaves what it saw in the
// reference folder, later ones tell where they differ from that.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { firstDifference } from './difference.js';

const [dist, profile, reference, ...inputs] = process.argv.slice(2);
const { createRenderer, loadInputs, scoreMany } = await import(pathToFileURL(join(dist, 'index.js')).href);

function compare(seen, verdict) {
  const { id } = verdict;
  const file = join(reference, `${createHash('sha256').update(id).digest('hex')}.json`);
  if (!existsSync(file)) {
    writeFileSync(file, JSON.stringify(seen));
    return {};
  }
  const before = JSON.parse(readFileSync(file, 'utf8'));
  const differences = {};
  for (const what of Object.keys(seen)) {
    if (JSON.stringify(before[what]) === JSON.stringify(seen[what])) continue;
    differences[what] = firstDifference(before[what], seen[what]) ?? 'the order of keys';
  }
  return differences;
}

const renderer = await createRenderer({ profile, concurrency: 2 });
const onCapture = (capture, verdict) => {
  const { data, hash } = capture;
  const seen = {
    // The hash last: the first difference is the cause, and the hash its effect.
    capture: { data, hash },
    pictures: Object.fromEntries(data.pictures.map((picture) => [picture.file, picture.hash])),
    // What it cost is no part of a verdict's identity.
    verdict: { ...verdict, cost: undefined, capture: undefined },
  };
  const differences = compare(JSON.parse(JSON.stringify(seen)), verdict);
  const { outcome, fingerprint } = verdict;
  process.send({ id: verdict.id, outcome, determinism: fingerprint.determinism, differences });
};
const onError = (error, id) => process.stderr.write(`${id}: ${error.message}\n`);
for await (const verdict of scoreMany(loadInputs(inputs), { renderer, concurrency: 2, onCapture, onError }))
  void verdict;
await renderer.close();
process.disconnect();

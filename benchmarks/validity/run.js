// Can the reward be trusted? Damaged pages, pages that cheat, stronger and weaker systems, and false alarms.
//   npm run build && npm run validity [-- mutations|hacks|ladder|alarms] [--pages 12] [--kinds a,b] [--severities 2] [--out <folder>] [--json]
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { parseArgs } from 'node:util';
import { alarms } from './alarms.js';
import { hacks } from './hacks.js';
import { mutations } from './mutations.js';
import { Store } from './store.js';

const PARTS = { mutations, hacks, alarms, ladder };

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: 'all' },
    kinds: { type: 'string' },
    severities: { type: 'string', default: '1,2,3' },
    out: { type: 'string' },
    concurrency: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
});
const asked = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = asked.find((name) => !(name in PARTS));
if (unknown) throw new Error(`There is no part "${unknown}": name ${Object.keys(PARTS).join(', ')}.`);
const options = {
  pages: flags.pages === 'all' ? Infinity : Number(flags.pages),
  kinds: flags.kinds?.split(','),
  severities: flags.severities.split(',').map((severity) => Number(severity) - 1),
  json: flags.json,
};
const store = new Store({ concurrency: Number(flags.concurrency), ...(flags.out && { folder: flags.out }) });
try {
  for (const name of asked) {
    if (asked.length > 1) process.stdout.write(`\n## ${name}\n\n`);
    const code = await PARTS[name](store, options);
    process.exitCode = Math.max(process.exitCode ?? 0, code);
  }
} finally {
  await store.close();
}

/** A measurement of its own, which renders what it compares. */
function ladder() {
  const script = fileURLToPath(new URL('ladder.js', import.meta.url));
  return (
    spawnSync(process.execPath, [script, ...(flags.json ? ['--json'] : [])], { stdio: 'inherit' }).status ?? 1
  );
}

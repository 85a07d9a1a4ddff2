// What the explorer of the interaction channel finds, misses and costs. See README.md.
//   npm run bench:interaction -- labelled | ambient | kill | generated | cost
import console from 'node:console';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { machine } from '../lib/machine.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    page: { type: 'string', default: '' },
    count: { type: 'string' },
    sample: { type: 'string' },
    from: { type: 'string', default: '0' },
    sheet: { type: 'string' },
    set: { type: 'string', default: 'own,generated' },
  },
});
const wanted = (page) => page.includes(options.page);
const numberOf = (text) => (text === undefined ? null : Number(text));
const count = numberOf(options.count);
const sample = numberOf(options.sample);

const COMMANDS = {
  labelled: async () => (await import('./labelled.js')).labelled(wanted),
  ambient: async () => (await import('./labelled.js')).ambient(wanted),
  kill: async () =>
    (await import('./kill.js')).kill(wanted, {
      sets: options.set.split(','),
      count,
      sample,
      from: Number(options.from),
    }),
  generated: async () => (await import('./generated.js')).generated(wanted, options.sheet ?? null),
  cost: async () => (await import('./cost.js')).cost(wanted, { count: count ?? 0, sample }),
};

const names = positionals.length > 0 ? positionals : ['labelled', 'ambient'];
const unknown = names.find((name) => !(name in COMMANDS));
if (unknown !== undefined) {
  console.error(`There is no "${unknown}": ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(2);
}
console.log(machine());
for (const name of names) {
  console.log(`\n== ${name}`);
  if (!(await COMMANDS[name]())) process.exitCode = 1;
}

import type { Command } from 'commander';
import type { Diagnosis } from '../render/diagnosis.js';
import { EXIT } from './print.js';

export function defineDoctor(program: Command): void {
  program
    .command('doctor')
    .description('tell what this machine has for scoring, and what to do about what is missing')
    .option('--browser <path>', 'look at this browser')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit code: 0 when pages can be scored, 2 when they cannot.')
    .action(async (options: { browser?: string; json?: boolean }) => {
      const { diagnose } = await import('../render/diagnosis.js');
      const found = await diagnose({ browser: options.browser ?? null });
      process.stdout.write(options.json ? `${JSON.stringify(found, null, 2)}\n` : await table(found));
      if (found.some(({ state }) => state === 'fail')) process.exitCode = EXIT.unfinished;
    });
}

/** One line a topic, with the advice below it. */
async function table(found: readonly Diagnosis[]): Promise<string> {
  const { default: colors } = await import('picocolors');
  const paint = { ok: colors.green, warn: colors.yellow, fail: colors.red };
  const width = Math.max(...found.map(({ topic }) => topic.length));
  return found
    .map(({ topic, state, fact, advice }) => {
      const line = `${paint[state](state.padEnd(4))}  ${topic.padEnd(width)}  ${fact}\n`;
      return advice ? `${line}${' '.repeat(width + 8)}${advice}\n` : line;
    })
    .join('');
}

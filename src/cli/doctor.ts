import type { Command } from 'commander';
import type { Diagnosis } from '../render/diagnosis.js';
import { EXIT } from './print.js';

export function defineDoctor(program: Command): void {
  program
    .command('doctor')
    .description('tell what this machine has for scoring, and what to do about what is missing')
    .option('--browser <path>', 'look at this browser')
    .option('--config <file>', 'try the models that this configuration names')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nEach model in the configuration is called once, for a token or so.\nExit code: 0 when all works, 2 when not.',
    )
    .action(async (options: { browser?: string; config?: string; json?: boolean }) => {
      const { diagnose } = await import('../render/diagnosis.js');
      const { loadConfig } = await import('../config.js');
      const settings = await loadConfig({ file: options.config });
      const found = await diagnose({ browser: options.browser ?? null });
      const { diagnoseModels } = await import('./models.js');
      found.push(...(await diagnoseModels(settings)));
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

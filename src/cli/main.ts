#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { toKallosError } from '../errors.js';
import { defineCalibrate } from './calibrate.js';
import { defineDoctor } from './doctor.js';
import { defineExplore } from './explore.js';
import { defineJudge } from './judge.js';
import { defineMirror } from './mirror.js';
import { EXIT, printError } from './print.js';
import { defineRubric } from './rubric.js';
import { defineSchema } from './schema.js';
import { defineScore } from './score.js';
import { defineServe } from './serve.js';
import { defineSetup } from './setup.js';
import { defineWorker } from './worker.js';

// A reader that has seen enough (`kallos … | head`) ends the command quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') printError(toKallosError(error));
  process.exit(error.code === 'EPIPE' ? process.exitCode : EXIT.unfinished);
});

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('kallos')
  .description('Sees what generated code looks like, and says how good it is and what to repair.')
  .version(version)
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('(kallos --help explains)')
  .exitOverride();
defineScore(program);
defineExplore(program);
defineServe(program);
defineWorker(program);
defineRubric(program);
defineCalibrate(program);
defineDoctor(program);
defineJudge(program);
defineMirror(program);
defineSetup(program);
defineSchema(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.unfinished;
  } else {
    printError(error);
    process.exitCode = EXIT.unfinished;
  }
}

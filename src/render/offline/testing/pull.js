/** Runs pull.ts in a process of its own. */
import { fileURLToPath, URL } from 'node:url';
import { runnerImport } from 'vite';

const work = fileURLToPath(new URL('pull.ts', import.meta.url));
await runnerImport(work, { configFile: false, logLevel: 'silent' });

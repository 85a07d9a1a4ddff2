/**
 * Renders one page, begins another that never ends, and then ends itself in the way that its argument says. Run as a process of its
 * own; "rendering" on standard output says that it is in the middle of a page.
 */
import console from 'node:console';
import process from 'node:process';
import { setTimeout } from 'node:timers';
import { fileURLToPath, URL } from 'node:url';
import { runnerImport } from 'vite';

const source = (path) => fileURLToPath(new URL(path, import.meta.url));
const load = async (path) =>
  (await runnerImport(source(path), { configFile: false, logLevel: 'silent' })).module;
const { createRenderer } = await load('../index.ts');
const { pageOf } = await load('./page.ts');

const [way, unsafe] = process.argv.slice(2);
const renderer = await createRenderer({ concurrency: 2, unsafe: unsafe === 'unsafe' });
try {
  await renderer.render(pageOf('<!doctype html><title>Page</title><p>Text</p>'));
} catch (error) {
  console.log(error.code);
  process.exit(3);
}
const endless = renderer.render(pageOf('<!doctype html><title>Page</title><script>while (true) {}</script>'));
setTimeout(() => {
  console.log('rendering');
  if (way === 'exit') process.exit(0);
  if (way === 'exception') throw new Error('uncaught');
  if (way === 'end') void renderer.close();
}, 500);
await endless;

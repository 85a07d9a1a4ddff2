import type { Command } from 'commander';
import { KallosError, toKallosError } from '../errors.js';
import { note } from './print.js';

/** The build that the browser client of this Kallos version was tested with. */
const BUILD = '148.0.7778.97';

export function defineSetup(program: Command): void {
  const setup = program.command('setup').description('bring what scoring needs');
  setup
    .command('browser')
    .description(`download chrome-headless-shell ${BUILD} into the cache folder`)
    .action(async () => {
      const { detectBrowserPlatform, install, Browser } = await import('@puppeteer/browsers');
      const { setUpFolder } = await import('../render/browser/locate.js');
      const platform = detectBrowserPlatform();
      if (!platform) {
        throw new KallosError(
          'KALLOS_BROWSER_MISSING',
          `No browser can be downloaded for ${process.platform} ${process.arch}.`,
          'Install Chromium, and name it with --browser or KALLOS_BROWSER.',
        );
      }
      note(`Downloading chrome-headless-shell ${BUILD} for ${platform}.`);
      try {
        const installed = await install({
          browser: Browser.CHROMEHEADLESSSHELL,
          buildId: BUILD,
          platform,
          cacheDir: setUpFolder(),
          downloadProgressCallback: percentPrinter(),
        });
        process.stdout.write(`${installed.executablePath}\n`);
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw toKallosError(cause);
        throw new KallosError(
          'KALLOS_BROWSER_MISSING',
          `The browser could not be downloaded: ${(cause as Error).message}.`,
          'Check the network (HTTPS_PROXY is respected), or install Chromium and name it with --browser.',
          { cause },
        );
      }
    });
}

/** Says how far the download is at every tenth. */
function percentPrinter(): (done: number, total: number) => void {
  let said = 0;
  return (done, total) => {
    const tenth = Math.floor((10 * done) / total);
    if (tenth > said) note(`${tenth * 10}%`);
    said = tenth;
  };
}

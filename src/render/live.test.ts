import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { locateBrowser, type LocatedBrowser } from './browser/locate.js';
import { fontEnvironment } from './fonts/config.js';
import { captureFrom } from './live.js';
import { element, layoutOf, pixelsOf, textsIn } from './testing/page.js';

const PAGE = `<!doctype html><html lang="fr"><title>En direct</title><style>body{margin:0}</style>
  <p id="p" style="margin:20px 0 0 30px;width:100px;height:40px;background:rgb(0,128,0)">Bonjour</p>
  <div style="height:2000px"></div><div id="end" style="height:50px;background:rgb(0,0,255)"></div></html>`;

let located: LocatedBrowser;
let env: Record<string, string>;
beforeAll(async () => {
  located = await locateBrowser();
  const libraries: Record<string, string> = located.libraries ? { LD_LIBRARY_PATH: located.libraries } : {};
  env = { PATH: process.env['PATH'] ?? '', ...libraries, ...(await fontEnvironment()).env };
});
/** The user's own browser, for their own pages, is started as they like; without a sandbox only in this test. */
const launchOptions = () => ({ executablePath: located.path, env, headless: true, args: ['--no-sandbox'] });

async function expectCaptured(session: Parameters<typeof captureFrom>[0]): Promise<void> {
  const capture = await captureFrom(session);
  expect(capture.data).toMatchObject({ outcome: 'ok', title: 'En direct', language: 'fr' });
  expect(capture.data.fingerprint.determinism).toBe('settled');
  const layout = layoutOf(capture);
  expect(layout).toMatchObject({ viewport: 'live', size: [800, 600], page: [800, 2110] });
  expect(element(layout, '#p').box).toEqual([30, 20, 100, 40]);
  expect(textsIn(layout)).toEqual(['Bonjour']);
  const { at, height } = await pixelsOf(capture);
  expect(height).toBe(2110);
  expect(at(120, 50)).toEqual([0, 128, 0]);
  expect(at(400, 2100)).toEqual([0, 0, 255]);
}

describe('captureFrom', () => {
  it('captures a page that is open in Puppeteer', async () => {
    const browser = await puppeteer.launch({
      ...launchOptions(),
      defaultViewport: { width: 800, height: 600 },
    });
    try {
      const page = await browser.newPage();
      await page.setContent(PAGE);
      await expectCaptured(await page.createCDPSession());
      // Nothing was changed on the page.
      expect(await page.evaluate(() => [window.innerWidth, window.innerHeight, window.scrollY])).toEqual([
        800, 600, 0,
      ]);
    } finally {
      await browser.close();
    }
  });

  it('captures a page that is open in Playwright', async () => {
    const browser = await chromium.launch(launchOptions());
    try {
      const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
      await page.setContent(PAGE);
      const session = await page.context().newCDPSession(page);
      await expectCaptured(session as unknown as Parameters<typeof captureFrom>[0]);
    } finally {
      await browser.close();
    }
  });
});

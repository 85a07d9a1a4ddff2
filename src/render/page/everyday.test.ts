import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../renderer.js';
import { outputOf, pageOf } from '../testing/page.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

/** What a page reads of its browser. */
async function answerTo(expression: string): Promise<unknown> {
  const page = `<!doctype html><title>x</title><output></output>
<script>document.querySelector('output').textContent = JSON.stringify(${expression});</script>`;
  return JSON.parse(outputOf(await renderer.render(pageOf(page))));
}

it('has nothing of a robot about its name', async () => {
  const told = (await answerTo(
    '[navigator.userAgent, navigator.userAgentData.brands, navigator.webdriver, navigator.languages, navigator.hardwareConcurrency]',
  )) as [string, { brand: string; version: string }[], boolean, string[], number];
  const [agent, brands, webdriver, languages, cores] = told;
  expect(agent).toMatch(/Chrome\/\d+\.0\.0\.0 Safari/);
  expect(JSON.stringify(told)).not.toMatch(/headless|puppeteer/i);
  expect(brands.find(({ brand }) => brand === 'Google Chrome')!.version).toBe(
    /Chrome\/(\d+)/.exec(agent)![1],
  );
  expect([webdriver, languages, cores]).toEqual([false, ['en-US', 'en'], 8]);
});

it('shows the viewers of PDF that every Chrome has', async () => {
  expect(
    await answerTo(
      '[navigator.plugins.length, navigator.plugins[0].name, navigator.plugins.namedItem("PDF Viewer") instanceof Plugin, navigator.plugins instanceof PluginArray, Object.keys(navigator.plugins).length, navigator.mimeTypes["application/pdf"].suffixes, navigator.pdfViewerEnabled]',
    ),
  ).toEqual([5, 'PDF Viewer', true, true, 5, 'pdf', true]);
});

it('answers from functions that look like the browser’s own, and throw where those do', async () => {
  const getter = 'Object.getOwnPropertyDescriptor(Navigator.prototype, "plugins").get';
  expect(
    await answerTo(
      `[${getter}.toString().includes("[native code]"), (() => { try { ${getter}.call({}); } catch (error) { return error.name; } })()]`,
    ),
  ).toEqual([true, 'TypeError']);
});

it('has the objects of a desktop’s Chrome, a screen around its window, and a mouse', async () => {
  expect(
    await answerTo(
      '[Object.keys(chrome), Notification.permission, screen.width >= outerWidth && screen.height >= outerHeight, outerWidth >= innerWidth && outerWidth > 0, matchMedia("(hover: hover) and (pointer: fine)").matches]',
    ),
  ).toEqual([['loadTimes', 'csi', 'app'], 'denied', true, true, true]);
});

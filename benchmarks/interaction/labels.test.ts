import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser, type HTTPRequest, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { locateBrowser } from '../../src/render/browser/locate.js';
import { fontEnvironment } from '../../src/render/fonts/config.js';
import { createOffline, type Offline } from '../../src/render/offline/index.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const labelsSchema = z.array(
  z.strictObject({
    page: z.string(),
    selector: z.string(),
    kind: z.string(),
    case: z.enum(['valid', 'invalid', 'empty']).optional(),
    via: z.string().optional(),
    after: z.string().optional(),
    label: z.enum(['answers', 'nothing', 'otherwise', 'invisible-only']),
    why: z.string().min(4),
  }),
);
const labels = labelsSchema.parse(JSON.parse(readFileSync(here('labels.json'), 'utf8')));
const files = ['pages', 'ambient'].flatMap((folder) =>
  readdirSync(here(folder)).map((name) => `${folder}/${name}`),
);

let browser: Browser;
let offline: Offline;
beforeAll(async () => {
  const [located, fonts] = await Promise.all([locateBrowser(), fontEnvironment()]);
  offline = await createOffline();
  const libraries: Record<string, string> = located.libraries ? { LD_LIBRARY_PATH: located.libraries } : {};
  const env = { PATH: process.env['PATH'] ?? '', ...libraries, ...fonts.env };
  browser = await puppeteer.launch({ executablePath: located.path, env, args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  await offline[Symbol.asyncDispose]();
});

/** Our own pages in a browser of the test's own; what they load from outside comes from the store. */
async function open(file: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  page.on('request', (request) => void respond(request, file));
  await page.goto('https://page.test/', { waitUntil: 'networkidle0' });
  return page;
}

async function respond(request: HTTPRequest, file: string): Promise<void> {
  const url = new URL(request.url());
  if (url.href === 'https://page.test/')
    return request.respond({ contentType: 'text/html; charset=utf-8', body: readFileSync(here(file)) });
  if (!url.protocol.startsWith('http')) return request.continue();
  const answer = await offline.answer({ url, type: request.resourceType() });
  if (!('body' in answer)) return request.respond({ status: 404 });
  return request.respond({
    contentType: answer.contentType,
    headers: { 'access-control-allow-origin': '*' },
    body: Buffer.from(answer.body),
  });
}

/** How many elements a selector names; ` >>> ` leads into a shadow tree or a frame. */
const countOf = (page: Page, selector: string) =>
  page.evaluate((path) => {
    const step = (roots: ParentNode[], part: string): Element[] =>
      roots.flatMap((root) => [...root.querySelectorAll(part)]);
    const [first, ...rest] = path.split(' >>> ') as [string, ...string[]];
    let elements = step([document], first);
    for (const part of rest)
      elements = step(
        elements.map((element) => element.shadowRoot ?? (element as HTMLIFrameElement).contentDocument!),
        part,
      );
    return elements.length;
  }, selector);

describe('the labelled pages', () => {
  it('are all labelled, and all there', () => {
    expect([...new Set(labels.map(({ page }) => page))].sort()).toEqual(files.sort());
  });

  it('are enough of each: at least 160 controls on 45 pages, a third of them dead or wrong, and 20 pages that move', () => {
    const still = labels.filter(({ page }) => page.startsWith('pages/'));
    expect(still.length).toBeGreaterThanOrEqual(160);
    expect(new Set(still.map(({ page }) => page)).size).toBeGreaterThanOrEqual(45);
    expect(still.filter(({ label }) => label !== 'answers').length).toBeGreaterThan(still.length / 3);
    expect(files.filter((file) => file.startsWith('ambient/')).length).toBeGreaterThanOrEqual(20);
  });

  it.each(files)('%s has each labelled control once', async (file) => {
    const page = await open(file);
    const counts: Record<string, number> = {};
    for (const { selector, after } of labels.filter((label) => label.page === file)) {
      const [element] = selector.split('@') as [string];
      const control = `${element}${after ? ` after ${after}` : ''}`;
      counts[control] = await countOf(page, element);
      if (counts[control] > 0 || after === undefined) continue;
      await page.$eval(after, (opener) => (opener as HTMLElement).click());
      await page.waitForSelector(element);
      counts[control] = await countOf(page, element);
      await page.reload({ waitUntil: 'networkidle0' });
    }
    await page.close();
    expect(Object.entries(counts).filter(([, count]) => count !== 1)).toEqual([]);
  });
});

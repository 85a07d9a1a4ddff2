import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../src/artifact/extract.js';
import type { Artifact } from '../../src/artifact/schema.js';
import type { Capture } from '../../src/render/capture.js';

/** What of the suite, which is plain JavaScript on the built package, is used here. */
interface Suite {
  Store: new (options: object) => Store;
  Page: new (artifact: Artifact, capture: Capture) => object;
  KINDS: { id: string }[];
  damage: (page: object, kind: object, severity: number) => Promise<{ artifact: Artifact } | null>;
  tryPage: (page: object, store: Store) => Promise<void>;
}
interface Store {
  capture(artifact: Artifact, brief: object, profile: string): Promise<Capture>;
  close(): Promise<void>;
}

const TIMEOUT = 240_000;
const STRONG = 2;
const folder = mkdtempSync(join(tmpdir(), 'kallos-damage-'));
let suite: Suite;
let store: Store;
beforeAll(async () => {
  const files = ['store.js', 'page.js', 'kinds.js', 'damage/index.js', 'tried.js'];
  const parts = await Promise.all(
    files.map((file) => import(new URL(file, import.meta.url).href) as Promise<object>),
  );
  suite = Object.assign({}, ...parts) as Suite;
  store = new suite.Store({ folder, concurrency: 1 });
}, TIMEOUT);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The source of a page after the strongest damage of a kind; null where the page has nothing to do it to. */
async function damaged(body: string, kind: string, { tried = false } = {}): Promise<string | null> {
  const html = `<!doctype html><html lang="en"><head><title>Bakery</title></head><body style="font: 16px/1.5 Arial">${body}</body></html>`;
  const artifact = extract(html, { id: 'bakery', kind: 'website' });
  const page = new suite.Page(artifact, await store.capture(artifact, {}, tried ? 'full' : 'reward'));
  if (tried) await suite.tryPage(page, store);
  const mutant = await suite.damage(
    page,
    suite.KINDS.find(({ id }) => id === kind)!,
    STRONG,
  );
  return mutant && new TextDecoder().decode(mutant.artifact.files.get(artifact.entry));
}
const broken = (body: string, kind: string) => damaged(body, kind, { tried: true });

describe('damage to what can be acted on', { timeout: TIMEOUT }, () => {
  const SHELF = `
    <button id="order" onclick="out.textContent = 'Ordered'">Order</button>
    <button id="ask" onclick="console.log('asked')">Ask</button>
    <button id="clear" onclick="note.value = ''; recount()">Clear</button>
    <textarea id="note" onclick="console.log('noted')" aria-label="Note"></textarea>
    <p id="out">Nothing yet</p>
    <script>
      const recount = () => { out.textContent = note.value.length + ' letters' };
      note.addEventListener('input', recount);
    </script>`;

  it('takes the handlers from what answered, and from nothing else', async () => {
    const html = await broken(SHELF, 'break-handlers');
    expect(html).toContain('<button id="order">');
    expect(html).toContain('<button id="ask" onclick=');
    // It has nothing to clear until something is written.
    expect(html).toContain('<button id="clear">');
    expect(html).toContain(".toString.call('input', recount)");
  });

  it('has nothing to break on a page that does not answer', async () => {
    const dead = '<button onclick="console.log(1)">Order</button> <a href="#nowhere">Bread</a>';
    for (const kind of ['break-handlers', 'dead-links', 'cover-controls'])
      expect(await broken(dead, kind)).toBeNull();
  });

  it('lets links that led somewhere lead nowhere', async () => {
    const html = await broken(
      `<a href="#prices">Prices</a> <a href="#gone">Team</a><div style="height: 2000px"></div><h2 id="prices">Prices</h2>`,
      'dead-links',
    );
    expect(html).toContain('<a href="#nowhere-1">Prices</a>');
    expect(html).toContain('<a href="#gone">Team</a>');
  });

  it('covers what a box of the page really hides from the mouse, wherever it is scrolled to', async () => {
    const place = (id: string, style: string) =>
      `<div style="${style}"><div style="height: 600px"></div><button id="${id}" style="width: 120px; height: 40px" onclick="out.textContent = '${id}'">${id}</button></div>`;
    const covers = (html: string | null) => html?.match(/class="clear-cover"/g)?.length ?? 0;
    const out = '<p id="out">Nothing yet</p>';
    expect(covers(await broken(out + place('plain', ''), 'cover-controls'))).toBe(1);
    const scrolled = place('below', 'height: 200px; overflow: auto');
    expect(covers(await broken(out + scrolled, 'cover-controls'))).toBe(0);
    expect(covers(await broken(out + scrolled + place('plain', ''), 'cover-controls'))).toBe(1);
    const shifted = `<div style="position: relative; border: 30px solid; transform: translate(40px, 10px)">${place('turned', '')}</div>`;
    expect(covers(await broken(out + shifted, 'cover-controls'))).toBe(1);
  });
});

describe('damage to looks', { timeout: TIMEOUT }, () => {
  const picture = async (raw: (i: number) => number) => {
    const pixels = Uint8Array.from({ length: 64 * 64 * 3 }, (_, i) => raw(i));
    const png = await sharp(pixels, { raw: { width: 64, height: 64, channels: 3 } })
      .png()
      .toBuffer();
    return `<img alt="" width="64" height="64" src="data:image/png;base64,${png.toString('base64')}">`;
  };

  it('tires only pictures that have a contrast to lose', async () => {
    const [flat, striped] = [
      await picture((i) => (i % 3 === 2 ? 255 : 0)),
      await picture((i) => (i * 7) % 256),
    ];
    expect(await damaged(flat, 'tired-image')).toBeNull();
    const html = await damaged(flat + striped, 'tired-image');
    expect(html?.match(/filter: contrast/g)).toHaveLength(1);
  });

  it('takes headings down to the text, and shouts, only where their size sets them apart', async () => {
    const page = (size: number) =>
      `<h1 style="font-size: ${size}px">Bread</h1><p>We bake with stone-ground flour from the valley.</p>`;
    for (const kind of ['flat-hierarchy', 'shout-headings']) expect(await damaged(page(20), kind)).toBeNull();
    expect(await damaged(page(72), 'flat-hierarchy')).toContain('font-size: 16px');
    expect(await damaged(page(72), 'shout-headings')).toContain('font-size: 180px');
  });
});

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CapturedImage } from '../capture.js';
import { createRenderer, type Renderer } from '../renderer.js';
import { layoutOf, pageOf } from '../testing/page.js';

let renderer: Renderer;
let png: Buffer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1 });
  png = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});
afterAll(() => renderer.close());

/** What became of the images of a page, by their id. */
async function imagesOf(
  html: string,
  files: Record<string, string | Uint8Array> = {},
): Promise<Record<string, CapturedImage>> {
  const { nodes, images } = layoutOf(
    await renderer.render(pageOf({ 'index.html': `<!doctype html>${html}`, ...files })),
  );
  return Object.fromEntries(images.map((image) => [nodes[image.node]!.attributes!['id']!, image]));
}

describe('images', () => {
  it('are loaded, with the size that they are', async () => {
    const { file, data, lazy } = await imagesOf(
      `<img id="file" src="a.png"><img id="data" src="data:image/png;base64,${Buffer.from(png).toString('base64')}">
       <div style="height:8000px"></div><img id="lazy" loading="lazy" src="a.png?lazy">`,
      { 'a.png': png },
    );
    for (const image of [file, data, lazy])
      expect(image).toMatchObject({ state: 'loaded', naturalWidth: 30, naturalHeight: 20 });
    expect(file!.url).toBe('https://www.example.com/a.png');
  });

  it('are broken when their file is missing or no picture, or when they name none', async () => {
    const images = await imagesOf(
      `<img id="missing" src="nowhere.png"><img id="corrupt" src="bad.png"><img id="text" src="note.txt">
       <img id="empty" src=""><img id="none"><img id="data" src="data:image/png;base64,AAAA">`,
      { 'bad.png': png.subarray(0, 20), 'note.txt': 'not a picture' },
    );
    for (const id of ['missing', 'corrupt', 'text', 'empty', 'data'])
      expect([id, images[id]!.state]).toEqual([id, 'broken']);
  });

  it('are placeholders when they lie outside, or unavailable where there are none', async () => {
    const html = '<img id="remote" src="https://images.example.org/photo.jpg?w=90&h=60">';
    const { remote } = await imagesOf(html);
    expect(remote).toMatchObject({
      state: 'placeholder',
      url: 'https://images.example.org/photo.jpg?w=90&h=60',
      naturalWidth: 90,
      naturalHeight: 60,
    });
    await using alone = await createRenderer({ concurrency: 1, offline: { mode: 'off' } });
    const { images } = layoutOf(await alone.render(pageOf(html)));
    expect(images).toMatchObject([{ state: 'unavailable', naturalWidth: 0 }]);
  });

  it('count as loaded when they are SVG without a size', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="10" height="10"/></svg>';
    const images = await imagesOf(
      `<img id="file" src="a.svg"><img id="data" src="data:image/svg+xml,${encodeURIComponent(svg)}"><img id="bad" src="bad.svg">`,
      { 'a.svg': svg, 'bad.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect' },
    );
    expect(images['file']!.state).toBe('loaded');
    expect(images['data']!.state).toBe('loaded');
    expect(images['bad']!.state).toBe('broken');
  });

  it('are judged by the source that is in use', async () => {
    const images = await imagesOf(
      `<picture><source media="(min-width: 600px)" srcset="wide.png"><img id="picture" src="nowhere.png"></picture>
       <img id="srcset" srcset="wide.png 1x, nowhere.png 2x" src="nowhere.png">
       <picture><source media="(max-width: 600px)" srcset="wide.png"><img id="fallback" src="nowhere.png"></picture>`,
      { 'wide.png': png },
    );
    expect(images['picture']).toMatchObject({ state: 'loaded', url: 'https://www.example.com/wide.png' });
    expect(images['srcset']).toMatchObject({ state: 'loaded', url: 'https://www.example.com/wide.png' });
    expect(images['fallback']).toMatchObject({ state: 'broken', url: 'https://www.example.com/nowhere.png' });
  });

  it('are told of even where others hide in shadow trees and frames', async () => {
    const images = await imagesOf(
      `<x-card></x-card><iframe srcdoc="<img id='framed' src='a.png'>"></iframe><template><img id="stamp"></template>
       <noscript><img id="unscripted"></noscript><div hidden><img id="hidden" src="a.png"></div><img id="plain" src="a.png">
       <script>document.querySelector('x-card').attachShadow({mode: 'open'}).innerHTML = '<img id="shadowed" src="a.png">'</script>`,
      { 'a.png': png },
    );
    expect(images['plain']!.state).toBe('loaded');
    expect(images['hidden']!.state).toBe('loaded');
    expect(Object.keys(images).sort()).toEqual(['hidden', 'plain']);
  });
});

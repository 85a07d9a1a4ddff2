import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../renderer.js';
import { element, layoutOf, outputOf, pageOf, pixelsOf, textsIn } from '../testing/page.js';
import { MAX_PICTURE_PX } from './picture.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1 });
});
afterAll(() => renderer.close());

const START = '<!doctype html><meta charset="utf-8"><style>body{margin:0}</style>';
const render = (html: string, files: Record<string, Uint8Array> = {}) =>
  renderer.render(pageOf({ 'index.html': START + html, ...files }));
const GREEN = [0, 128, 0];
const greenPng = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: 'rgb(0,128,0)' } })
    .png()
    .toBuffer();

describe('reveal', () => {
  it('brings lazy images in, far below the fold', async () => {
    const capture = await render(
      `<div style="height:9000px"></div><img id="lazy" loading="lazy" src="green.png" width="200" height="200">`,
      { 'green.png': await greenPng() },
    );
    expect(layoutOf(capture).images.map(({ state }) => state)).toEqual(['loaded']);
    expect((await pixelsOf(capture)).at(100, 9100)).toEqual(GREEN);
  });

  it('shows what appears when it is scrolled to, wherever it stands', async () => {
    const capture = await render(`<style>
        section { height: 700px; opacity: 0; transform: translateY(60px); transition: opacity .6s, transform .6s; background: rgb(0, 128, 0); }
        section.seen { opacity: 1; transform: none; }
      </style>${'<section></section>'.repeat(8)}<script>
      const observer = new IntersectionObserver((entries) => {
        for (const entry of entries) if (entry.isIntersecting) entry.target.classList.add('seen');
      }, { threshold: 0.4 });
      document.querySelectorAll('section').forEach((section) => observer.observe(section));
    </script>`);
    const { at } = await pixelsOf(capture);
    for (let k = 0; k < 8; k++) expect(at(600, 700 * k + 350)).toEqual(GREEN);
  });

  it('is not held up by smooth scrolling, and leaves the page at its top', async () => {
    const capture = await render(`<style>html { scroll-behavior: smooth; }</style>
      <div id="top" style="height:3000px"></div>
      <div id="end" style="height:300px"></div><output></output><script>
      const tell = () => { document.querySelector('output').textContent = scrollY; };
      new IntersectionObserver(([entry]) => { if (entry.isIntersecting) end.style.background = 'rgb(0,128,0)'; }).observe(end);
      addEventListener('scroll', tell);
    </script>`);
    expect((await pixelsOf(capture)).at(600, 3100)).toEqual(GREEN);
    expect(element(layoutOf(capture), '#top').box![1]).toBe(0);
    expect(outputOf(capture)).toBe('0');
  });

  it('shows what a page fades in by its own account of scrolling', async () => {
    const capture = await render(`<div style="height:2500px"></div>
      <div id="late" style="height:200px"></div><div style="height:900px"></div><script>
      addEventListener('scroll', () => {
        if (late.getBoundingClientRect().top < innerHeight) late.style.background = 'rgb(0,128,0)';
      });
    </script>`);
    expect((await pixelsOf(capture)).at(600, 2600)).toEqual(GREEN);
  });

  it('ends with pages that grow whenever their end is reached', async () => {
    const capture = await render(`<main></main><script>
      const more = () => document.querySelector('main').insertAdjacentHTML('beforeend', '<p style="height:400px;margin:0">more</p>'.repeat(4));
      more();
      addEventListener('scroll', () => {
        if (scrollY + innerHeight > document.documentElement.scrollHeight - 50) more();
      });
    </script>`);
    expect(capture.data.outcome).toBe('ok');
    expect(layoutOf(capture).page[1]).toBeGreaterThan(1600);
    expect(layoutOf(capture).page[1]).toBeLessThanOrEqual(3 * MAX_PICTURE_PX);
  });
});

describe('the full-page picture', () => {
  it('keeps 100vh the height of the window', async () => {
    const capture = await render(`<header style="height:100vh;background:rgb(0,128,0)"></header>
      <div style="height:2000px"></div><output></output>
      <script>document.querySelector('output').textContent = innerHeight;</script>`);
    expect(element(layoutOf(capture), 'header').box).toEqual([0, 0, 1280, 960]);
    const { at } = await pixelsOf(capture);
    expect(at(600, 950)).toEqual(GREEN);
    expect(at(600, 970)).toEqual([255, 255, 255]);
    expect(outputOf(capture)).toBe('960');
  });

  it('shows fixed and sticky headers once, at the top', async () => {
    for (const position of ['fixed', 'sticky']) {
      const capture =
        await render(`<header style="position:${position};top:0;width:100%;height:60px;background:rgb(0,128,0)"></header>
        <div style="height:4000px"></div>`);
      const { at } = await pixelsOf(capture);
      expect(element(layoutOf(capture), 'header').box).toEqual([0, 0, 1280, 60]);
      expect(at(600, 30)).toEqual(GREEN);
      for (let y = 100; y < 4000; y += 100) expect(at(600, y)).toEqual([255, 255, 255]);
    }
  });

  it('shows a page that scrolls inside itself as it stands', async () => {
    const capture = await render(`<style>html,body{height:100%}</style>
      <main style="height:100%;overflow:auto"><p style="margin:0;height:400px;background:rgb(0,128,0)">first</p>
      <p style="height:3000px">second</p></main>`);
    const layout = layoutOf(capture);
    expect(layout.page).toEqual([1280, 960]);
    expect(element(layout, 'main').scroll).toEqual([1280, 3432, 1280, 960]);
    expect((await pixelsOf(capture)).at(600, 200)).toEqual(GREEN);
    expect(textsIn(layout)).toEqual(['first', 'second']);
  });

  it('ends at 16,383 px, and says so', async () => {
    const capture = await render(
      `<div style="height:16000px"></div><div style="height:24000px;background:rgb(0,128,0)"></div>`,
    );
    const [picture] = capture.data.pictures;
    expect(picture).toMatchObject({ name: 'page', width: 1280, height: MAX_PICTURE_PX, cut: true });
    expect(layoutOf(capture).page).toEqual([1280, 40_000]);
    expect(capture.data.notes.join()).toContain('cut at 1280 x 16383 px');
    const { at } = await pixelsOf(capture);
    expect(at(600, 15_990)).toEqual([255, 255, 255]);
    expect(at(600, 16_380)).toEqual(GREEN);
  });
});

describe('what moves without end', () => {
  it('is held at a whole millisecond in frames, shadow trees and drawings too', async () => {
    const grow =
      '@keyframes g { to { width: 10000px } } i { display: block; width: 0; animation: g 10s linear infinite }';
    await using full = await createRenderer({
      concurrency: 1,
      profile: 'full',
      viewports: { desktop: [1280, 960], mobile: [375, 812] },
    });
    const capture = await full.render(
      pageOf(`${START}<div id="host"></div><iframe srcdoc="<style>body{margin:0} ${grow}</style><i id=f></i>"></iframe>
        <svg width="10" height="10"><rect id="s" height="5"><animate attributeName="width" from="0" to="10000"
          dur="10s" repeatCount="indefinite"/></rect></svg>
        <script>host.attachShadow({ mode: 'open' }).innerHTML = '<style>${grow}</style><i id="h"></i>';</script>`),
    );
    const [desktop, mobile] = capture.data.layouts;
    for (const id of ['#f', '#h', '#s']) {
      const [, , width] = element(desktop!, id).box!;
      expect(width, id).toBeGreaterThan(1000);
      expect(Number.isInteger(width), id).toBe(true);
      // Time goes on for the next viewport, and what is held does not.
      expect(element(mobile!, id).box![2], id).toBe(width);
    }
  });
});

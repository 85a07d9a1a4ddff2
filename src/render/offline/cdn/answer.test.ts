import { describe, expect, test } from 'vitest';
import type { Answer, PackageSource } from '../schema.js';
import { writtenPackages } from '../testing/packages.js';
import { cdnResponders } from './index.js';

/** The one answer of all responders, null when none of them understands the address. */
async function answer(url: string, packages: PackageSource): Promise<Answer | null> {
  const wish = { url: new URL(url), type: 'script' };
  const answers = cdnResponders.map((respond) => respond(wish, packages)).filter((one) => one !== null);
  expect(answers.length).toBeLessThanOrEqual(1);
  return (await answers[0]) ?? null;
}

async function answered(url: string, packages: PackageSource) {
  const given = await answer(url, packages);
  if (given?.fate !== 'answered') throw new Error(`${url}: ${JSON.stringify(given)}`);
  return { ...given, text: new TextDecoder().decode(given.body) };
}

const library = writtenPackages({
  'lib@1.0.0': {
    'package.json': JSON.stringify({
      name: 'lib',
      version: '1.0.0',
      main: 'dist/lib.js',
      unpkg: 'dist/lib.umd.js',
    }),
    'dist/lib.js': 'function lib(first, second) {\n  return first + second; // sum\n}\n',
    'dist/lib.umd.js': 'globalThis.lib = 1;',
    'css/lib.css': '@font-face { src: url("../fonts/lib.woff2") }\n.a { color: #ff0000 }',
    'fonts/lib.woff2': new Uint8Array([119, 79, 70, 50]),
    'broken.js': 'function (',
    'lib.wasm': new Uint8Array([0, 97, 115, 109]),
  },
});

describe('files of packages', () => {
  test('byte for byte, with the package they are from', async () => {
    expect(await answered('https://cdn.jsdelivr.net/npm/lib@1.0.0/dist/lib.umd.js', library)).toMatchObject({
      text: 'globalThis.lib = 1;',
      contentType: 'text/javascript; charset=utf-8',
      from: { name: 'lib', version: '1.0.0', path: 'dist/lib.umd.js' },
      verbatim: true,
    });
  });

  test.each([
    ['css/lib.css', 'text/css; charset=utf-8'],
    ['fonts/lib.woff2', 'font/woff2'],
    ['lib.wasm', 'application/wasm'],
    ['package.json', 'application/json; charset=utf-8'],
  ])('%s is %s', async (path, contentType) => {
    expect(await answered(`https://unpkg.com/lib@1/${path}`, library)).toMatchObject({
      contentType,
      verbatim: true,
    });
  });

  test('the default file differs between jsDelivr and unpkg', async () => {
    expect((await answered('https://unpkg.com/lib', library)).from.path).toBe('dist/lib.umd.js');
    expect((await answered('https://cdn.jsdelivr.net/npm/lib', library)).from.path).toBe('dist/lib.js');
  });

  test('a minified file that only the CDN has is made, once, and is not verbatim', async () => {
    const url = 'https://cdn.jsdelivr.net/npm/lib@1.0.0/dist/lib.min.js';
    const before = library.builds.length;
    const made = await answered(url, library);
    expect(made.text).toBe('function lib(n,i){return n+i}\n');
    expect(made.verbatim).toBe(false);
    await answered(url, library);
    expect(library.builds.length - before).toBeLessThanOrEqual(1);
    expect((await answered('https://cdn.jsdelivr.net/npm/lib/css/lib.min.css', library)).text).toContain(
      '.a{color:red}',
    );
  });

  test('what cannot be parsed is sent as it is', async () => {
    expect((await answered('https://cdn.jsdelivr.net/npm/lib/broken.min.js', library)).text).toBe(
      'function (',
    );
  });

  test('the version that the lock has for a range and a file', async () => {
    const packages = writtenPackages(
      { 'marked@4.3.0': { 'marked.min.js': 'four' }, 'marked@15.0.0': { 'lib/marked.umd.js': 'fifteen' } },
      { ranges: { 'marked@*/marked.min.js': '4.3.0' } },
    );
    expect((await answered('https://cdn.jsdelivr.net/npm/marked/marked.min.js', packages)).text).toBe('four');
    expect((await answered('https://cdn.jsdelivr.net/npm/marked/lib/marked.umd.js', packages)).text).toBe(
      'fifteen',
    );
  });
});

describe('what is not there', () => {
  test('a file that the named version lacks does not exist', async () => {
    for (const host of ['https://cdn.jsdelivr.net/npm', 'https://unpkg.com'])
      expect(await answer(`${host}/lib@1.0.0/dist/invented.js`, library)).toEqual({
        fate: 'absent',
        what: 'file',
        name: 'lib',
        detail: 'lib@1.0.0 has no file dist/invented.js.',
      });
  });

  test('of a range it is not known, for another version may have it', async () => {
    expect(await answer('https://unpkg.com/lib@1/dist/invented.js', library)).toMatchObject({
      fate: 'unavailable',
    });
    expect(await answer('https://unpkg.com/lib/dist/invented.js', library)).toMatchObject({
      fate: 'unavailable',
    });
  });

  test('nor of a CDN with builds of its own', async () => {
    const packages = writtenPackages({ 'vue@3.3.4': {} }, { absent: { ghost: 'package' } });
    expect(await answer('https://cdnjs.cloudflare.com/ajax/libs/vue/3.3.4/vue.js', packages)).toMatchObject({
      fate: 'unavailable',
    });
    expect(
      await answer('https://cdnjs.cloudflare.com/ajax/libs/ghost/1.0.0/ghost.js', packages),
    ).toMatchObject({ fate: 'unavailable' });
    expect(await answer('https://unpkg.com/ghost@1.0.0/ghost.js', packages)).toMatchObject({
      fate: 'absent',
      what: 'package',
    });
  });

  test('a package that is not locked is unavailable', async () => {
    expect(await answer('https://unpkg.com/other', library)).toMatchObject({ fate: 'unavailable' });
    expect(library.opened).not.toContain('other');
  });

  test('services that are not on npm say so', async () => {
    expect(await answer('https://www.gstatic.com/charts/loader.js', library)).toEqual({
      fate: 'unavailable',
      reason: 'Google Charts is not published on npm.',
    });
  });

  test('an address of nobody here is left to others', async () => {
    expect(await answer('https://cdn.jsdelivr.net/npm/lib/+esm', library)).toBeNull();
    expect(await answer('https://example.org/lib.js', library)).toBeNull();
  });
});

describe('CDNs with builds of their own', () => {
  test('cdnjs: the file in any folder, fonts beside their style sheet, never verbatim', async () => {
    const packages = writtenPackages({
      '@fortawesome/fontawesome-free@6.4.0': {
        'css/all.min.css': '@font-face{src:url(../webfonts/fa-solid-900.woff2)}',
        'webfonts/fa-solid-900.woff2': 'font',
      },
      'gsap@3.12.2': {
        'gsap-core.js': 'export {}',
        'dist/gsap.js': 'umd',
        'dist/gsap.min.js': 'min',
        'gsap.js': 'export {}',
      },
    });
    const base = 'https://cdnjs.cloudflare.com/ajax/libs';
    const sheet = await answered(`${base}/font-awesome/6.4.0/css/all.min.css`, packages);
    expect(sheet.verbatim).toBe(false);
    const font = new URL('../webfonts/fa-solid-900.woff2', `${base}/font-awesome/6.4.0/css/all.min.css`);
    expect((await answered(font.href, packages)).text).toBe('font');
    expect((await answered(`${base}/gsap/3.12.2/gsap.min.js`, packages)).text).toBe('min');
    expect((await answered(`${base}/gsap/3.12.2/gsap.js`, packages)).text).toBe('umd');
  });

  test('a build that was published empty is not what such a CDN sends', async () => {
    const packages = writtenPackages({ 'jsmediatags@3.9.5': { 'dist/jsmediatags.min.js': '' } });
    const file = 'jsmediatags.min.js';
    expect(
      await answer(`https://cdnjs.cloudflare.com/ajax/libs/jsmediatags/3.9.5/${file}`, packages),
    ).toMatchObject({ fate: 'unavailable' });
    expect((await answered(`https://unpkg.com/jsmediatags@3.9.5/dist/${file}`, packages)).text).toBe('');
    const whole = writtenPackages({
      'jsmediatags@3.9.5': { 'dist/jsmediatags.min.js': '', 'dist/jsmediatags.js': 'window.tags = 1 + 1;' },
    });
    expect(
      (await answered(`https://cdnjs.cloudflare.com/ajax/libs/jsmediatags/3.9.5/${file}`, whole)).text,
    ).toBe('window.tags=2;\n');
  });

  test('d3js.org: the script of a major, wherever it lay', async () => {
    const packages = writtenPackages({
      'd3@7.9.0': { 'dist/d3.min.js': 'seven', 'src/d3.min.js': 'no' },
      'd3@3.5.17': { 'd3.min.js': 'three' },
    });
    expect((await answered('https://d3js.org/d3.v7.min.js', packages)).text).toBe('seven');
    expect((await answered('https://d3js.org/d3.v3.min.js', packages)).text).toBe('three');
  });

  test('Tailwind: the script of the version and the plugins asked for', async () => {
    const packages = writtenPackages({
      'tailwindcss-cdn@3.4.10': {
        'tailwindcss.js': 'newest',
        'tailwindcss-with-forms.js': 'forms',
        'tailwindcss-with-all-plugins.js': 'all',
        '3.4.1/tailwindcss.js': 'older',
        '3.3.3/tailwindcss-with-all-plugins.js': 'old with all',
      },
    });
    const base = 'https://cdn.tailwindcss.com/';
    expect((await answered(base, packages)).text).toBe('newest');
    expect((await answered(`${base}3.4.17`, packages)).text).toBe('newest');
    expect((await answered(`${base}3.4.1`, packages)).text).toBe('older');
    expect((await answered(`${base}?plugins=forms`, packages)).text).toBe('forms');
    expect((await answered(`${base}?plugins=forms,typography`, packages)).text).toBe('all');
    expect((await answered(`${base}3.3.3?plugins=container-queries`, packages)).text).toBe('old with all');
  });

  test('a kit of Font Awesome adds the free style sheets', async () => {
    const packages = writtenPackages({
      '@fortawesome/fontawesome-free@6.7.2': { 'css/all.min.css': '.fas{}', 'css/v4-shims.min.css': '' },
    });
    const kit = await answered('https://kit.fontawesome.com/a076d05399.js', packages);
    const [sheet = ''] = /https:[^"]+all\.min\.css/.exec(kit.text) ?? [];
    expect((await answered(sheet, packages)).text).toBe('.fas{}');
    expect(kit.from.version).toBe('6.7.2');
  });
});

describe('combined files', () => {
  const packages = writtenPackages({
    'a@1.0.0': {
      'a.js': 'window.a = 1',
      'css/a.css': '.a { background: url(../img/a.png) url("data:x") url(/b.png) }',
    },
    'b@2.0.0': { 'b.js': '(function () {})()', 'b.css': '.b {}' },
  });

  test('scripts in order, each ended', async () => {
    const { text, verbatim } = await answered(
      'https://cdn.jsdelivr.net/combine/npm/a@1/a.js,npm/b@2/b.js',
      packages,
    );
    expect(text).toBe('window.a = 1\n;\n(function () {})()\n;');
    expect(verbatim).toBe(false);
  });

  test('style sheets, with addresses that still lead to their files', async () => {
    const { text, contentType } = await answered(
      'https://cdn.jsdelivr.net/combine/npm/a@1/css/a.css,npm/b/b.css',
      packages,
    );
    expect(contentType).toBe('text/css; charset=utf-8');
    expect(text).toBe(
      '.a { background: url(/npm/a@1.0.0/css/../img/a.png) url("data:x") url(/b.png) }\n.b {}',
    );
  });

  test('one part missing is the whole missing', async () => {
    expect(
      await answer('https://cdn.jsdelivr.net/combine/npm/a@1.0.0/a.js,npm/b@2.0.0/c.js', packages),
    ).toMatchObject({
      fate: 'absent',
      name: 'b',
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Answer } from '../schema.js';
import { writtenPackages, type WrittenPackages } from '../testing/packages.js';
import { moduleResponder, moduleWants, oneInstance } from './index.js';

const SHARED = 'export const state = { n: 0 };';
/** A library like React (CommonJS, two builds), a second one on top of it, and modules of every shape. */
const packages = (): WrittenPackages =>
  writtenPackages(
    {
      'core@1.0.0': {
        'package.json': '{"name":"core","version":"1.0.0","main":"index.js"}',
        'index.js':
          "if (process.env.NODE_ENV === 'production') module.exports = require('./prod.js'); else module.exports = require('./dev.js');",
        'prod.js': "exports.useState = () => 'production'; exports.version = '1.0.0';",
        'dev.js': "exports.useState = () => 'development'; exports.version = '1.0.0';",
        'extra.js': "var core = require('core'); exports.same = core;",
      },
      'core@2.0.0': {
        'package.json': '{"name":"core","version":"2.0.0","main":"index.js"}',
        'index.js': 'exports.two = 2;',
      },
      'hooks@1.0.0': {
        'package.json':
          '{"name":"hooks","version":"1.0.0","module":"index.js","peerDependencies":{"core":"*"}}',
        'index.js': "import { useState } from 'core'; export const useHook = () => useState();",
      },
      'plain@1.2.3': {
        'package.json':
          '{"name":"plain","version":"1.2.3","type":"module","exports":{".":"./build/plain.js","./addons/*":"./addons/*"}}',
        'build/plain.js': 'export class Scene {}',
        'addons/orbit.js': "import { Scene } from 'plain'; export class Orbit extends Scene {}",
      },
      'wide@1.0.0': {
        'package.json':
          '{"name":"wide","version":"1.0.0","module":"index.js","dependencies":{"core":"1.0.0"}}',
        'index.js': "export * from './a'; export { default as b } from './b'; export * from 'core';",
        'a.js': "export { state } from './state'; export const a = 1;",
        'b.js': "import { state } from './state'; export default function b() { return ++state.n; }",
        'state.js': SHARED,
        'outside.js': "import { state } from './state'; export const read = () => state.n;",
      },
      'routed@1.0.0': {
        'package.json':
          '{"name":"routed","version":"1.0.0","type":"module","exports":{".":"./index.js","./dom":"./dom.js"},"dependencies":{"core":"1.0.0"}}',
        'index.js': "import 'core'; export { context } from './chunk.js';",
        'dom.js': "import { context } from './chunk.js'; export const inDom = context;",
        'chunk.js': 'export const context = {};',
      },
      'lost@1.0.0': {
        'package.json':
          '{"name":"lost","version":"1.0.0","module":"index.js","dependencies":{"nowhere":"^3.0.0"}}',
        'index.js': "import 'nowhere';",
      },
      'maybe@1.0.0': {
        'package.json': '{"name":"maybe","version":"1.0.0","main":"index.js"}',
        'index.js': "try { require('nowhere'); } catch (e) { exports.told = e.message; } exports.ok = true;",
      },
      'noded@1.0.0': {
        'package.json': '{"name":"noded","version":"1.0.0","main":"index.js"}',
        'index.js':
          "const E = require('events'); const fs = require('fs'); exports.heard = 0; const e = new E(); e.on('x', () => exports.heard++); e.emit('x'); exports.read = () => fs.readFileSync('x'); exports.onNode = typeof process !== 'undefined' && !!(process.versions && process.versions.node);",
      },
      'styled@1.0.0': {
        'package.json': '{"name":"styled","version":"1.0.0","module":"index.js","style":"look.css"}',
        'index.js':
          "import './look.css'; import data from './data.json'; export const here = new URL('./pic.png', import.meta.url).href; export { data };",
        'look.css': 'p{}',
        'data.json': '{"answer":42}',
      },
      'empty@1.0.0': { 'package.json': '{"name":"empty","version":"1.0.0"}' },
    },
    { ranges: { 'core@*': '1.0.0' } },
  );

type Answered = Extract<Answer, { fate: 'answered' }>;
const ask = (url: string, source = packages()) =>
  moduleResponder({ url: new URL(url), type: 'script' }, source);
const textOf = async (url: string, source?: WrittenPackages) =>
  new TextDecoder().decode(((await ask(url, source)) as Answered).body);

/** Loads a module with all that it imports, as a browser would: one instance for each address. */
async function load(
  url: string,
  source: WrittenPackages,
  loaded = new Map<string, string>(),
): Promise<string> {
  const known = loaded.get(url);
  if (known !== undefined) return known;
  const [, name, version, path] =
    /^https:\/\/cdn\.jsdelivr\.net\/npm\/((?:@[^/]+\/)?[^@/]+)@([^/]+)\/(.+)$/.exec(url) ?? [];
  const asked = ask(url, source);
  const stored = path !== undefined && !asked ? await source.open(name!, version!) : null;
  const body = asked
    ? ((await asked) as Answered).body
    : stored && !('fate' in stored)
      ? await stored.read(path!)
      : new Uint8Array();
  let text = new TextDecoder().decode(body);
  for (const target of new Set([...text.matchAll(/(?:from|import)\s*"(https:[^"]+)"/g)].map(([, to]) => to!)))
    text = text.replaceAll(`"${target}"`, JSON.stringify(await load(target, source, loaded)));
  const data = `data:text/javascript,${encodeURIComponent(text)}`;
  loaded.set(url, data);
  return data;
}
/** Runs `code`, which imports by CDN addresses. Nothing but the hand-written packages above is run. */
async function run(code: string, source = packages()): Promise<Record<string, unknown>> {
  const loaded = new Map<string, string>();
  let text = code;
  for (const [, target] of code.matchAll(/from '(https:[^']+)'/g))
    text = text.replace(`'${target!}'`, JSON.stringify(await load(target!, source, loaded)));
  return (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Record<string, unknown>;
}

describe('modules of packages', () => {
  it('are one instance by any route', async () => {
    const { same } = await run(`
      import * as a from 'https://esm.sh/core@1.0.0';
      import * as b from 'https://esm.sh/core@^1';
      import c from 'https://cdn.jsdelivr.net/npm/core@1/+esm';
      import d from 'https://cdn.skypack.dev/core@1.0.0';
      import e from 'https://unpkg.com/core@1.0.0/index.js?module';
      import f from 'https://ga.jspm.io/npm:core@1.0.0/index.js';
      import g from 'https://esm.sh/v135/core@1.0.0/es2022/core.mjs';
      import h from 'https://esm.sh/core@1.0.0?bundle&target=es2020&no-dts';
      import { same as i } from 'https://esm.sh/core@1.0.0/extra';
      export const same = [b.default, c, d, e, f, g, h, i].map((one) => one === a.default);`);
    expect(same).toEqual(Array(8).fill(true));
  });

  it('of CommonJS have names, in the production build or the development build', async () => {
    const { built } = await run(`
      import core, { useState } from 'https://esm.sh/core';
      import { useState as inDev } from 'https://esm.sh/core?dev';
      export const built = [useState(), inDev(), core.useState === useState];`);
    expect(built).toEqual(['production', 'development', true]);
  });

  it('share their dependencies with the page', async () => {
    const { hook } = await run(`
      import { useHook } from 'https://esm.sh/hooks';
      export const hook = useHook();`);
    expect(hook).toBe('production');
    expect(await textOf('https://esm.sh/hooks@1.0.0/-/index.js')).toContain(
      '"https://esm.sh/core@1.0.0/-/index.js"',
    );
  });

  it('take the versions that `deps` names, and have another address only where that differs', async () => {
    expect(await textOf('https://esm.sh/hooks?deps=core@1.0.0')).toBe(
      'export * from "https://esm.sh/hooks@1.0.0/-/index.js";',
    );
    expect(await textOf('https://esm.sh/hooks?deps=core@2')).toBe(
      'export * from "https://esm.sh/hooks@1.0.0/-/index.js?deps=core@2.0.0";',
    );
    expect(await textOf('https://esm.sh/hooks@1.0.0/-/index.js?deps=core@2.0.0')).toContain(
      'core@2.0.0/-/index.js',
    );
  });

  it('leave externals to the import map', async () => {
    for (const url of ['https://esm.sh/hooks?external=core', 'https://esm.sh/*hooks']) {
      const stub = await textOf(url);
      const [, inner] = /"(.+)"/.exec(stub) ?? [];
      expect(await textOf(inner!)).toMatch(/from\s*"core"/);
    }
  });

  it('that run in browsers as they are stay at their published address, for subpaths too', async () => {
    const published = 'https://cdn.jsdelivr.net/npm/plain@1.2.3/build/plain.js';
    expect(await textOf('https://esm.sh/plain@1')).toBe(`export * from "${published}";`);
    const stub = await textOf('https://esm.sh/plain/addons/orbit.js');
    const [, inner] = /"(.+)"/.exec(stub) ?? [];
    expect(await textOf(inner!)).toContain(`"${published}"`);
  });

  it('that name a published file by another CDN or range are that file', async () => {
    const raw = (url: string): Promise<Answer> =>
      oneInstance(
        { url: new URL(url), type: 'script' },
        {
          fate: 'answered',
          contentType: 'text/javascript; charset=utf-8',
          body: new TextEncoder().encode('export class Scene {}; export default 1;'),
          from: { name: 'plain', version: '1.2.3', path: 'build/plain.js' },
          verbatim: true,
        },
      );
    const body = async (url: string) => new TextDecoder().decode(((await raw(url)) as Answered).body);
    const published = 'https://cdn.jsdelivr.net/npm/plain@1.2.3/build/plain.js';
    expect(await body('https://unpkg.com/plain@1.2.3/build/plain.js')).toBe(
      `export * from "${published}";export { default } from "${published}";`,
    );
    expect(await raw(published)).toMatchObject({ verbatim: true });
  });

  it('run each file of a package once, by its main module and by subpaths inside and outside of it', async () => {
    const { seen } = await run(`
      import { state, b, useState } from 'https://esm.sh/wide';
      import { state as again } from 'https://esm.sh/wide/state';
      import bAgain from 'https://esm.sh/wide/b.js';
      import { read } from 'https://esm.sh/wide/outside.js';
      b();
      export const seen = [state === again, b === bAgain, read(), typeof useState];`);
    expect(seen).toEqual([true, true, 1, 'function']);
    const { one } = await run(`
      import { context } from 'https://esm.sh/routed';
      import { inDom } from 'https://esm.sh/routed/dom';
      export const one = context === inDom;`);
    expect(one).toBe(true);
    expect(Object.keys(await run("export * from 'https://esm.sh/wide/a';"))).toEqual(['a', 'state']);
  });

  it('stand in for what packages need of Node, and throw only on use', async () => {
    const { got } = await run(`
      import { heard, read, onNode } from 'https://esm.sh/noded';
      let thrown = ''; try { read(); } catch (error) { thrown = error.message; }
      import { ok, told } from 'https://esm.sh/maybe';
      export const got = [heard, thrown, ok, told];`);
    expect(got).toEqual([
      1,
      'fs.readFileSync is a part of Node and does not exist in a browser.',
      true,
      "Cannot find module 'nowhere'",
    ]);
  });

  it('carry data and the addresses of files; style sheets are asked for by themselves', async () => {
    const { data, here } = await run("export * from 'https://esm.sh/styled';");
    expect([data, here]).toEqual([{ answer: 42 }, 'https://cdn.jsdelivr.net/npm/styled@1.0.0/pic.png']);
    expect(await ask('https://esm.sh/styled?css')).toMatchObject({
      contentType: 'text/css; charset=utf-8',
      from: { path: 'look.css' },
      verbatim: true,
    });
  });

  it('are told from what is missing', async () => {
    expect(await ask('https://esm.sh/core@1.0.0/nothing.js')).toMatchObject({
      fate: 'absent',
      what: 'file',
      name: 'core',
    });
    expect(await ask('https://esm.sh/empty')).toMatchObject({ fate: 'absent', what: 'file' });
    expect(await ask('https://esm.sh/unheard-of')).toMatchObject({ fate: 'unavailable' });
    const lost = (await ask('https://esm.sh/lost@1.0.0/-/index.js')) as Extract<
      Answer,
      { fate: 'unavailable' }
    >;
    expect(lost.fate).toBe('unavailable');
    expect(lost.reason).toContain('nowhere@^3.0.0');
  });

  it('are built once, whatever asks for them', async () => {
    const source = packages();
    await textOf('https://esm.sh/core@1.0.0/-/index.js', source);
    const before = source.builds.length;
    await textOf('https://esm.sh/core@1.0.0/-/index.js', source);
    expect(source.builds).toHaveLength(before);
  });
});

describe('addresses', () => {
  it('of modules say what the puller has to lock', () => {
    const wants = (url: string) => moduleWants(new URL(url));
    expect(wants('https://esm.sh/@scope/pkg@^2/sub/path?deps=react@18.2.0')).toEqual({
      name: '@scope/pkg',
      range: '^2',
      subpath: 'sub/path',
      deps: { react: '18.2.0' },
    });
    expect(wants('https://esm.sh/react-dom@18.2.0&dev/client')).toMatchObject({
      name: 'react-dom',
      range: '18.2.0',
      subpath: 'client',
    });
    expect(
      wants(
        'https://cdn.skypack.dev/-/react@v17.0.1-yH0aYV1FOvoIPeKBbHxg/dist=es2019,mode=imports/optimized/react.js',
      ),
    ).toMatchObject({ name: 'react', range: '17.0.1', subpath: '' });
    expect(wants('https://cdn.jsdelivr.net/npm/three@0.160.0/examples/jsm/x.js/+esm')).toMatchObject({
      subpath: 'examples/jsm/x.js',
    });
  });

  it('of anything else are left to others', () => {
    for (const url of [
      'https://cdn.jsdelivr.net/npm/three@0.160.0/build/three.module.js',
      'https://unpkg.com/react@18/umd/react.production.min.js',
      'https://example.com/react@18',
      'https://esm.sh/',
      'https://esm.sh/gh/owner/repo',
      'https://esm.sh:8080/react',
      'https://esm.sh/a/..%2f..%2fetc/passwd',
    ])
      expect(ask(url)).toBeNull();
  });
});

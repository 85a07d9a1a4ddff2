import { describe, expect, it } from 'vitest';

import type { Job } from './bundle.js';
import { compile } from './compiler.js';

const job = (entry: string, code: string): Job => ({
  files: new Map([[entry, Buffer.from(code)]]),
  entry,
  language: entry.replace(/^.*\./, '') as Job['language'],
  props: {},
  reactMajor: 18,
});

describe('compiling in a process', () => {
  it('serves many at once, one after the other on warm processes', async () => {
    const cards = Array.from({ length: 6 }, (_, i) =>
      compile(job('App.jsx', `export default () => <b>${i}</b>`)),
    );
    for (const result of await Promise.all(cards)) expect(result).toHaveProperty('bundle');
  });

  it('is ended when it takes too long, and the next one gets a fresh process', async () => {
    const slow = `<template>${'<div>'.repeat(20_000)}${'</div>'.repeat(20_000)}</template>`;
    const result = await compile(job('App.vue', slow), 0.05);
    expect(result).toEqual({ failure: 'the compiler did not finish in 0.05 seconds.' });
    expect(await compile(job('App.jsx', 'export default () => <b>Tea</b>'))).toHaveProperty('bundle');
  });

  it.each([
    ['parentheses', 'App.jsx', `export default () => ${'('.repeat(2_000_000)}`],
    ['negations', 'App.jsx', `export default () => ${'!'.repeat(2_000_000)}1`],
    ['elements', 'App.jsx', `export default () => ${'<b>'.repeat(500_000)}`],
    ['elements of Vue', 'App.vue', `<template>${'<b>'.repeat(2_000)}</template>`],
    ['blocks of Svelte', 'App.svelte', '{#if a}'.repeat(200_000)],
    ['too much', 'App.jsx', `export default () => <b>Tea</b>;//${'x'.repeat(6 * 1024 * 1024)}`],
  ])('makes a failure of a sentence of %s', async (_, entry, code) => {
    const result = await compile(job(entry, code));
    expect(result).toHaveProperty('failure');
    if ('failure' in result) expect(result.failure).toMatch(/^[^\n]{1,300}\.$/);
    expect(await compile(job('App.jsx', 'export default () => <b>Tea</b>'))).toHaveProperty('bundle');
  });
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fontConfig, fontEnvironment } from './config.js';

let cache: string;
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'kallos-test-'));
  vi.stubEnv('KALLOS_CACHE', cache);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(cache, { recursive: true });
});

describe('fontEnvironment', () => {
  it('makes one folder, whoever asks and however often at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => fontEnvironment()));
    expect(new Set(all.map(({ dir }) => dir)).size).toBe(1);
    expect(await readdir(dirname(all[0]!.dir))).toHaveLength(1);
    expect((await readdir(all[0]!.dir)).sort()).toEqual(['cache', 'fonts.conf']);
  });

  it('has a fingerprint that does not depend on the place', async () => {
    const here = await fontEnvironment();
    vi.stubEnv('KALLOS_CACHE', join(cache, 'elsewhere'));
    const there = await fontEnvironment();
    expect(there.dir).not.toBe(here.dir);
    expect(there.fingerprint).toBe(here.fingerprint);
  });

  it('shows the browser no fonts of the system', async () => {
    const { env, fonts } = await fontEnvironment();
    const text = await readFile(env.FONTCONFIG_FILE, 'utf8');
    expect(text.match(/<dir>.*?<\/dir>/g)).toEqual([`<dir>${fonts}</dir>`]);
    expect(text).not.toContain('<include');
  });
});

it('fontConfig escapes paths', () => {
  expect(fontConfig('/a & <b>', '')).toContain('<dir>/a &amp; &lt;b></dir>');
});

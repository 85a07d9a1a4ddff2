import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EMPTY_LOCK, formatLock, lockHash, mergeLocks, parseLock, readLock } from './lock.js';
import { createResolver } from './resolve.js';
import type { Lock, LockedPackage } from './schema.js';

const entry = (digit: string): LockedPackage => ({
  integrity: `sha512-${digit.repeat(86)}==`,
  tree: `sha256:${digit.repeat(64)}`,
  size: 10,
});
const lock: Lock = {
  ...EMPTY_LOCK,
  packages: {
    'chart.js@4.4.1': entry('1'),
    'chart.js@3.9.1': entry('2'),
    'chart.js@4.5.0': entry('3'),
    '@scope/name@2.0.0-beta.1': entry('4'),
    'marked@15.0.0': entry('5'),
    'marked@4.3.0': entry('6'),
  },
  ranges: { 'chart.js@*': '4.4.1', 'marked@*/marked.min.js': '4.3.0' },
  absent: {
    'react-doom': 'package',
    'chart.js@99': 'version',
    'chart.js@4.4.1/dist/chart.umd.min.js': 'file',
  },
};

it('is the same text and hash in whatever order it was made', () => {
  const reversed = { ...lock, packages: Object.fromEntries(Object.entries(lock.packages).reverse()) };
  expect(formatLock(reversed)).toBe(formatLock(lock));
  expect(lockHash(reversed)).toBe(lockHash(lock));
  expect(parseLock(formatLock(lock), 'text')).toEqual(lock);
  expect(lockHash({ ...lock, ranges: {} })).not.toBe(lockHash(lock));
});

it.each([
  ['not JSON', '{'],
  ['another schema', JSON.stringify({ ...lock, schema: 'kallos.lock/2' })],
  ['a hash that is none', JSON.stringify({ ...lock, packages: { 'a@1.0.0': { ...entry('1'), tree: 'x' } } })],
  ['a name that leaves the store', JSON.stringify({ ...lock, packages: { '../../etc@1.0.0': entry('1') } })],
  ['a version that is a range', JSON.stringify({ ...lock, packages: { 'a@^1.0.0': entry('1') } })],
  ['a version that leaves the store', JSON.stringify({ ...lock, packages: { 'a@1.0.0/../..': entry('1') } })],
  ['a range without a version', JSON.stringify({ ...lock, ranges: { 'chart.js@4': 'latest' } })],
  ['an absent name that is none', JSON.stringify({ ...lock, absent: { 'a b': 'package' } })],
])('refuses %s', (_, text) => {
  expect(() => parseLock(text, 'kallos.lock')).toThrow(expect.objectContaining({ code: 'KALLOS_LOCK' }));
});

it('is read from a file, and a missing one is no error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kallos-lock-'));
  try {
    const file = join(folder, 'kallos.lock');
    expect(await readLock(file)).toBeNull();
    await writeFile(file, formatLock(lock));
    expect(await readLock(file)).toEqual(lock);
    await expect(readLock(folder)).rejects.toMatchObject({ code: 'KALLOS_LOCK' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('merges: later ranges win, what is locked is not absent, and hashes must agree', () => {
  const project: Lock = {
    ...EMPTY_LOCK,
    packages: { 'react-doom@1.0.0': entry('7'), 'chart.js@4.4.1': entry('1') },
    ranges: { 'chart.js@*': '4.5.0' },
  };
  const merged = mergeLocks(lock, project);
  expect(merged.ranges['chart.js@*']).toBe('4.5.0');
  expect(merged.absent).not.toHaveProperty('react-doom');
  expect(merged.absent).toHaveProperty('chart.js@99');
  expect(Object.keys(merged.packages)).toHaveLength(7);

  const other = { ...EMPTY_LOCK, packages: { 'chart.js@4.4.1': entry('9') } };
  expect(() => mergeLocks(lock, other)).toThrow(/different hashes/);
  const dangling = { ...EMPTY_LOCK, ranges: { 'vue@3': '3.5.0' } };
  expect(() => mergeLocks(lock, dangling)).toThrow(/not locked/);
});

const resolve = createResolver(lock);

it.each([
  ['the exact version', '4.5.0', '4.5.0'],
  ['with a v', 'v4.4.1', '4.4.1'],
  ['a major', '3', '3.9.1'],
  ['a range: the newest', '^4.0.0', '4.5.0'],
  ['no range: what the lock says', null, '4.4.1'],
  ['an empty one', '', '4.4.1'],
  ['latest', 'latest', '4.4.1'],
  ['x', 'x', '4.4.1'],
  ['a star', '*', '4.4.1'],
  ['next', 'next', '4.5.0'],
])('resolves %s', (_, range, version) => {
  expect(resolve('chart.js', range)).toEqual({ version });
});

it('takes a pre-release where there is nothing else', () => {
  expect(resolve('@scope/name', null)).toEqual({ version: '2.0.0-beta.1' });
  expect(resolve('@scope/name', '^2')).toEqual({ version: '2.0.0-beta.1' });
});

it('takes the version that still has the file', () => {
  expect(resolve('marked', null)).toEqual({ version: '15.0.0' });
  expect(resolve('marked', 'latest', 'marked.min.js')).toEqual({ version: '4.3.0' });
  expect(resolve('marked', '15', 'marked.min.js')).toEqual({ version: '15.0.0' });
});

it('tells what does not exist from what is not locked', () => {
  expect(resolve('react-doom', '1')).toMatchObject({ fate: 'absent', what: 'package' });
  expect(resolve('chart.js', '99')).toMatchObject({ fate: 'absent', what: 'version' });
  expect(resolve('chart.js', null, 'dist/chart.umd.min.js')).toMatchObject({ fate: 'absent', what: 'file' });
  expect(resolve('chart.js', '4.4.1', 'dist/chart.umd.js')).toEqual({ version: '4.4.1' });
  expect(resolve('Not A Name', null)).toMatchObject({ fate: 'absent', what: 'package' });

  for (const [name, range] of [
    ['vue', '3'],
    ['chart.js', '2'],
    ['chart.js', 'beta'],
    ['chart.js', '9'.repeat(5000)],
    ['constructor', null],
    ['__proto__', 'hasOwnProperty'],
  ] as const) {
    const refusal = resolve(name, range);
    expect(refusal).toMatchObject({ fate: 'unavailable' });
    expect((refusal as { reason: string }).reason).toContain('kallos mirror pull');
  }
});

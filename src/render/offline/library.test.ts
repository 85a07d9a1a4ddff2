import { fileURLToPath } from 'node:url';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { FONTS, LIBRARIES } from './library.js';
import { EMPTY_LOCK, readLock } from './lock.js';
import { createResolver } from './resolve.js';

const lock = (await readLock(fileURLToPath(new URL('builtin.lock.json', import.meta.url)))) ?? EMPTY_LOCK;
const resolve = createResolver(lock);
const every = [...LIBRARIES, ...FONTS];

describe('the built-in lock', () => {
  it('has every listed version', () => {
    const missing = every
      .flatMap(({ name, versions }) => versions.map((version) => `${name}@${version}`))
      .filter((key) => !(key in lock.packages));
    expect(missing).toEqual([]);
  });

  it('takes a name without a version for the newest listed one, unless the list says otherwise', () => {
    expect(resolve('three', null)).toEqual({ version: '0.180.0' });
    expect(resolve('animejs', 'latest')).toEqual({ version: '3.2.2' });
    expect(resolve('aos', null)).toEqual({ version: '2.3.4' });
    expect(resolve('aos', 'next')).toEqual({ version: '3.0.0-beta.6' });
  });

  it('prefers the newest version that has the file where a newer one lost it', () => {
    expect(resolve('react', null, 'umd/react.production.min.js')).toEqual({ version: '18.3.1' });
    expect(resolve('three', null, 'build/three.min.js')).toEqual({ version: '0.160.0' });
  });

  it('leads each range only to a version that the list or a dependency asked for', () => {
    for (const { name, ranges = {} } of every) {
      for (const [range, version] of Object.entries(ranges)) {
        const [wanted = '', ...path] = range.split('/');
        expect(resolve(name, wanted, path.length > 0 ? path.join('/') : undefined)).toEqual({ version });
      }
    }
  });

  it('holds no type declarations, which no page loads', () => {
    expect(Object.keys(lock.packages).filter((key) => key.startsWith('@types/'))).toEqual([]);
  });
});

describe('the list', () => {
  it('names each version once, exactly', () => {
    const keys = every.flatMap(({ name, versions }) => versions.map((version) => `${name}@${version}`));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(
      every.flatMap(({ versions }) => versions).filter((version) => semver.valid(version) !== version),
    ).toEqual([]);
  });
});

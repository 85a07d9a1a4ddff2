import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPack, writePack } from './pack.js';
import { filesOfTarball, PACKAGE_LIMITS } from './tarball.js';
import { packageOf, tarballOf, type TarEntry } from './testing/registry.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-pack-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes a tarball down, and a pack from it. */
async function packOf(
  tarball: Uint8Array,
  name = 'one',
): Promise<{ file: string; tree: string; size: number }> {
  const file = join(folder, name);
  await writeFile(`${file}.tgz`, tarball);
  return { file, ...(await writePack(file, filesOfTarball(`${file}.tgz`))) };
}

describe('a pack', () => {
  it('gives back every file of the tarball', async () => {
    const big = Buffer.alloc(300_000, 'big');
    const { tarball } = await packageOf('a', '1.0.0', {
      'dist/a.js': 'export {}',
      'dist/big.bin': big,
      empty: '',
    });
    const { file, tree, size } = await packOf(tarball);
    const pack = await openPack(file, tree);
    expect(pack.paths).toEqual(['dist/a.js', 'dist/big.bin', 'empty', 'package.json']);
    expect((await pack.read('dist/a.js')).toString()).toBe('export {}');
    expect((await pack.read('dist/big.bin')).equals(big)).toBe(true);
    expect(await pack.read('empty')).toHaveLength(0);
    expect(size).toBe((await stat(file)).size);
    await expect(pack.read('dist/b.js')).rejects.toMatchObject({ code: 'KALLOS_PACKAGE_REFUSED' });
    await pack.close();
  });

  it('is a function of the tarball alone', async () => {
    const { tarball } = await packageOf('a', '1.0.0', { 'a.js': '1', 'b.js': '2' });
    const [one, two] = [await packOf(tarball, 'one'), await packOf(tarball, 'two')];
    expect(one.tree).toBe(two.tree);
    expect((await readFile(one.file)).equals(await readFile(two.file))).toBe(true);
    const other = await packOf(
      (await packageOf('a', '1.0.0', { 'a.js': '1', 'b.js': '3' })).tarball,
      'three',
    );
    expect(other.tree).not.toBe(one.tree);
  });

  it('lists source maps and type declarations, but keeps no bytes of them', async () => {
    const bytes = 'x'.repeat(100_000);
    const unkept = ['a.js.map', 'a.d.ts', 'a.d.mts', 'a.d.cts', 'a.js.flow'];
    const files = Object.fromEntries(unkept.map((path) => [path, bytes]));
    const { file, tree, size } = await packOf(
      (await packageOf('a', '1.0.0', { 'a.js': '1', ...files })).tarball,
    );
    expect(size).toBeLessThan(2000);
    const pack = await openPack(file, tree);
    for (const path of unkept) {
      expect(pack.has(path)).toBe(true);
      await expect(pack.read(path)).rejects.toThrow(/is not kept/);
    }
    await pack.verify();
    await pack.close();
  });

  it('takes off the first folder whatever its name, and the last of two files with one path', async () => {
    const { file, tree } = await packOf(
      await tarballOf([
        { name: 'somewhere', type: 'directory' },
        { name: 'somewhere/a.js', body: 'old' },
        { name: './elsewhere/./b//c.js', body: 'c' },
        { name: 'somewhere/a.js', body: 'new' },
        { name: 'beside.js', body: 'dropped' },
        { name: `package/${'long/'.repeat(60)}d.js`, body: 'd' },
      ]),
    );
    const pack = await openPack(file, tree);
    expect(pack.paths).toEqual(['a.js', 'b/c.js', `${'long/'.repeat(60)}d.js`]);
    expect((await pack.read('a.js')).toString()).toBe('new');
    await pack.close();
  });

  it('notices every changed byte', async () => {
    const { file, tree } = await packOf((await packageOf('a', '1.0.0', { 'a.js': 'hello' })).tarball);
    const right = await readFile(file);
    for (let at = 0; at < right.length; at++) {
      const wrong = Buffer.from(right);
      wrong[at]! ^= 1;
      await writeFile(file, wrong);
      const check = async (): Promise<void> => {
        const pack = await openPack(file, tree);
        await pack.verify().finally(() => pack.close());
      };
      await expect(check()).rejects.toMatchObject({ code: 'KALLOS_STORE_CORRUPT' });
    }
  });

  it.each([0, 3, 20])('cut off at %i bytes is corrupt', async (length) => {
    const { file, tree } = await packOf((await packageOf('a', '1.0.0')).tarball);
    await writeFile(file, (await readFile(file)).subarray(0, length));
    await expect(openPack(file, tree)).rejects.toMatchObject({ code: 'KALLOS_STORE_CORRUPT' });
    await expect(openPack(file)).rejects.toMatchObject({ code: 'KALLOS_STORE_CORRUPT' });
  });
});

describe('a tarball is refused', () => {
  const hostile: [string, TarEntry][] = [
    ['with a path that climbs out', { name: 'package/../../etc/passwd', body: 'x' }],
    ['that climbs out at once', { name: '../package/a.js', body: 'x' }],
    ['with an absolute path', { name: '/etc/passwd', body: 'x' }],
    ['with a drive', { name: 'C:/windows/a.js', body: 'x' }],
    ['with a backslash', { name: 'package\\..\\..\\a.js', body: 'x' }],
    ['with a control character', { name: 'package/a\u0001.js', body: 'x' }],
    ['with a line break in a long path', { name: `package/${'x'.repeat(120)}\nb.js`, body: 'x' }],
    ['with a symbolic link', { name: 'package/a.js', type: 'symlink', linkname: '/etc/passwd' }],
    ['with a hard link', { name: 'package/a.js', type: 'link', linkname: 'package/b.js' }],
    ['with a device', { name: 'package/null', type: 'character-device' }],
    ['with a pipe', { name: 'package/pipe', type: 'fifo' }],
    ['with a path too long', { name: `package/${'a/'.repeat(PACKAGE_LIMITS.path.value / 2)}b`, body: 'x' }],
  ];
  it.each(hostile)('%s', async (_, entry) => {
    const tarball = await tarballOf([{ name: 'package/fine.js', body: 'x' }, entry]);
    await expect(packOf(tarball)).rejects.toMatchObject({ code: 'KALLOS_PACKAGE_REFUSED' });
  });

  it('that is none', async () => {
    const { tarball } = await packageOf('a', '1.0.0', { 'a.js': Buffer.alloc(5000, 'ab') });
    const { tarball: noise } = await packageOf('a', '1.0.0', {
      'a.js': crypto.getRandomValues(new Uint8Array(9000)),
    });
    const none = [
      Buffer.from('<html>'),
      gzipSync(Buffer.alloc(2000, 'x')),
      noise.subarray(0, noise.length / 2),
      tarball.subarray(0, tarball.length - 20),
    ];
    for (const [i, bytes] of none.entries())
      await expect(packOf(bytes, String(i))).rejects.toMatchObject({ code: 'KALLOS_PACKAGE_REFUSED' });
  });

  it('that is a gzip bomb, long before it is unpacked', async () => {
    // 5 GB of zeros, in gzip members of 50 MB: 5 MB packed.
    const member = gzipSync(Buffer.alloc(50e6));
    const head = await tarballOf([{ name: 'package/a.js', body: 'x' }]);
    const bomb = Buffer.concat([head, ...Array.from({ length: 100 }, () => member)]);
    await expect(packOf(bomb)).rejects.toThrow(/more than 400,000,000/);
  });

  it('with a file too large, by what its header says', async () => {
    const tarball = await tarballOf([{ name: 'package/a.js', body: Buffer.alloc(101e6) }]);
    await expect(packOf(tarball)).rejects.toThrow(/more than 100,000,000/);
    expect((await stat(join(folder, 'one'))).size).toBe(0);
  });

  it('with too many files', async () => {
    const one = gunzipSync(await tarballOf([{ name: 'package/empty' }])).subarray(0, 512);
    const many = gzipSync(Buffer.alloc(512 * (PACKAGE_LIMITS.files.value + 1), one));
    await expect(packOf(many)).rejects.toThrow(/more than 50,000/);
  });
});

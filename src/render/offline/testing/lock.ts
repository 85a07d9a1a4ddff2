import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPTY_LOCK, mergeLocks } from '../lock.js';
import { writePack } from '../pack.js';
import type { Lock, LockedPackage } from '../schema.js';
import { filesOfTarball } from '../tarball.js';
import { integrityOf, type TestPackage } from './registry.js';

/** The lock that locking these packages gives, made without a registry. */
export async function lockOf(packages: readonly TestPackage[], more: Partial<Lock> = {}): Promise<Lock> {
  const folder = await mkdtemp(join(tmpdir(), 'kallos-lock-'));
  try {
    const locked: Record<string, LockedPackage> = {};
    for (const [i, { name, version, tarball }] of packages.entries()) {
      const file = join(folder, String(i));
      await writeFile(`${file}.tgz`, tarball);
      locked[`${name}@${version}`] = {
        integrity: integrityOf(tarball),
        ...(await writePack(file, filesOfTarball(`${file}.tgz`))),
      };
    }
    return mergeLocks({ ...EMPTY_LOCK, packages: locked, ...more });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

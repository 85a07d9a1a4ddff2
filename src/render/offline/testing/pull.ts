/**
 * Opens or locks one package several times at once and prints what came of it as JSON. Arguments: what to do, the store's folder, the
 * registry, a package, its version, how often, and the lock's file.
 */
import { readFile } from 'node:fs/promises';
import { parseLock } from '../lock.js';
import { createLocker } from '../locker.js';
import { PackageStore } from '../package-store.js';
import { createPackages } from '../packages.js';
import { createRegistry } from '../registry.js';

const [what, folder, url, name, version, times, lockFile] = process.argv.slice(2) as [
  'open' | 'pull',
  ...[string, string, string, string, string, string],
];
const lock = parseLock(await readFile(lockFile, 'utf8'), lockFile);
const store = new PackageStore({ folder });
const registry = createRegistry({ env: { KALLOS_REGISTRY: url } });

async function open(): Promise<string> {
  const found = await createPackages({ mode: 'locked', store, lock, registry }).open(name, version);
  if ('fate' in found) return JSON.stringify(found);
  for (const path of found.paths) await found.read(path);
  return `${found.paths.length} files`;
}

async function pull(): Promise<string> {
  const { packages } = await createLocker({ registry, store, lock }).lockPackage(name, version);
  return packages[`${name}@${version}`]!.tree;
}

const work = what === 'open' ? open : pull;
console.log(JSON.stringify(await Promise.all(Array.from({ length: Number(times) }, work))));

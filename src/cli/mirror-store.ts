import { writeFile } from 'node:fs/promises';
import { loadConfig } from '../config.js';
import { KallosError } from '../errors.js';
import { lockInForce } from '../render/offline/index.js';
import { EMPTY_LOCK, formatLock, mergeLocks, readLock } from '../render/offline/lock.js';
import { packageKey } from '../render/offline/names.js';
import { PackageStore } from '../render/offline/package-store.js';
import type { Lock } from '../render/offline/schema.js';
import { exportStore, importStore } from '../render/offline/transfer.js';
import type { MirrorFlags, PruneFlags } from './mirror.js';
import { mirrorConfig, mirrorPlaces, sizeText } from './offline.js';
import { EXIT, note } from './print.js';

/** `kallos mirror export`: what the locks name and the store has. */
export async function runExport(file: string, flags: MirrorFlags): Promise<void> {
  const { store, lock } = await open(flags);
  const { packages, missing, bytes } = await exportStore(store, lock, file);
  await store.close();
  if (flags.json) print({ file, packages, missing, bytes });
  else process.stdout.write(`${packages.length} packages, ${sizeText(bytes)}, are in ${file}.\n`);
  if (missing.length > 0) {
    note(
      `${missing.length} locked packages are not in the store and stay out; fetch them first with kallos mirror pull --default.`,
    );
  }
}

/** `kallos mirror import`: the packages go into the store, and what the built-in lock lacks into the project's lock. */
export async function runImport(file: string, flags: MirrorFlags): Promise<void> {
  const { store, lockFile } = await open(flags);
  const { lock, packages, bytes } = await importStore(store, file);
  await store.close();
  const builtin = await lockInForce(null);
  const own = (await readLock(lockFile)) ?? EMPTY_LOCK;
  const more = beyond(lock, builtin);
  const added = Object.keys(more.packages).filter((key) => !(key in own.packages));
  if (Object.values(more).some((part) => typeof part === 'object' && Object.keys(part).length > 0)) {
    await writeFile(lockFile, formatLock(mergeLocks(own, more)));
  }
  if (flags.json) print({ packages, bytes, locked: added });
  else {
    process.stdout.write(
      `${packages.length} packages, ${sizeText(bytes)}, taken in` +
        `${added.length > 0 ? `; ${added.length} of them added to ${lockFile}` : ''}.\n`,
    );
  }
}

/** `kallos mirror ls`. */
export async function runList(flags: MirrorFlags): Promise<void> {
  const { store, lock } = await open(flags);
  const entries = (await store.list()).map(({ name, version, bytes, usedAt }) => ({
    package: packageKey(name, version),
    bytes,
    lastUsed: new Date(usedAt).toISOString().slice(0, 10),
    locked: packageKey(name, version) in lock.packages,
  }));
  await store.close();
  if (flags.json) {
    print(entries);
    return;
  }
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { package: key, bytes, lastUsed, locked } of entries) {
    process.stdout.write(
      `${sizeText(bytes).padStart(9)}  ${lastUsed}  ${key}${locked ? '' : '  (not locked)'}\n`,
    );
  }
  note(`${entries.length} packages, ${sizeText(total)}, in ${store.folder}`);
}

/** `kallos mirror prune`. */
export async function runPrune(flags: PruneFlags): Promise<void> {
  if (!flags.unlocked && flags.maxSize === undefined) {
    throw new KallosError(
      'KALLOS_USAGE',
      'It is not said what to remove.',
      'Use --unlocked, --max-size 2GB, or both.',
    );
  }
  const { store, lock } = await open(flags);
  const gone = await store.prune({
    ...(flags.unlocked && { keep: ({ name, version }) => packageKey(name, version) in lock.packages }),
    ...(flags.maxSize !== undefined && { maxBytes: parseSize(flags.maxSize) }),
  });
  await store.close();
  const bytes = gone.reduce((sum, entry) => sum + entry.bytes, 0);
  if (flags.json)
    print(
      gone.map(({ name, version, bytes: size }) => ({ package: packageKey(name, version), bytes: size })),
    );
  else process.stdout.write(`${gone.length} packages, ${sizeText(bytes)}, removed.\n`);
  process.exitCode = EXIT.fine;
}

async function open(flags: MirrorFlags): Promise<{ store: PackageStore; lock: Lock; lockFile: string }> {
  const settings = await loadConfig({ flags: mirrorConfig(flags), file: flags.config });
  const { folder, lockFile, projectLock } = mirrorPlaces(settings);
  return { store: new PackageStore({ folder }), lock: await lockInForce(projectLock), lockFile };
}

/** What a lock says that another doesn't. */
function beyond(lock: Lock, known: Lock): Lock {
  const rest = <T>(entries: Record<string, T>, have: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(entries).filter(([key]) => !(key in have)));
  return {
    schema: lock.schema,
    packages: rest(lock.packages, known.packages),
    ranges: rest(lock.ranges, known.ranges),
    absent: rest(lock.absent, known.absent),
  };
}

const UNITS: Record<string, number> = { KB: 1e3, MB: 1e6, GB: 1e9 };

function parseSize(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*([KMG]B)$/i.exec(text.trim()) ?? [];
  if (number !== undefined) return Number(number) * UNITS[unit!.toUpperCase()]!;
  throw new KallosError('KALLOS_USAGE', `"${text}" is not a size.`, 'Write it like this: --max-size 800MB');
}

const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);

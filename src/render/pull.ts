import type { Item } from '../artifact/load.js';
import type { CapturedRequest } from './capture.js';
import { lockInForce } from './offline/index.js';
import { EMPTY_LOCK, mergeLocks, readLock, formatLock } from './offline/lock.js';
import { PackageStore } from './offline/package-store.js';
import { createPuller } from './offline/pull.js';
import type { Registry } from './offline/registry.js';
import { addressesIn } from './offline/wants.js';
import { createRenderer, type RendererOptions } from './renderer.js';
import { writeFile } from 'node:fs/promises';

/** Rounds of rendering: what a page loads shows what it loads next. */
const ROUNDS = 8;

export interface PullOptions extends Pick<RendererOptions, 'browser' | 'concurrency' | 'unsafe' | 'onNote'> {
  /** Folder of the store. */
  store: string;
  /** File of the lock that is extended; it need not be there yet. */
  lock: string;
  registry?: Registry;
}

/** An address that could not be answered, and why. */
export interface Unanswered {
  url: string;
  type: string;
  fate: 'absent' | 'unavailable';
  reason: string;
  /** Ids of the pages that ask for it. */
  pages: string[];
}

export interface PullReport {
  pages: number;
  /** Requests for scripts, styles, fonts, data by what became of them; pictures that a placeholder stands in for are counted apart. */
  requests: { answered: number; placeholder: number; absent: number; unavailable: number };
  /** "name@version" of what was locked now. */
  locked: string[];
  /** Bytes that it takes in the store. */
  bytes: number;
  unanswered: Unanswered[];
}

/**
 * Fills the store for a set of pages and extends the lock: renders them, locks what they asked for and could not be given, and does so
 * again until nothing new is asked for. The only place where names that a page chose are resolved.
 *
 * @throws KallosError as rendering does, and KALLOS_LOCK for a lock that can't be read
 */
export async function pullPages(items: readonly Item[], options: PullOptions): Promise<PullReport> {
  const { store: folder, lock: file, registry, onNote = () => undefined, ...rendering } = options;
  const store = new PackageStore({ folder });
  const own = (await readLock(file)) ?? EMPTY_LOCK;
  const puller = createPuller({
    store,
    lock: mergeLocks(await lockInForce(null), own),
    ...(registry && { registry }),
  });
  const failures = new Map<string, string>();
  const tried = new Set<string>();
  const pull = async (url: URL): Promise<void> => {
    if (tried.has(url.href)) return;
    tried.add(url.href);
    for (const failure of await puller.pull(url)) failures.set(failure.package, failure.reason);
  };
  const save = () => writeFile(file, formatLock(mergeLocks(own, puller.found)));

  const pages = items.flatMap((item) => ('artifact' in item ? [item] : []));
  const texts = pages.flatMap(({ artifact }) => [...artifact.files.values()]);
  for (const text of texts) {
    for (const url of addressesIn(Buffer.from(text).toString('utf8'))) await pull(url);
  }
  await save();

  let open = pages;
  const requests = new Map<string, readonly CapturedRequest[]>();
  for (let round = 1; round <= ROUNDS && open.length > 0; round++) {
    onNote(`round ${round}: rendering ${open.length} page${open.length > 1 ? 's' : ''}`);
    await using renderer = await createRenderer({ ...rendering, offline: { store: folder, lock: file } });
    const rendered = open.map(async ({ id, artifact, brief }) => {
      requests.set(id, (await renderer.render(artifact, brief)).data.requests);
    });
    await Promise.all(rendered);
    const before = tried.size;
    const again: typeof open = [];
    for (const page of open) {
      const wishes = requests.get(page.id)!.filter(({ fate }) => fate === 'unavailable');
      const known = tried.size;
      for (const { url } of wishes) if (URL.canParse(url)) await pull(new URL(url));
      if (tried.size > known) again.push(page);
    }
    await save();
    open = tried.size > before ? again : [];
  }
  await store.close();
  return reportOf(requests, puller.found.packages, failures);
}

function reportOf(
  requests: ReadonlyMap<string, readonly CapturedRequest[]>,
  packages: Readonly<Record<string, { size: number }>>,
  failures: ReadonlyMap<string, string>,
): PullReport {
  const count = { answered: 0, placeholder: 0, absent: 0, unavailable: 0 };
  const unanswered = new Map<string, Unanswered>();
  for (const [id, list] of requests) {
    for (const { url, type, fate, reason, from } of list) {
      // The page's own files are none of the store's business.
      if (fate === 'answered' && from === null) continue;
      if (!Object.hasOwn(count, fate)) continue;
      count[fate as keyof typeof count]++;
      if (fate !== 'absent' && fate !== 'unavailable') continue;
      const known = unanswered.get(url);
      if (known) known.pages.push(id);
      else unanswered.set(url, { url, type, fate, reason: reasonFor(reason ?? '', failures), pages: [id] });
    }
  }
  return {
    pages: requests.size,
    requests: count,
    locked: Object.keys(packages),
    bytes: Object.values(packages).reduce((sum, { size }) => sum + size, 0),
    unanswered: [...unanswered.values()],
  };
}

/** What the registry said of the package that a reason is about is worth more than that it isn't locked. */
function reasonFor(reason: string, failures: ReadonlyMap<string, string>): string {
  const failure = [...failures].find(([key]) => reason.includes(key));
  return failure ? failure[1] : reason;
}

import { versionsByName } from './lock.js';
import { isExactVersion, isPackageName, newestOf, packageKey, rangeOf, shown } from './names.js';
import type { Lock, PackageSource, Refusal } from './schema.js';

/** Finds the locked version of what a page names. It looks into the lock and nowhere else. */
export function createResolver(lock: Lock): PackageSource['resolve'] {
  const versions = versionsByName(lock);
  const packages = new Set(Object.keys(lock.packages));
  const ranges = new Map(Object.entries(lock.ranges));
  const absent = new Map(Object.entries(lock.absent));

  const find = (name: string, range: string, path: string | undefined): string | undefined =>
    (isExactVersion(range) && packages.has(packageKey(name, range)) ? range : undefined) ??
    (path === undefined ? undefined : ranges.get(`${name}@${range}/${path}`)) ??
    ranges.get(`${name}@${range}`) ??
    newestOf(versions.get(name) ?? [], range);

  return (name, asked, path) => {
    if (!isPackageName(name)) {
      return {
        fate: 'absent',
        what: 'package',
        name: shown(name),
        detail: 'no npm package can have this name',
      };
    }
    const range = rangeOf(asked);
    const version = find(name, range, path);
    const keys = [name, `${name}@${range}`];
    if (path !== undefined) keys.push(`${name}@${range}/${path}`);
    if (version !== undefined && path !== undefined) keys.push(`${name}@${version}/${path}`);
    // A package that is locked exists, and so does a version that was found: only the file may still be known not to.
    for (const key of version === undefined ? keys : keys.slice(2)) {
      const what = absent.get(key);
      if (what) return { fate: 'absent', what, name, detail: `the registry has no ${shown(key)}` };
    }
    return version === undefined ? notLocked(`${name}@${range}`) : { version };
  };
}

/** The refusal of a wish that no lock covers. */
export function notLocked(what: string): Refusal {
  return {
    fate: 'unavailable',
    reason: `${shown(what)} is not locked; run \`kallos mirror pull\` on the page to lock it`,
  };
}

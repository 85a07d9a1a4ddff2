import semver from 'semver';

/** An npm package name, old ones with capitals included. Such a name is safe as a part of a file name once its slash is replaced. */
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[A-Za-z0-9~_-][A-Za-z0-9._~-]*$/;

/** Longest name that npm accepts. */
const MAX_NAME = 214;

/** Whether a package can have this name at all; one that can't doesn't exist, whatever a registry says. */
export function isPackageName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name);
}

/** "name@version", the key of a locked package. */
export function packageKey(name: string, version: string): string {
  return `${name}@${version}`;
}

/** Takes "name@rest" apart; null when it has no such form. The rest is a version, a range, or either with "/path". */
export function splitKey(key: string): { name: string; rest: string } | null {
  const at = key.indexOf('@', 1);
  const name = at < 0 ? key : key.slice(0, at);
  return isPackageName(name) ? { name, rest: at < 0 ? '' : key.slice(at + 1) } : null;
}

/** Whether this is a version as the registry writes it, with nothing to clean: "4.4.1", not "v4.4.1". */
export function isExactVersion(version: string): boolean {
  return version.length <= 128 && semver.valid(version) === version;
}

/** A range as locks write it: no range and "latest" are "*", and a leading "v" or "=" is dropped. */
export function rangeOf(range: string | null): string {
  const text = (range ?? '').trim().replace(/^[v=]+\s*(?=\d)/, '');
  return ['', 'latest', 'x', 'X'].includes(text) ? '*' : text;
}

/** The newest of the versions, given newest first, that satisfies a range; a pre-release only where nothing else does. */
export function newestOf(versions: readonly string[], range: string): string | undefined {
  // Longer than any sensible range: what a page writes is not worth a parser's time.
  if (range.length > 128) return undefined;
  if (range === 'next') return versions[0];
  return (
    versions.find((version) => semver.satisfies(version, range)) ??
    versions.find((version) => semver.satisfies(version, range, { includePrerelease: true }))
  );
}

/** Text of a page as it may stand in a message: short, and without control characters. */
export function shown(text: string): string {
  // eslint-disable-next-line no-control-regex
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/g, '?');
  return plain.length > 120 ? `${plain.slice(0, 119)}…` : plain;
}

import { createHash } from 'node:crypto';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Folder for what Kallos keeps between runs: unpacked browsers, font caches, the offline store. `KALLOS_CACHE` overrides it. */
export function cacheDir(...parts: string[]): string {
  const base =
    process.env.KALLOS_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(home(), '.cache'), 'kallos');
  return join(base, ...parts);
}

function home(): string {
  try {
    return homedir();
  } catch {
    // A user without a passwd entry (common in containers) has no home; keep apart from other users' files.
    return join(tmpdir(), `kallos-${userInfo({ encoding: 'utf8' }).uid}`);
  }
}

/** "sha256:…" of bytes or text: the form of every content address in Kallos. */
export function sha256(data: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}

import semver from 'semver';
import { mimeType } from '../../mime.js';
import type { Answer, PackageSource, Refusal } from '../schema.js';
import { minifyFile } from './minify.js';
import type { Wanted } from './package-path.js';
import type { Pick } from './pick.js';

/** What a URL means, as far as the URL alone tells. */
export interface Reading extends Wanted {
  pick: Pick;
  /**
   * True where the CDN publishes a selection or a build of its own (cdnjs): its bytes may differ from the package's, and what the package
   * lacks may still exist there.
   */
  rebuilt: boolean;
}

/** Answers with one file of one package. */
export async function answerFile(reading: Reading, packages: PackageSource): Promise<Answer> {
  const { name, range, path, pick } = reading;
  const resolved = packages.resolve(name, range, path);
  if ('fate' in resolved) return refusal(resolved, reading);
  const { version } = resolved;
  const stored = await packages.open(name, version);
  if ('fate' in stored) return refusal(stored, reading);

  const picked = pick(stored.paths, await stored.manifest());
  if (!picked || !stored.has(picked.path)) return missing(reading, version);
  let body = picked.minify ? await minifyFile(packages, stored, picked.path) : await stored.read(picked.path);
  // Some releases went out with an empty build, which a CDN that builds for itself does not send.
  const source = picked.path.replace(/\.min(?=\.\w+$)/, '');
  if (body.length === 0 && reading.rebuilt && stored.has(source)) {
    body = await minifyFile(packages, stored, source);
  }
  if (body.length === 0 && reading.rebuilt)
    return { fate: 'unavailable', reason: `${name}@${version} was published with an empty ${picked.path}.` };
  return {
    fate: 'answered',
    contentType: mimeType(picked.path),
    body,
    from: { name, version, path: picked.path },
    verbatim: !reading.rebuilt && !picked.minify,
  };
}

/** That a package lacks something proves nothing about a CDN which doesn't publish packages as they are. */
function refusal(refused: Refusal, { rebuilt }: Reading): Refusal {
  if (refused.fate === 'absent' && rebuilt)
    return { fate: 'unavailable', reason: `${refused.detail} The CDN may have it all the same.` };
  return refused;
}

/** A file that isn't there: a fact where the URL names the version, an open question where ours stands for a range. */
function missing({ name, range, path, rebuilt }: Reading, version: string): Refusal {
  const detail = `${name}@${version} has no ${path ? `file ${path}` : 'file that this address would mean'}.`;
  const exact = range !== null && semver.valid(range, { loose: true }) === version;
  return exact && !rebuilt
    ? { fate: 'absent', what: 'file', name, detail }
    : { fate: 'unavailable', reason: detail };
}

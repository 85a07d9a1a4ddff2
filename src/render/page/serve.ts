import { posix } from 'node:path';
import type { Artifact } from '../../artifact/schema.js';
import { mimeType } from '../mime.js';

/**
 * Where an artifact's files appear to live. A secure, ordinary origin: `crypto.randomUUID`, clipboard and modules work, and nothing
 * tells the page that it is being judged. example.com is reserved (RFC 2606).
 */
export const ARTIFACT_ORIGIN = 'https://www.example.com';

export interface ServedFile {
  path: string;
  body: Uint8Array;
  type: string;
}

/** URL at which the artifact's entry is opened. */
export function entryUrl(artifact: Artifact): string {
  return artifact.url ?? `${ARTIFACT_ORIGIN}/${artifact.entry.split('/').map(encodeURIComponent).join('/')}`;
}

/** The artifact's file that a URL names, `null` when it names one that isn't there, `undefined` when the URL lies elsewhere. */
export function fileAt(artifact: Artifact, url: string): ServedFile | null | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  if (origin !== ARTIFACT_ORIGIN) return undefined;
  const path = posix.normalize(safeDecode(pathname)).replace(/^\/+/, '');
  for (const candidate of [path, posix.join(path, 'index.html')]) {
    const body = artifact.files.get(candidate);
    if (body) return { path: candidate, body, type: typeOf(candidate, body) };
  }
  return null;
}

function typeOf(path: string, body: Uint8Array): string {
  // Models leave the namespace out; as an SVG file such code draws nothing, as part of a page it draws what was meant.
  if (/\.svg$/i.test(path) && !startOf(body).includes('http://www.w3.org/2000/svg'))
    return 'text/html; charset=utf-8';
  return mimeType(path);
}

const startOf = (body: Uint8Array) => Buffer.from(body.subarray(0, 4096)).toString('utf8');

function safeDecode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

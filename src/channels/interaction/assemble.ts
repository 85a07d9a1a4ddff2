import type { Artifact } from '../../artifact/schema.js';
import type { Lab } from '../../render/index.js';
import { sha256 } from '../../render/paths.js';
import { hashOf } from './store.js';
import type { InteractionTrace, TraceData } from './trace.js';

/** What was tried on a page, and what came of it. */
type Tried = Omit<TraceData, 'schema' | 'artifact' | 'viewport' | 'pictures' | 'fingerprint'>;

/** Of whom a trace is, and what it took. */
export interface Circumstances {
  artifact: Artifact;
  /** Null when the page could not be opened. */
  lab: Lab | null;
  /** Pictures of the trace, by name. */
  files: ReadonlyMap<string, Uint8Array>;
  /** When it began, as `performance.now()` tells. */
  started: number;
  cpuMs: number;
  runs: number;
  usd: number | null;
}

/** Makes a trace of what was tried. */
export function assembleTrace(tried: Tried, about: Circumstances): InteractionTrace {
  const { artifact, lab, files, started, cpuMs, runs, usd } = about;
  const data: TraceData = {
    schema: 'kallos.trace/1',
    artifact: {
      kind: artifact.kind,
      entry: artifact.entry,
      files: hashesOf(artifact.files),
      lineOffset: artifact.lineOffset,
    },
    viewport: { name: lab?.viewport.name ?? '', size: lab?.viewport.size ?? [0, 0] },
    ...tried,
    pictures: hashesOf(files),
    fingerprint: lab?.fingerprint ?? NO_FINGERPRINT,
  };
  const wallMs = Math.round(performance.now() - started);
  return { hash: hashOf(data), data, files, cost: { wallMs, cpuMs: Math.round(cpuMs), runs, usd } };
}

/** Content hashes of files by name, in the order of the names. */
function hashesOf(files: ReadonlyMap<string, Uint8Array>): Record<string, string> {
  const hashes = [...files].map(([name, bytes]): [string, string] => [name, sha256(bytes)]);
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const NO_FINGERPRINT: TraceData['fingerprint'] = {
  kallos: '',
  browser: '',
  fonts: '',
  lock: '',
  cpu: '',
  determinism: 'settled',
  seed: '',
};

import type { Artifact } from '../artifact/schema.js';
import {
  NOTHING_SEEN,
  type Capture,
  type CaptureData,
  type CapturedRequest,
  type Outcome,
  type PageError,
  type Profile,
  type RenderFingerprint,
  type Timings,
} from './capture.js';
import type { Visit } from './page/visit.js';
import { sha256 } from './paths.js';

/** What every capture says, however the visit went. */
interface Frame {
  artifact: Artifact;
  profile: Profile;
  fingerprint: RenderFingerprint;
  timings: Timings;
}

/** A capture of a visit that came to its end. */
export function captureOf(visit: Visit, frame: Frame): Capture {
  const { seen, network } = visit;
  const lacks = lacking(network.requests);
  const served = visit.loaded && (network.served || frame.artifact.url !== null);
  return seal(frame, {
    ...outcomeOf(frame.artifact, served),
    title: visit.title,
    language: languageOf(visit),
    layouts: visit.layouts,
    pictures: visit.pictures.map(({ picture }) => picture),
    accessibility: visit.accessibility,
    ...(visit.rules && { rules: visit.rules }),
    console: seen.console,
    errors: seen.errors.map((error): PageError => ({ ...error, excused: lacks(error) })),
    // Requests go out side by side, and downloads begin so: the order in which they are seen means nothing, and differs from run to run.
    requests: network.requests.toSorted(
      (a, b) => compare(a.url, b.url) || compare(a.type, b.type) || compare(a.fate, b.fate),
    ),
    dialogs: seen.dialogs,
    attempts: [
      ...seen.attempts,
      ...network.navigations.map((detail) => ({ what: 'navigation' as const, detail })),
    ].toSorted((a, b) => compare(a.what, b.what) || compare(a.detail, b.detail)),
    fonts: visit.fonts,
    notes: [
      ...seen.notes,
      ...visit.pictures
        .filter(({ picture }) => picture.cut)
        .map(
          ({ picture }) =>
            `the picture of the ${picture.name} was cut at ${picture.width} x ${picture.height} px`,
        ),
      ...visit.layouts
        .filter(({ cut }) => cut)
        .map(({ viewport }) => `the layout at ${viewport} was cut: the page has too many nodes`),
    ],
    files: new Map(visit.pictures.map(({ picture, bytes }) => [picture.file, bytes])),
  });
}

/**
 * A capture of a visit that failed: it holds what became of it, and nothing to look at. What the page said until it was stopped is
 * left out, since how far it came depends on the machine, and a capture must be the same on all of them.
 */
export function captureOfFailure(
  frame: Frame,
  failure: { outcome: Outcome; cause: 'artifact' | 'infra'; detail: string },
): Capture {
  return seal(frame, { ...NOTHING_SEEN, files: new Map(), ...failure });
}

type Seen = Omit<CaptureData, 'schema' | 'artifact' | 'profile' | 'fingerprint'> & {
  files: ReadonlyMap<string, Uint8Array>;
};

function seal({ artifact, profile, fingerprint, timings }: Frame, { files, ...seen }: Seen): Capture {
  const data: CaptureData = {
    schema: 'kallos.capture/1',
    artifact: {
      kind: artifact.kind,
      language: artifact.language,
      entry: artifact.entry,
      files: Object.fromEntries(
        [...artifact.files]
          .map(([path, bytes]): [string, string] => [path, sha256(bytes)])
          .sort(([a], [b]) => compare(a, b)),
      ),
      truncated: artifact.truncated,
      lineOffset: artifact.lineOffset,
    },
    profile,
    ...seen,
    fingerprint,
  };
  const plain = withoutBlobIds(data);
  return { hash: hashOf(plain), data: plain, files, code: artifact.files, timings };
}

/** The browser names blobs by random ids, wherever they come to stand: an id would make every capture of such a page another. */
function withoutBlobIds(data: CaptureData): CaptureData {
  const text = JSON.stringify(data);
  if (!text.includes('blob:http')) return data;
  return JSON.parse(text.replace(BLOB_ID, '$1')) as CaptureData;
}

const BLOB_ID = /(blob:https?:\/\/[\w.-]+\/)[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Address of a capture: its data, which names the hash of each of its files. */
export function hashOf(data: CaptureData): string {
  return sha256(JSON.stringify(data));
}

/** Tells which errors follow from what the renderer couldn't offer, and can't be held against the page. */
function lacking(requests: readonly CapturedRequest[]): (error: PageError) => boolean {
  const without = (...types: string[]) =>
    requests.some(({ fate, type }) => fate === 'unavailable' && types.includes(type));
  // A script that is not there leaves names undefined: anything may throw.
  if (without('script')) return () => true;
  if (!without('fetch', 'xhr', 'eventsource')) return () => false;
  return ({ message }) => NETWORK_ERROR.test(message);
}

/** How browsers and the common clients word a request that got no answer. */
const NETWORK_ERROR = /failed to fetch|network ?error|load failed|err_(network|internet)/i;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function outcomeOf(artifact: Artifact, served: boolean): Pick<CaptureData, 'outcome' | 'cause' | 'detail'> {
  if (!served) return { outcome: 'load-failed', cause: 'artifact', detail: 'The page did not load.' };
  if (artifact.truncated)
    return { outcome: 'truncated', cause: 'artifact', detail: 'The code breaks off before its end.' };
  return { outcome: 'ok', cause: null, detail: null };
}

function languageOf({ layouts }: Visit): string | null {
  const root = layouts[0]?.nodes.find((node) => node.type === 'element');
  return root?.attributes?.['lang'] ?? root?.attributes?.['xml:lang'] ?? null;
}

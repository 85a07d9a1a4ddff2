import type { Artifact } from '../../artifact/schema.js';
import { INTEGRITY_MISMATCH, type CapturedRequest } from '../capture.js';
import type { Offline } from '../offline/index.js';
import type { Answer } from '../offline/schema.js';
import type { CdpSession, Protocol } from './cdp.js';
import { entryUrl, fileAt } from './serve.js';

/** Requests recorded; a page that makes more is answered the same way, unrecorded. */
const MAX_RECORDED = 1000;
/** Documents that the main frame may ask for: a page that reloads itself for ever is stopped here. */
const MAX_DOCUMENTS = 5;
const MAX_URL = 2000;

/** What a page asked the network for, and what became of it. */
export interface NetworkRecord {
  requests: CapturedRequest[];
  /** Navigations away from the artifact that were refused. */
  navigations: string[];
  /** True once the entry document itself was handed out. */
  served: boolean;
  traffic: Traffic;
}

/** A page's requests as the page itself sees them. */
export interface Traffic {
  /** How many it has made. */
  made: number;
  /** Those that it does not know the end of: unanswered, or answered and not delivered. */
  pending: Set<string>;
  /** Those that it knows the end of. */
  ended: Set<string>;
  /** What is to be told of an end. */
  awaited: Map<string, () => void>;
  /** Resolves once all that was asked until now is answered, which takes as long as a package takes to come. */
  answered(): Promise<unknown>;
}

/** What the browser is told about one request. */
type Reply = { status: number; type?: string; body?: Uint8Array } | { error: Protocol.Network.ErrorReason };

/**
 * Answers every request of a page: from the artifact's own files, else from the store, and refuses the rest as a machine without
 * internet would. What the store lacks is `unavailable`, which is nobody's fault; a file that the artifact names but doesn't have is
 * `missing`, and what the registry says does not exist is `absent`: these are the page's.
 */
export async function interceptRequests(
  session: CdpSession,
  artifact: Artifact,
  offline: Offline,
): Promise<NetworkRecord> {
  const record: NetworkRecord = {
    requests: [],
    navigations: [],
    served: false,
    traffic: watchTraffic(session),
  };
  const made = new Set<CapturedRequest>();
  const known = new Set<string>();
  let documents = 0;

  const note = (event: Protocol.Fetch.RequestPausedEvent, what: Outcome): CapturedRequest | null => {
    const request = requestOf(event.request.url, event.resourceType, what);
    // The debugger fetches documents and style sheets once more when it is asked about fonts; these requests are ours. A page that asks
    // for a thing twice is told of once.
    const key = `${request.type} ${request.url}`;
    const ours = request.type === 'other' && known.has(request.url);
    if (ours || known.has(key) || record.requests.length >= MAX_RECORDED) return null;
    known.add(key).add(request.url);
    record.requests.push(request);
    return request;
  };

  const decide = async (event: Protocol.Fetch.RequestPausedEvent): Promise<Reply> => {
    const { url, method } = event.request;
    const file = fileAt(artifact, url);
    const main = event.resourceType === 'Document' && event.frameId === mainFrame;
    if (main && (file === undefined || ++documents > MAX_DOCUMENTS)) {
      record.navigations.push(url.slice(0, MAX_URL));
      return { error: 'Aborted' };
    }
    if (file) {
      record.served ||= main;
      note(event, { fate: 'answered', status: 200 });
      return { status: 200, type: file.type, body: file.body };
    }
    if (file === null) {
      // Every browser asks for an icon by itself: that is no fault of a page that doesn't name one.
      if (!url.endsWith('/favicon.ico')) note(event, { fate: 'missing', status: 404 });
      return { status: 404 };
    }
    if (!/^https?:/.test(url) || !URL.canParse(url)) {
      note(event, { fate: 'blocked' });
      return { error: 'AccessDenied' };
    }
    const asked = method === 'GET' || method === 'HEAD';
    const answer: Answer = asked
      ? await offline.answer({ url: new URL(url), type: event.resourceType.toLowerCase() })
      : { fate: 'unavailable', reason: `nothing is sent anywhere (${method})` };
    return deliver(event, answer);
  };

  const deliver = (event: Protocol.Fetch.RequestPausedEvent, answer: Answer): Reply => {
    switch (answer.fate) {
      case 'answered': {
        const request = note(event, { fate: 'answered', status: 200, from: answer.from });
        if (request && !answer.verbatim) made.add(request);
        return { status: 200, type: answer.contentType, body: answer.body };
      }
      case 'placeholder':
        note(event, { fate: 'placeholder', status: 200 });
        return { status: 200, type: answer.contentType, body: answer.body };
      case 'absent':
        note(event, { fate: 'absent', status: 404, reason: answer.detail });
        return { status: 404 };
      case 'unavailable':
        note(event, { fate: 'unavailable', reason: answer.reason });
        return { error: 'InternetDisconnected' };
    }
  };

  session.on('Log.entryAdded', ({ entry: { text } }) => {
    // Local files, and documents out of data: URLs, are refused before they are asked for; only the log tells of them.
    const local = /^Not allowed to (?:load local resource|navigate top frame to data URL): (.*)$/.exec(text);
    if (local && record.requests.length < MAX_RECORDED) {
      record.requests.push(requestOf(local[1]!, 'Other', { fate: 'blocked' }));
    }
    const digest = /^Failed to find a valid digest in the 'integrity' attribute for resource '([^']+)'/.exec(
      text,
    );
    const refused = digest && record.requests.find(({ url }) => url === digest[1]!.slice(0, MAX_URL));
    if (refused) {
      // Bytes that we made ourselves can't have the hash that the page names; published ones should.
      const ours = made.has(refused);
      refused.fate = ours ? 'unavailable' : 'failed';
      refused.reason = ours
        ? 'the page names a hash, and the store has no file with these bytes'
        : INTEGRITY_MISMATCH;
    }
  });
  await session.send('Log.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  const mainFrame = frameTree.frame.id;
  // Answers are sought side by side and given in the order of the requests, each once the one before has arrived: which async script
  // runs first must depend neither on the disk nor on which of two pipes into the page's process is read first.
  let last: Promise<unknown> = Promise.resolve();
  record.traffic.answered = () => last;
  session.on('Fetch.requestPaused', (event) => {
    const reply = decide(event).catch((): Reply => ({ error: 'Failed' }));
    const before = last;
    // The page may be gone before its request is answered.
    last = Promise.all([reply, before])
      .then(([answer]) => send(session, event.requestId, answer))
      // A document ends when it is parsed, and what it asks for takes part in that.
      .then(() => (event.resourceType === 'Document' ? undefined : arrival(record.traffic, event.networkId)))
      .catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
  return record;
}

/** Wall ms after which an answer that a page does not read to its end holds up the others no longer. */
const ARRIVAL_MS = 2000;
/** The same for one of which the page has not even told that it asked: some that workers ask for it never tells of. */
const UNTOLD_MS = 250;

/**
 * Resolves when a page has received the answer to a request, or reads no more of it. What it tells of a request comes by another way than
 * the request itself, and may come after the answer was sent.
 */
async function arrival({ pending, ended, awaited }: Traffic, id = ''): Promise<void> {
  if (id === '' || ended.has(id)) return;
  const timers: NodeJS.Timeout[] = [];
  await new Promise<void>((resolve) => {
    awaited.set(id, resolve);
    timers.push(
      setTimeout(() => !pending.has(id) && resolve(), UNTOLD_MS),
      setTimeout(resolve, ARRIVAL_MS),
    );
  });
  timers.forEach(clearTimeout);
  awaited.delete(id);
}

export const noTraffic = (): Traffic => ({
  made: 0,
  pending: new Set(),
  ended: new Set(),
  awaited: new Map(),
  answered: () => Promise.resolve(),
});

/** Told by the page's own process, in order with what else it says: a request is known before the code that made it is over. */
function watchTraffic(session: CdpSession): Traffic {
  const traffic = noTraffic();
  session.on('Network.requestWillBeSent', ({ requestId }) => {
    traffic.made++;
    traffic.pending.add(requestId);
    // A redirect begins anew under the same name.
    traffic.ended.delete(requestId);
  });
  const end = ({ requestId }: { requestId: string }) => {
    traffic.pending.delete(requestId);
    traffic.ended.add(requestId);
    traffic.awaited.get(requestId)?.();
  };
  session.on('Network.loadingFinished', end);
  session.on('Network.loadingFailed', end);
  return traffic;
}

type Outcome = Pick<CapturedRequest, 'fate'> & Partial<CapturedRequest>;

function requestOf(url: string, type: string, what: Outcome): CapturedRequest {
  return {
    url: url.slice(0, MAX_URL),
    type: type.toLowerCase(),
    status: null,
    from: null,
    reason: null,
    ...what,
  };
}

function send(session: CdpSession, requestId: string, reply: Reply): Promise<unknown> {
  if ('error' in reply) return session.send('Fetch.failRequest', { requestId, errorReason: reply.error });
  const { status, type, body } = reply;
  return session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: status,
    // Without the first header modules, fonts and crossorigin tags fail.
    responseHeaders: [
      { name: 'access-control-allow-origin', value: '*' },
      ...(type === undefined ? [] : [{ name: 'content-type', value: type }]),
    ],
    ...(body && { body: Buffer.from(body).toString('base64') }),
  });
}

/** Follows the requests of a page that uses the real network (a URL of the user's own): nothing is answered, all is recorded. */
export async function observeRequests(session: CdpSession, artifact: Artifact): Promise<NetworkRecord> {
  const record: NetworkRecord = {
    requests: [],
    navigations: [],
    served: false,
    traffic: watchTraffic(session),
  };
  const pending = new Map<string, CapturedRequest>();
  const entry = entryUrl(artifact);
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (record.requests.length >= MAX_RECORDED || !/^https?:/.test(request.url)) return;
    const entryOf = requestOf(request.url, type ?? 'Other', { fate: 'answered' });
    pending.set(requestId, entryOf);
    record.requests.push(entryOf);
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = pending.get(requestId);
    if (!request) return;
    request.status = response.status;
    if (response.status >= 400) request.fate = 'missing';
    else if (request.url === entry || request.type === 'document') record.served = true;
  });
  session.on('Network.loadingFailed', ({ requestId }) => {
    const request = pending.get(requestId);
    if (request) request.fate = 'failed';
  });
  await session.send('Network.enable');
  return record;
}

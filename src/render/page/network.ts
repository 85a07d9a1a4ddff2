import type { Artifact } from '../../artifact/schema.js';
import type { CapturedRequest } from '../capture.js';
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
}

/**
 * Answers every request of a page from the artifact's own files, and refuses the rest as a machine without internet would. What lies
 * outside is `unavailable`, which is nobody's fault; a file that the artifact names but doesn't have is `missing`, which is the page's.
 */
export async function interceptRequests(session: CdpSession, artifact: Artifact): Promise<NetworkRecord> {
  const record: NetworkRecord = { requests: [], navigations: [], served: false };
  const entry = entryUrl(artifact);
  let documents = 0;

  const note = (
    event: Protocol.Fetch.RequestPausedEvent,
    fate: CapturedRequest['fate'],
    status: number | null,
  ) => {
    if (record.requests.length >= MAX_RECORDED) return;
    // The debugger fetches the document once more when it is asked about fonts: that request is ours.
    if (event.resourceType === 'Other' && event.request.url === entry) return;
    record.requests.push({
      url: event.request.url.slice(0, MAX_URL),
      type: event.resourceType.toLowerCase(),
      fate,
      status,
    });
  };
  const fail = (event: Protocol.Fetch.RequestPausedEvent, errorReason: Protocol.Network.ErrorReason) =>
    session.send('Fetch.failRequest', { requestId: event.requestId, errorReason });

  const answer = async (event: Protocol.Fetch.RequestPausedEvent): Promise<void> => {
    const { url } = event.request;
    const file = fileAt(artifact, url);
    const main = event.resourceType === 'Document' && event.frameId === mainFrame;
    if (main && (file === undefined || ++documents > MAX_DOCUMENTS)) {
      record.navigations.push(url.slice(0, MAX_URL));
      return fail(event, 'Aborted');
    }
    if (file) {
      record.served ||= main;
      note(event, 'answered', 200);
      return session.send('Fetch.fulfillRequest', {
        requestId: event.requestId,
        responseCode: 200,
        responseHeaders: [
          { name: 'content-type', value: file.type },
          { name: 'access-control-allow-origin', value: '*' },
        ],
        body: Buffer.from(file.body).toString('base64'),
      });
    }
    if (file === null) {
      // Every browser asks for an icon by itself: that is no fault of a page that doesn't name one.
      const asked = !url.endsWith('/favicon.ico');
      if (asked) note(event, 'missing', 404);
      return session.send('Fetch.fulfillRequest', { requestId: event.requestId, responseCode: 404 });
    }
    const reachable = /^https?:/.test(url);
    note(event, reachable ? 'unavailable' : 'blocked', null);
    return fail(event, reachable ? 'InternetDisconnected' : 'AccessDenied');
  };

  // Local files, and documents out of data: URLs, are refused before they are asked for; only the log tells of them.
  session.on('Log.entryAdded', ({ entry: { text } }) => {
    const url = /^Not allowed to (?:load local resource|navigate top frame to data URL): (.*)$/.exec(
      text,
    )?.[1];
    if (url === undefined || record.requests.length >= MAX_RECORDED) return;
    record.requests.push({ url: url.slice(0, MAX_URL), type: 'other', fate: 'blocked', status: null });
  });
  await session.send('Log.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  const mainFrame = frameTree.frame.id;
  session.on('Fetch.requestPaused', (event) => {
    // The page may be gone before its request is answered.
    answer(event).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
  return record;
}

/** Follows the requests of a page that uses the real network (a URL of the user's own): nothing is answered, all is recorded. */
export async function observeRequests(session: CdpSession, artifact: Artifact): Promise<NetworkRecord> {
  const record: NetworkRecord = { requests: [], navigations: [], served: false };
  const pending = new Map<string, CapturedRequest>();
  const entry = entryUrl(artifact);
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (record.requests.length >= MAX_RECORDED || !/^https?:/.test(request.url)) return;
    const entryOf: CapturedRequest = {
      url: request.url.slice(0, MAX_URL),
      type: (type ?? 'other').toLowerCase(),
      fate: 'answered',
      status: null,
    };
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

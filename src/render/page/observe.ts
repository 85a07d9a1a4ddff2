import type { Artifact } from '../../artifact/schema.js';
import type { CaptureData, PageError } from '../capture.js';
import type { CdpSession } from './cdp.js';
import { hearErrors, isToldByEvent, textOf } from './errors.js';
import { BudgetError } from './watch.js';

const MAX_MESSAGES = 200;
const MAX_TEXT = 2000;
/** A page that floods its console past this is no longer listened to. */
const FLOOD = 2000;
/** Dialogs answered; a page that opens more is in a loop. */
const MAX_DIALOGS = 50;
const PRINT_BINDING = 'kallosPrint';

/** What a page said and tried while it lived. */
export interface Observations {
  console: CaptureData['console'];
  errors: PageError[];
  dialogs: CaptureData['dialogs'];
  attempts: CaptureData['attempts'];
  notes: string[];
  loaded: boolean;
  /** Rejects with a {@link BudgetError} when the page opens dialogs without end. */
  dialogLoop: Promise<never>;
}

/**
 * Listens to a page through the debugger, where it can't interfere: console, errors, dialogs (answered at once, or everything
 * hangs), and attempts at popups, downloads and sockets. Attach before the page is navigated.
 */
export async function observe(session: CdpSession, artifact: Artifact): Promise<Observations> {
  let stopForDialogs: (error: Error) => void = () => undefined;
  const dialogLoop = new Promise<never>((_, reject) => (stopForDialogs = reject));
  dialogLoop.catch(() => undefined);
  const seen: Observations = {
    console: [],
    errors: [],
    dialogs: [],
    attempts: [],
    notes: [],
    loaded: false,
    dialogLoop,
  };
  let messages = 0;
  let dialogs = 0;

  const attempt = (what: CaptureData['attempts'][number]['what'], detail: string) => {
    if (seen.attempts.length >= MAX_MESSAGES) return;
    // The id of a blob is random, and means nothing to a reader.
    seen.attempts.push({ what, detail: detail.replace(/^blob:.*$/, 'blob:').slice(0, MAX_TEXT) });
  };

  session.on('Page.loadEventFired', () => (seen.loaded = true));
  session.on('Runtime.consoleAPICalled', (message) => {
    if (++messages === FLOOD) {
      seen.notes.push(`the console was no longer listened to after ${FLOOD} messages`);
      session.send('Runtime.disable').catch(() => undefined);
    }
    if (isToldByEvent(message) || seen.console.length >= MAX_MESSAGES) return;
    const { type, args } = message;
    seen.console.push({ level: type, text: args.map(textOf).join(' ').slice(0, MAX_TEXT) });
  });
  const tellErrors = hearErrors(session, artifact, seen.errors);
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    if (++dialogs > MAX_DIALOGS)
      stopForDialogs(new BudgetError('dialogs', `opened more than ${MAX_DIALOGS} dialogs`));
    if (seen.dialogs.length < MAX_DIALOGS) seen.dialogs.push({ type, message: message.slice(0, MAX_TEXT) });
    session.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => undefined);
  });
  session.on('Page.windowOpen', ({ url }) => attempt('popup', url));
  session.on('Page.downloadWillBegin', ({ url }) => attempt('download', url));
  session.on('Network.webSocketCreated', ({ url }) => attempt('websocket', url));
  session.on('Network.webTransportCreated', ({ url }) => attempt('websocket', url));
  session.on('Runtime.bindingCalled', ({ name }) => {
    if (name === PRINT_BINDING) attempt('print', '');
  });
  const { frameTree } = await session.send('Page.getFrameTree');
  session.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
    // What goes over http is answered or refused with the other requests.
    if (frameId === frameTree.frame.id && disposition === 'currentTab' && !/^(https?|javascript):/.test(url))
      attempt('navigation', url);
  });
  await Promise.all([
    session.send('Page.enable'),
    session.send('Runtime.enable'),
    session.send('Runtime.addBinding', { name: PRINT_BINDING }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: tellErrors }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${hearPrint.toString()})('${PRINT_BINDING}');`,
    }),
    session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
  ]);
  return seen;
}

/* Runs in the page before its own scripts: printing is told by no event. The binding is gone before the page could see it. */
function hearPrint(name: string): void {
  const scope = globalThis as unknown as Record<string, unknown>;
  const tell = scope[name] as ((what: string) => void) | undefined;
  Reflect.deleteProperty(scope, name);
  scope['print'] = function print() {
    tell?.('');
  };
}

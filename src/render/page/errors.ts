import type { Artifact } from '../../artifact/schema.js';
import type { PageError, Source } from '../capture.js';
import type { CdpSession, Protocol } from './cdp.js';
import { fileAt } from './serve.js';

const MAX_ERRORS = 200;
const MAX_TEXT = 2000;
/** Name of the console context through which a page's own events are told; the page's `console` is another. */
const CHANNEL = 'kallosErrors';

/**
 * An error that a page's event has told of. The browser reports the same right after, with more to say, unless the page cancels the
 * event: `onerror` that returns true hides an error from the browser's report, not from the reader whose page is broken.
 */
interface Told {
  error: PageError;
  /** Of a script from elsewhere: the page may not know what it threw. */
  muted: boolean;
}

/**
 * Gathers the uncaught errors of a page or worker, each once: those that the browser reports, and those of which the page's own event
 * tells and that the page keeps from the browser's report. What is caught is no error of the page.
 *
 * @param errors what is heard is added here, in the order in which it happened
 * @returns script for the start of every document or worker
 */
export function hearErrors(session: CdpSession, artifact: Artifact, errors: PageError[]): string {
  const told: Told[] = [];
  const add = (error: PageError) => {
    if (errors.length < MAX_ERRORS) errors.push(error);
  };
  session.on('Runtime.consoleAPICalled', (message) => {
    if (!isToldByEvent(message)) return;
    const [kind, thrown] = message.args;
    const [text, url, line, column] = message.args.slice(2).map(({ value }) => value as unknown);
    const place = { url: String(url), line: Number(line), column: Number(column) };
    const isException = kind?.value === 'exception';
    const isNull = isException && thrown?.subtype === 'null';
    const muted = isNull && text === 'Script error.' && url === '';
    // Nothing was thrown here: a notice that boxes were still changing size, or an error of a worker, which is heard there.
    if (isNull && !muted && text !== 'Uncaught null') return;
    const error: PageError = {
      kind: isException ? 'exception' : 'unhandled-rejection',
      message: firstLine(muted ? text : textOf(thrown!)),
      source: firstIn(artifact, [place, ...placesIn(thrown?.description)]),
      excused: false,
    };
    add(error);
    told.push({ error, muted });
    if (told.length > MAX_ERRORS) told.shift();
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: details }) => {
    const { exception } = details;
    const error: PageError = {
      kind: details.text.includes('(in promise)') ? 'unhandled-rejection' : 'exception',
      message: firstLine(exception ? textOf(exception) : details.text),
      source: sourceOf(details, artifact),
      excused: false,
    };
    const at = told.findLastIndex(
      ({ error: { kind, message }, muted }) => kind === error.kind && (muted || message === error.message),
    );
    if (at < 0) add(error);
    else Object.assign(told.splice(at, 1)[0]!.error, error);
  });
  return `(${tellErrors.toString()})('${CHANNEL}');`;
}

/** Is this console message not the page's, but one of ours about an error? */
export function isToldByEvent({ context }: Protocol.Runtime.ConsoleAPICalledEvent): boolean {
  return context?.startsWith(`${CHANNEL}#`) ?? false;
}

/** Text of a console argument: primitives as they are, objects by the browser's own short description. */
export function textOf(arg: Protocol.Runtime.RemoteObject): string {
  return arg.type === 'string' ? String(arg.value) : (arg.description ?? String(arg.value));
}

/*
 * Runs in the page before its own scripts, so that no listener of the page comes first, and in terms of what it captured before the
 * page could change it.
 */
function tellErrors(channel: string): void {
  const tell = (console as unknown as { context(name: string): Console }).context(channel).debug;
  const { apply } = Reflect;
  const reader = (type: { prototype: object }, name: string) => {
    const read = Reflect.get(Object.getOwnPropertyDescriptor(type.prototype, name)!, 'get') as () => unknown;
    return (event: Event) => apply(read, event, []);
  };
  const [thrown, message] = [reader(ErrorEvent, 'error'), reader(ErrorEvent, 'message')];
  const file = reader(ErrorEvent, 'filename');
  const [line, column] = [reader(ErrorEvent, 'lineno'), reader(ErrorEvent, 'colno')];
  const reason = reader(PromiseRejectionEvent, 'reason');
  addEventListener(
    'error',
    (event) => {
      if (!event.isTrusted) return;
      let error: unknown;
      try {
        error = thrown(event);
      } catch {
        // A resource that failed to load: no event of a script.
        return;
      }
      tell('exception', error, message(event), file(event), line(event), column(event));
    },
    true,
  );
  addEventListener(
    'unhandledrejection',
    (event) => {
      if (event.isTrusted) tell('unhandled-rejection', reason(event));
    },
    true,
  );
}

function firstLine(text: string): string {
  return text.split('\n')[0]!.slice(0, MAX_TEXT);
}

/** A place in a script. Lines and columns are 1-based. */
interface Place {
  url: string;
  line: number;
  column: number;
}

/** The first of these places that lies in the artifact's own files. */
function firstIn(artifact: Artifact, places: readonly Place[]): Source | null {
  for (const { url, line, column } of places) {
    const file = fileAt(artifact, url);
    if (file && line > 0 && column > 0) return { file: file.path, line, column };
  }
  return null;
}

/** Places that an error's description, its stack, names. */
function placesIn(description = ''): Place[] {
  return [...description.matchAll(/^ +at .*?([^\s(]+):(\d+):(\d+)\)?$/gm)].map(([, url, line, column]) => ({
    url: url!,
    line: Number(line),
    column: Number(column),
  }));
}

/**
 * Where in the artifact's own files an error came from: its place, or else the innermost frame that lies in them. A library
 * that catches an error and throws it again (React does) stands above the code that made it.
 */
function sourceOf(details: Protocol.Runtime.ExceptionDetails, artifact: Artifact): Source | null {
  const { url, lineNumber, columnNumber, stackTrace } = details;
  const places = [{ url: url ?? '', lineNumber, columnNumber }, ...framesOf(stackTrace)];
  return firstIn(
    artifact,
    places.map((place) => ({ url: place.url, line: place.lineNumber + 1, column: place.columnNumber + 1 })),
  );
}

/** Frames from the innermost outwards, and then those of the code that had set the task off. */
function framesOf(trace: Protocol.Runtime.StackTrace | undefined): Protocol.Runtime.CallFrame[] {
  const frames: Protocol.Runtime.CallFrame[] = [];
  for (let at = trace; at; at = at.parent) frames.push(...at.callFrames);
  return frames;
}

import type { Artifact } from '../../artifact/schema.js';
import type { PageError } from '../capture.js';
import type { CdpSession } from '../page/cdp.js';
import type { Clock } from '../page/clock.js';
import type { NetworkRecord } from '../page/network.js';
import type { Observations } from '../page/observe.js';
import { readLayout, type LayoutDraft } from '../page/snapshot.js';
import { attachSources } from '../page/sources.js';
import type { Viewport } from '../page/viewports.js';
import type { IsolatedWorld } from '../page/world.js';
import type { Path } from './path.js';

/** What of a page no layout tells. */
export interface PageState {
  url: string;
  title: string;
  /** Of the window, in CSS px. */
  scroll: [number, number];
  /** Of elements that are scrolled themselves. */
  scrolled: { path: Path; left: number; top: number }[];
  /** The element that has the focus; null when it is the body, or none. */
  focus: Path | null;
  /** Entries of the local and session storage, and cookies, by name. */
  storage: Record<string, string>;
  /** Lists to choose from, outside of frames: the texts of the chosen option and of the first one, which no layout holds. */
  lists: { path: Path; chosen: string; first: string }[];
  /** Sound and film, in their order on the page: what is heard of each, in short, and whether there is nothing to play. */
  media: { path: Path; heard: string; empty: boolean }[];
  /** Elements that the browser finds filled in wrongly. */
  invalid: Path[];
}

/** How much a page has said and tried so far; what came after is what a list holds beyond these lengths. */
export interface Heard {
  dialogs: { type: string; message: string }[];
  attempts: { what: string; detail: string }[];
  errors: PageError[];
  requests: { url: string; type: string }[];
  /** Requests made, those included that were made before. */
  made: number;
  clipboard: string[];
  files: number;
  /** Documents that the main frame loaded. */
  documents: number;
}

/** A page as it was at one moment of its life. */
export interface Look {
  /** Ms that the page had lived. */
  at: number;
  draft: LayoutDraft;
  state: PageState;
  heard: Heard;
  /** PNG of the viewport, scale 1; null where none was asked for. */
  picture: Uint8Array | null;
}

/** What is looked at, and by what means. */
export interface Sight {
  session: CdpSession;
  world: IsolatedWorld;
  clock: Clock;
  viewport: Viewport;
  artifact: Artifact;
  seen: Observations;
  network: NetworkRecord;
  clipboard: readonly string[];
  files: () => number;
  documents: () => number;
}

/** Looks at a page without touching it; its time stands still meanwhile. `code` has elements named by their lines. */
export async function lookAt(sight: Sight, what: { picture: boolean; code?: boolean }): Promise<Look> {
  const { session, world, clock, viewport, artifact } = sight;
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const draft = await readLayout(session, {
    viewport: viewport.name,
    size: viewport.size,
    page: [Math.ceil(cssContentSize.width), Math.ceil(cssContentSize.height)],
  });
  const bytes = what.code && artifact.url === null ? artifact.files.get(artifact.entry) : undefined;
  if (bytes) attachSources(draft.layout, Buffer.from(bytes).toString('utf8'), artifact.entry);
  const state = await world.call(readState);
  return {
    at: clock.elapsedMs,
    draft,
    state,
    heard: heardIn(sight),
    picture: what.picture ? await pictureOf(sight) : null,
  };
}

/** Copies what was heard so far. */
export function heardIn({ seen, network, clipboard, files, documents }: Sight): Heard {
  return {
    dialogs: [...seen.dialogs],
    attempts: [...seen.attempts, ...network.navigations.map((detail) => ({ what: 'navigation', detail }))],
    errors: [...seen.errors],
    requests: network.requests.map(({ url, type }) => ({ url, type })),
    made: network.traffic.made,
    clipboard: [...clipboard],
    files: files(),
    documents: documents(),
  };
}

async function pictureOf({ session, clock }: Sight): Promise<Uint8Array> {
  const { data } = await clock.during(
    session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true }),
  );
  return Buffer.from(data, 'base64');
}

/* Run in the page's isolated world. */

function readState(): PageState {
  const MOST = 50;
  const LONGEST = 500;
  const pathTo = (element: Element): (number | 's' | 'f')[] => {
    const path: (number | 's' | 'f')[] = [];
    for (let at: Element | null = element; at;) {
      const parent: Node | null = at.parentNode;
      if (!parent) break;
      path.unshift(Array.prototype.indexOf.call((parent as ParentNode).children, at));
      if (parent instanceof ShadowRoot) {
        path.unshift('s');
        at = parent.host;
      } else at = parent.nodeType === Node.ELEMENT_NODE ? (parent as Element) : null;
    }
    return path;
  };
  const roots: (Document | ShadowRoot)[] = [document];
  const all: Element[] = [];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) {
      all.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  }
  let focus: Element | null = document.activeElement;
  while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
  const storage: Record<string, string> = {};
  const keep = (kind: string, name: string, value: string) => {
    storage[`${kind} ${name}`] = value.slice(0, LONGEST);
  };
  try {
    for (const [name, value] of Object.entries(localStorage).slice(0, MOST))
      keep('local', name, String(value));
    for (const [name, value] of Object.entries(sessionStorage).slice(0, MOST))
      keep('session', name, String(value));
    for (const cookie of document.cookie.split('; ').slice(0, MOST)) if (cookie) keep('cookie', cookie, '');
  } catch {
    // A page whose policy refuses it has none.
  }
  const top = document.scrollingElement;
  return {
    url: location.href,
    title: document.title.slice(0, LONGEST),
    scroll: [Math.round(scrollX), Math.round(scrollY)],
    scrolled: all
      .filter((element) => element !== top && (element.scrollTop !== 0 || element.scrollLeft !== 0))
      .slice(0, MOST)
      .map((element) => ({
        path: pathTo(element),
        left: Math.round(element.scrollLeft),
        top: Math.round(element.scrollTop),
      })),
    focus: focus && focus !== document.body && focus !== document.documentElement ? pathTo(focus) : null,
    storage,
    lists: all
      .filter((element) => element instanceof HTMLSelectElement)
      .slice(0, MOST)
      .map((list) => ({
        path: pathTo(list),
        chosen: (list.selectedOptions[0]?.text ?? '').slice(0, LONGEST),
        first: (list.options[0]?.text ?? '').slice(0, LONGEST),
      })),
    media: all
      .filter((element) => element instanceof HTMLMediaElement)
      .slice(0, MOST)
      .map((media) => ({
        path: pathTo(media),
        // Where it has come to differs from run to run while it plays.
        heard: [
          media.paused ? `at ${Math.round(media.currentTime)}` : 'plays',
          media.muted,
          media.volume,
          media.playbackRate,
        ].join(),
        empty: media.networkState === HTMLMediaElement.NETWORK_NO_SOURCE || media.readyState === 0,
      })),
    invalid: [...document.querySelectorAll(':user-invalid, [aria-invalid="true"]')]
      .slice(0, MOST)
      .map(pathTo),
  };
}

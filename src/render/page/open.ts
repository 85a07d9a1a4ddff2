import type { CDPSession } from 'puppeteer-core';
import type { Artifact } from '../../artifact/schema.js';
import type { Browser } from '../browser/launch.js';
import { hearErrors } from './errors.js';
import { EVERYDAY_CORES, EVERYDAY_SCRIPT, everydayIdentity } from './everyday.js';
import type { Observations } from './observe.js';
import { seedScript } from './seed.js';

/** A fresh page in a fresh context: nothing of an earlier artifact is in it. */
export interface OpenPage {
  session: CDPSession;
  /** Rejects when the page's process dies. */
  crashed: Promise<never>;
  close(): Promise<void>;
}

/** The page's process died. */
export class CrashError extends Error {}

/**
 * Opens an empty page of the given size. `frames` asks for frames to be driven by us; only headless shell can, and only for one page
 * at a time.
 */
export async function openPage(
  browser: Browser,
  size: readonly [number, number],
  frames: boolean,
): Promise<OpenPage> {
  const { connection } = browser;
  const { browserContextId } = await connection.send('Target.createBrowserContext');
  const close = async () => {
    await connection.send('Target.disposeBrowserContext', { browserContextId });
  };
  await connection.send('Browser.setDownloadBehavior', {
    behavior: 'deny',
    browserContextId,
    eventsEnabled: true,
  });
  // Grants nothing, and so refuses all: clipboard, location, camera...
  await connection.send('Browser.grantPermissions', { permissions: [], browserContextId });
  const { targetId } = await connection.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    enableBeginFrameControl: frames,
    width: size[0],
    height: size[1],
  });
  const session = await connection.createSession({
    targetId,
    type: 'page',
    title: '',
    url: 'about:blank',
    attached: false,
    canAccessOpener: false,
  });
  if (!frames) {
    // A full Chrome takes the size for that of its window, with a bar on top.
    const [width, height] = size;
    await session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
  }
  const crashed = new Promise<never>((_, reject) => {
    session.on('Inspector.targetCrashed', () => reject(new CrashError('the page’s process crashed')));
  });
  crashed.catch(() => undefined);
  return { session, crashed, close };
}

/**
 * Makes the page an ordinary one, the same on every visit: an everyday user agent, seeded randomness, rounded clocks; and keeps its
 * workers to the same rules.
 */
export async function preparePage(
  browser: Browser,
  { session }: OpenPage,
  artifact: Artifact,
  seed: string,
  seen: Observations,
): Promise<void> {
  const script = seedScript(seed);
  let workers = 0;
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const child = browser.connection.session(sessionId);
    if (!child) return;
    if (/worker/.test(targetInfo.type)) {
      if (++workers === 1) seen.notes.push('workers run in real time: what they bring may come late');
      child.on('Network.webSocketCreated', ({ url }) =>
        seen.attempts.push({ what: 'websocket', detail: url }),
      );
      const tellErrors = hearErrors(child, artifact, seen.errors);
      child.send('Network.enable').catch(() => undefined);
      child.send('Runtime.enable').catch(() => undefined);
      child.send('Runtime.evaluate', { expression: `${tellErrors}${script}` }).catch(() => undefined);
    }
    child.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
  });
  await Promise.all([
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: script }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: EVERYDAY_SCRIPT }),
    session.send('Network.setUserAgentOverride', everydayIdentity(browser.product)),
    session.send('Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: EVERYDAY_CORES }),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
  ]);
}

import type { Artifact } from '../artifact/schema.js';
import { captureOf } from './assemble.js';
import type { Capture, Profile } from './capture.js';
import { renderFingerprint } from './fingerprint.js';
import type { CdpSession } from './page/cdp.js';
import { gatherView } from './page/visit.js';

export interface CaptureOptions {
  kind?: Artifact['kind'];
  profile?: Profile;
}

/**
 * Captures a live page of the user's own, as it is now, through any DevTools session on it (Puppeteer's `page.createCDPSession()`,
 * Playwright's `context.newCDPSession(page)`). Nothing is changed on the page; what it said before isn't known.
 */
export async function captureFrom(session: CdpSession, options: CaptureOptions = {}): Promise<Capture> {
  const started = performance.now();
  const profile = options.profile ?? 'reward';
  const { product } = await session.send('Browser.getVersion');
  const visit = await gatherView(session, profile);
  const artifact: Artifact = {
    id: visit.url,
    kind: options.kind ?? 'website',
    kindReason: options.kind ? 'given' : 'not given',
    language: 'html',
    entry: 'index.html',
    files: new Map(),
    truncated: false,
    lineOffset: 1,
    prompt: null,
    url: visit.url,
  };
  return captureOf(visit, {
    artifact,
    profile,
    timings: { queueMs: 0, wallMs: Math.round(performance.now() - started), cpuMs: 0, stages: visit.stages },
    fingerprint: renderFingerprint({
      product,
      fonts: 'system',
      lock: 'none',
      determinism: 'settled',
      seed: 'none',
    }),
  });
}

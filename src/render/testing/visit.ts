import { captureOf } from '../assemble.js';
import type { Capture } from '../capture.js';
import { noTraffic } from '../page/network.js';
import type { Visit } from '../page/visit.js';
import { sha256 } from '../paths.js';
import { pageOf } from './page.js';

/** A visit to a small page, as the browser would have brought it home. */
export function visitOf(parts: Partial<Visit> = {}): Visit {
  const bytes = Buffer.from('not really a picture');
  return {
    loaded: true,
    determinism: 'lockstep',
    title: 'Page',
    layouts: [
      {
        viewport: 'desktop',
        size: [1280, 960],
        page: [1280, 960],
        nodes: [
          { parent: -1, type: 'document', name: '#document', box: [0, 0, 1280, 960], paint: 0, style: -1 },
          {
            parent: 0,
            type: 'element',
            name: 'html',
            attributes: { lang: 'eo' },
            box: [0, 0, 1280, 960],
            paint: 1,
            style: -1,
            source: { file: 'index.html', line: 1, column: 1 },
          },
        ],
        styles: [],
        images: [],
        cut: false,
      },
    ],
    pictures: [
      {
        picture: {
          name: 'page',
          viewport: 'desktop',
          file: 'page-desktop.png',
          hash: sha256(bytes),
          width: 1280,
          height: 960,
          cut: false,
        },
        bytes,
      },
    ],
    accessibility: null,
    rules: undefined,
    fonts: null,
    seen: {
      console: [],
      errors: [],
      dialogs: [],
      attempts: [],
      notes: [],
      loaded: true,
      dialogLoop: new Promise<never>(() => undefined),
    },
    network: {
      requests: [],
      navigations: [],
      served: true,
      traffic: noTraffic(),
    },
    stages: { load: 100 },
    ...parts,
  };
}

/** The capture of a visit to an artifact of two files. */
export function captureOfVisit(
  visit: Visit,
  { wallMs = 500, truncated = false }: { wallMs?: number; truncated?: boolean } = {},
): Capture {
  return captureOf(visit, {
    artifact: { ...pageOf({ 'index.html': '<html lang="eo">', 'css/site.css': 'body{}' }), truncated },
    profile: 'reward',
    timings: { queueMs: 1, wallMs, cpuMs: 200, stages: visit.stages },
    fingerprint: {
      kallos: '0',
      browser: 'test',
      fonts: 'test',
      lock: 'none',
      cpu: 'test',
      determinism: visit.determinism,
      seed: '1',
    },
  });
}

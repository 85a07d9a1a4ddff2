import sharp from 'sharp';
import type { ChannelResult, Finding, Part } from '../../channels/schema.js';
import type { Capture, CaptureData, RenderFingerprint } from '../../render/capture.js';
import { verdictSchema, type Verdict } from '../../reward/verdict.js';

/** Hand-written verdicts and captures: one of each thing that a report has to show. */

export const CODE = `<!doctype html>
<html lang="en">
  <head><title>Harbour Tea</title></head>
  <body>
    <header><h1>Harbour Tea</h1></header>
    <main>
      <section class="offer">
        <h2>Spring harvest</h2>
        <p class="note">Picked by hand, shipped within a week.</p>
        <img src="tin.png" alt="A tin of tea">
        <p class="price">{{ price }} a tin</p>
      </section>
    </main>
  </body>
</html>
`;

export const RENDERER: RenderFingerprint = {
  kallos: '0.1.0',
  browser: 'HeadlessChrome/147.0.7390.0',
  fonts: 'sha256:6c1f0a52',
  lock: 'builtin-1',
  cpu: 'x64-avx2',
  determinism: 'lockstep',
  seed: '1',
};

export const part = (score: number | null, weight = 1, reason: string | null = null): Part => ({
  status: score === null ? 'not-applicable' : 'scored',
  score,
  weight,
  reason,
});

export const scored = (score: number, parts: Record<string, Part> = {}): ChannelResult => ({
  status: 'scored',
  score,
  reason: null,
  parts,
  spread: null,
});

export const unscored = (
  status: Exclude<ChannelResult['status'], 'scored'>,
  reason: string,
): ChannelResult => ({ status, score: null, reason, parts: {}, spread: null });

export function finding(change: Partial<Finding> = {}): Finding {
  return {
    check: 'text-contrast',
    channel: 'correctness',
    severity: 'error',
    certainty: 'certain',
    message: '“Picked by hand, shipped within a week.” is hard to read on its background.',
    viewport: 'desktop',
    selector: 'section.offer > p.note',
    box: [160, 292, 420, 24],
    source: { file: 'page.html', line: 9, column: 9 },
    measured: { value: 2.1, unit: 'ratio' },
    expected: { min: 4.5 },
    suggestion: 'Darken the text to #595959 or lighten the background.',
    fix: null,
    fingerprint: 'sha256:01',
    ...change,
  };
}

export function verdict(change: Partial<Verdict> = {}): Verdict {
  return verdictSchema.parse({
    schema: 'kallos.verdict/1',
    id: 'site/page.html',
    kind: 'website',
    kindReason: 'a document with a header and a main part',
    outcome: 'ok',
    cause: null,
    detail: null,
    channels: {
      execution: scored(1, { lint: part(1, 0.3), load: part(1) }),
      correctness: scored(0.62, {
        'text-contrast': part(0.7),
        'placeholder-text': part(0.88, 0.5),
        'glyph-coverage': part(null, 1, 'nothing-to-check'),
      }),
      visual: unscored('not-run', 'not-asked-for'),
      interaction: unscored('not-run', 'not-asked-for'),
    },
    reward: { recipe: 'default@1', value: null, valid: false, missing: ['visual'] },
    findings: FINDINGS,
    capture: `sha256:${'c'.repeat(64)}`,
    trace: null,
    fingerprint: { ...RENDERER, judge: 'none' },
    cost: { queueMs: 3, wallMs: 412, cpuMs: 388, usd: 0 },
    ...change,
  } satisfies Verdict);
}

const FINDINGS: Finding[] = [
  finding(),
  finding({
    message: 'The page shows “{{ price }}”, which a template should have replaced.',
    check: 'placeholder-text',
    severity: 'warning',
    selector: 'section.offer > p.price',
    box: [160, 540, 150, 28],
    source: { file: 'page.html', line: 11, column: 9 },
    measured: { text: '{{ price }}' },
    expected: null,
    suggestion: 'Put the real price here.',
    fingerprint: 'sha256:02',
  }),
  finding({
    check: 'page-overflow',
    severity: 'error',
    message: 'The page is 45 px wider than the viewport.',
    viewport: 'mobile',
    selector: null,
    box: [375, 0, 45, 900],
    source: null,
    measured: { value: 420, unit: 'px' },
    expected: { max: 375 },
    suggestion: 'Let the offer wrap below 420 px.',
    fingerprint: 'sha256:03',
  }),
  finding({
    check: 'font-size',
    severity: 'advisory',
    certainty: 'likely',
    message: 'The smallest text is 11 px.',
    selector: 'footer > small',
    box: [160, 700, 260, 16],
    source: null,
    measured: { value: 11, unit: 'px' },
    expected: { min: 12 },
    suggestion: 'Use 12 px or more.',
    fingerprint: 'sha256:04',
  }),
];

/** A verdict on what Kallos could not finish. */
export const unfinished = (): Verdict =>
  verdict({
    id: 'rows/17',
    outcome: 'infra',
    cause: 'infra',
    detail: 'The browser died twice and did not come back.',
    channels: {
      execution: unscored('failed', 'infra'),
      correctness: unscored('failed', 'infra'),
      visual: unscored('not-run', 'not-asked-for'),
      interaction: unscored('not-run', 'not-asked-for'),
    },
    reward: {
      recipe: 'default@1',
      value: null,
      valid: false,
      missing: ['execution', 'correctness', 'visual'],
    },
    findings: [],
    capture: null,
    fingerprint: null,
  });

const SCENE = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="960">
  <rect width="1280" height="960" fill="#f7f3ea"/>
  <rect width="1280" height="96" fill="#20403a"/>
  <rect x="160" y="36" width="190" height="24" fill="#f7f3ea"/>
  <rect x="160" y="220" width="360" height="40" fill="#20403a"/>
  <rect x="160" y="292" width="420" height="24" fill="#c9c2b2"/>
  <rect x="760" y="200" width="360" height="440" rx="12" fill="#b9563b"/>
  <rect x="160" y="540" width="150" height="28" fill="#20403a"/>
  <rect x="160" y="700" width="260" height="16" fill="#8d8574"/>
</svg>`;

/** A capture as the renderer would make it, less layouts; `png` replaces the drawn scene. */
export async function capture(change: Partial<CaptureData> = {}, png?: Uint8Array): Promise<Capture> {
  const bytes = png ?? (await sharp(Buffer.from(SCENE)).png().toBuffer());
  const { width, height } = await sharp(bytes).metadata();
  const data: CaptureData = {
    schema: 'kallos.capture/1',
    artifact: {
      kind: 'website',
      language: 'html',
      entry: 'page.html',
      files: { 'page.html': 'sha256:aa' },
      truncated: false,
      lineOffset: 1,
    },
    profile: 'full',
    outcome: 'ok',
    cause: null,
    detail: null,
    title: 'Harbour Tea',
    language: 'en',
    layouts: [],
    pictures: [
      { name: 'page', viewport: 'desktop', file: 'page.png', hash: 'sha256:bb', width, height, cut: false },
    ],
    accessibility: null,
    console: [{ level: 'warning', text: 'price is not defined yet' }],
    errors: [
      {
        kind: 'exception',
        message: 'ReferenceError: price is not defined',
        source: { file: 'page.html', line: 11, column: 9 },
        excused: false,
      },
    ],
    requests: [
      { url: 'page.html', type: 'Document', fate: 'answered', status: 200, from: null, reason: null },
      { url: 'tin.png', type: 'Image', fate: 'missing', status: 404, from: null, reason: null },
      {
        url: 'https://fonts.example/tea.woff2',
        type: 'Font',
        fate: 'unavailable',
        status: null,
        from: null,
        reason: null,
      },
    ],
    dialogs: [{ type: 'alert', message: 'Welcome' }],
    attempts: [{ what: 'popup', detail: 'https://ads.example/' }],
    fonts: [{ family: 'Noto Serif', web: false, glyphs: 412 }],
    notes: [],
    fingerprint: RENDERER,
    ...change,
  };
  return {
    hash: `sha256:${'c'.repeat(64)}`,
    data,
    files: new Map([['page.png', bytes]]),
    code: new Map([['page.html', Buffer.from(CODE)]]),
    timings: {
      queueMs: 3,
      wallMs: 412,
      cpuMs: 388,
      stages: { context: 21, load: 160, picture: 95, layout: 60 },
    },
  };
}

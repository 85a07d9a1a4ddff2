import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Capture, CaptureData, Outcome } from '../../render/capture.js';
import { captureOf, layoutOf, type Element } from '../testing/capture.js';
import { judgeExecution } from './index.js';

const page = (body: string) =>
  `<!DOCTYPE html>\n<html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width"></head>\n<body>\n${body}\n</body></html>`;
const text: Element = { tag: 'p', children: ['Hello'] };
const shown = (code: string, data: Partial<CaptureData> = {}, root: Element = text) =>
  captureOf({ layouts: [layoutOf(root, [200, 100])], ...data }, code);

/** The capture with a picture of 200x100 drawn from SVG. */
async function withPicture(capture: Capture, svg: string): Promise<Capture> {
  const bytes = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">${svg}</svg>`),
  )
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
  const picture = {
    name: 'page',
    viewport: 'desktop',
    file: 'page.png',
    hash: '',
    width: 200,
    height: 100,
    cut: false,
  };
  return {
    ...capture,
    data: { ...capture.data, pictures: [picture as CaptureData['pictures'][number]] },
    files: new Map([['page.png', bytes]]),
  };
}

describe('judgeExecution', () => {
  it('gives 1 to a page that loads, shows something and reads as written', async () => {
    const { result, findings } = await judgeExecution(shown(page('<p>Hello')));
    expect(findings).toEqual([]);
    expect(result).toMatchObject({ status: 'scored', score: 1 });
    expect(Object.keys(result.parts)).toEqual(['load', 'blank', 'errors', 'parse', 'lint']);
  });

  it('keeps at least half for a page that was shown, however untidy it is', async () => {
    const untidy = page('</i><img src="" src=""><div id=a><div id=a><a "><center>x<div,>').repeat(50);
    const errors = Array.from({ length: 50 }, (_, i) => ({
      kind: 'exception' as const,
      message: `no ${i}`,
      source: null,
      excused: false,
    }));
    const { result } = await judgeExecution(shown(untidy, { errors }));
    expect(result.score).toBeGreaterThanOrEqual(0.5);
    expect(result.score).toBeLessThan(0.6);
  });

  it.each<Outcome>(['no-artifact', 'load-failed', 'timeout', 'out-of-memory', 'crashed'])(
    'gives 0 for %s when it is the page that did it',
    async (outcome) => {
      const capture = captureOf({ outcome, cause: 'artifact', detail: 'It looped.' }, page('<p>Hello'));
      const { result, findings } = await judgeExecution(capture);
      expect(result).toMatchObject({ status: 'scored', score: 0 });
      expect(findings).toMatchObject([{ check: 'load', severity: 'error', measured: { outcome } }]);
      expect(findings[0]!.message).toContain('It looped.');
    },
  );

  it.each<Outcome>(['timeout', 'crashed', 'infra'])(
    'gives no score for %s when it is our fault',
    async (outcome) => {
      const { result, findings } = await judgeExecution(captureOf({ outcome, cause: 'infra' }));
      expect(result).toMatchObject({ status: 'failed', score: null, reason: outcome });
      expect(findings).toEqual([]);
    },
  );

  it('refuses options that a check does not have', async () => {
    await expect(
      judgeExecution(shown(page('')), {}, { lint: ['error', { with: [] }] }),
    ).rejects.toMatchObject({
      code: 'KALLOS_CONFIG',
    });
  });
});

describe('load', () => {
  it('reports code that breaks off', async () => {
    const { result, findings } = await judgeExecution(shown(page('<p>Hello'), { outcome: 'truncated' }));
    expect(findings).toMatchObject([{ check: 'load', severity: 'error' }]);
    expect(result.score).toBeLessThan(1);
    expect(result.score).toBeGreaterThan(0.5);
  });

  it('reports own scripts that are missing, and not those from outside', async () => {
    const request = { type: 'Script', status: null, from: null, reason: null };
    const { findings } = await judgeExecution(
      shown(page('<p>Hello'), {
        requests: [
          { ...request, url: 'https://page/app.js', fate: 'missing' },
          { ...request, url: 'https://cdn.example/vue.js', fate: 'unavailable' },
        ],
      }),
    );
    expect(findings.map(({ check, measured }) => [check, measured])).toEqual([
      ['load', { url: 'https://page/app.js' }],
    ]);
  });
});

describe('errors', () => {
  it('reports exceptions and rejections with their place, and no excused ones', async () => {
    const source = { file: 'index.html', line: 9, column: 4 };
    const { findings } = await judgeExecution(
      shown(page('<p>Hello'), {
        errors: [
          { kind: 'exception', message: 'x is not defined', source, excused: false },
          { kind: 'unhandled-rejection', message: 'no data', source: null, excused: false },
          { kind: 'exception', message: 'Vue is not defined', source, excused: true },
          { kind: 'resource', message: 'missing.png', source: null, excused: false },
        ],
      }),
    );
    expect(findings.map(({ message }) => message)).toEqual([
      'Uncaught exception: x is not defined',
      'Unhandled rejection: no data',
    ]);
    expect(findings[0]!.source).toEqual(source);
  });
});

describe('parse', () => {
  const parsed = async (body: string) =>
    (await judgeExecution(shown(page(body)))).findings.filter(({ check }) => check === 'parse');

  it('names the place where a quote is lost', async () => {
    expect(await parsed('<p style="font-family: "Noto Serif", serif">x</p>')).toMatchObject([
      {
        severity: 'error',
        measured: { error: 'unexpected-character-in-attribute-name' },
        source: { line: 4 },
      },
      {},
    ]);
  });

  it('reports a script that swallows the rest of the page', async () => {
    expect(await parsed('<script>let a = 1;')).toMatchObject([
      { measured: { error: 'eof-in-element-that-can-contain-only-text' } },
    ]);
  });

  it('reports quirks mode', async () => {
    const { findings } = await judgeExecution(shown('<html lang="en"><title>x</title><p>Hello</p></html>'));
    expect(findings.map(({ measured }) => measured!['error'])).toContain('missing-doctype');
  });

  it('is silent about what browsers repair without a trace', async () => {
    expect(await parsed('<br/> a & b <p>One<p>Two <ul><li>x<li>y</ul> <a href="?a=1&b=2">1 < 2</a>')).toEqual(
      [],
    );
  });

  it('takes the place of an XML error from what the browser shows in place of an SVG', async () => {
    const artifact = { ...captureOf().data.artifact, language: 'svg' };
    const shownError: Element = {
      tag: 'parsererror',
      children: [
        'error on line 3 at column 7: Opening and ending tag mismatch: g line 2 and svg Below is a rendering',
      ],
    };
    const { findings } = await judgeExecution(shown('<svg>\n<g>\n</svg>', { artifact }, shownError));
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'parse',
        message: 'The SVG is not well-formed XML: Opening and ending tag mismatch: g line 2 and svg.',
        source: { file: 'index.html', line: 3, column: 7 },
      }),
    );
  });
});

describe('blank', () => {
  const blankness = async (root: Element, svg: string | null, data: Partial<CaptureData> = {}) => {
    const capture = shown(page('<p>Hello'), data, root);
    const { result } = await judgeExecution(svg === null ? capture : await withPicture(capture, svg));
    return result.parts['blank']!;
  };
  const gradient =
    '<defs><linearGradient id="g"><stop stop-color="#200"/><stop offset="1" stop-color="#fa0"/></linearGradient></defs><rect width="200" height="100" fill="url(#g)"/>';
  const body = (children: Element['children'] = [], style = {}): Element => ({
    tag: 'body',
    box: [0, 0, 200, 100],
    style,
    children,
  });

  it.each([
    [
      'one colour, whatever the document says',
      body([text]),
      '<rect width="200" height="100" fill="#123"/>',
      0,
    ],
    ['a few stray pixels', body(), '<rect width="8" height="8"/>', 0],
    ['one word', body([text]), '<rect x="20" y="20" width="40" height="8"/>', 1],
    ['a gradient and nothing else', body(), gradient, 1],
  ])('looks at the picture: %s', async (_, root, svg, score) => {
    expect(await blankness(root, svg)).toMatchObject({ status: 'scored', score });
  });

  it.each([
    ['nothing', body(), 0],
    ['a coloured body and nothing on it', body([], { 'background-color': 'rgb(9, 9, 9)' }), 0],
    ['text', body([text]), 1],
    ['text that is transparent', body([{ ...text, style: { opacity: '0' } }]), 0],
    ['text beside the page', body([{ ...text, box: [-900, 0, 100, 20] }]), 0],
    ['a canvas', body([{ tag: 'canvas' }]), 1],
    ['a coloured box', body([{ tag: 'div', style: { 'background-color': 'rgb(200, 0, 0)' } }]), 1],
    ['a gradient on the body', body([], { 'background-image': 'linear-gradient(red, blue)' }), 1],
  ])('reads the layout where there is no picture: %s', async (_, root, score) => {
    expect(await blankness(root, null)).toMatchObject({ status: 'scored', score });
  });

  it('does not blame a page for a library that the renderer could not offer', async () => {
    const requests: CaptureData['requests'] = [
      {
        url: 'https://cdn.example/react.js',
        type: 'Script',
        fate: 'unavailable',
        status: null,
        from: null,
        reason: null,
      },
    ];
    const capture = shown(page('<div id="root"></div>'), { requests }, body());
    const { result } = await judgeExecution(capture);
    expect(result.parts['blank']).toMatchObject({ status: 'failed', score: null });
    expect(result).toMatchObject({ status: 'failed', score: null });
  });
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../artifact/extract.js';
import { buildGraph } from '../../graph/build.js';
import type { DesignGraph } from '../../graph/schema.js';
import { createRenderer, type Renderer } from '../../render/index.js';
import type { Judgement } from '../schema.js';
import { captureOf, layoutOf } from '../testing/capture.js';
import { evaluate } from '../testing/evaluate.js';
import { judgeCorrectness } from './index.js';
import { referenceMatch } from './reference-match.js';

const FOLDER = fileURLToPath(new URL('./fixtures/reference-match/', import.meta.url));
const read = (file: string) => readFileSync(`${FOLDER}${file}`, 'utf8');

let renderer: Renderer;
let reference: DesignGraph;
const capture = async (html: string) => renderer.render(extract(html, { id: 'fixture', kind: 'website' }));
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
  reference = buildGraph(await capture(read('reference.html')));
});
afterAll(() => renderer.close());

async function judge(html: string): Promise<Judgement> {
  const rendered = await capture(html);
  const { viewport } = rendered.data.layouts[0]!;
  const graphs = new Map([[viewport, buildGraph(rendered)]]);
  return judgeCorrectness(rendered, graphs, {}, {}, [referenceMatch], reference);
}

/** The reference with one thing changed. */
const changed = (from: string, to: string) => {
  const html = read('reference.html');
  expect(html).toContain(from);
  return judge(html.replace(from, to));
};

describe('reference-match', () => {
  it('is silent on the reference itself, and on the same page in other code', async () => {
    for (const file of ['reference.html', 'good-other-code.html']) {
      const { result, findings } = await judge(read(file));
      expect(findings.map(({ message }) => message)).toEqual([]);
      expect(result.parts['reference-match']!.score).toBeGreaterThan(0.95);
    }
  });

  it('names everything that is wrong with a poor copy', async () => {
    const { result, findings } = await judge(read('bad-copy.html'));
    const messages = findings.map(({ message }) => message).join('\n');
    for (const what of [
      'The reference shows the text "Dogs are welcome on deck."',
      '"Every day at 9:30" reads "Every day at 9:00" in the reference.',
      '"Book a seat" stands at',
      '"Book a seat" takes',
      'The background of "Book a seat" is #b00020, in the reference #0b5394',
      '"Harbour ferry" is set in 20 px, in the reference in 40 px.',
      '"Now with free coffee" is not in the reference.',
    ]) {
      expect(messages).toContain(what);
    }
    expect(result.parts['reference-match']!.score).toBeLessThan(0.85);
  });

  it('measures a place and asks for another', async () => {
    const { findings } = await changed('left: 80px; top: 400px', 'left: 480px; top: 400px');
    expect(findings).toMatchObject([
      {
        severity: 'warning',
        selector: expect.stringContaining('a') as string,
        measured: { value: 31.3, unit: '%', x: 500 },
        expected: { max: 5, x: 100 },
      },
    ]);
  });

  it('makes one block at the wrong place cost more than its share of the page', async () => {
    const { result } = await changed('left: 80px; top: 400px', 'left: 480px; top: 400px');
    expect(result.parts['reference-match']!.score).toBeLessThan(0.95);
  });

  it('tells what has changed places with its neighbour, however near it still is', async () => {
    const [hours, dogs] = ['<p>Every day at 9:00</p>', '<p>Dogs are welcome on deck.</p>'];
    const there = buildGraph(
      await capture(
        read('reference.html')
          .replace(dogs, '')
          .replace(hours, hours + dogs),
      ),
    );
    const rendered = await capture(
      read('reference.html')
        .replace(dogs, '')
        .replace(hours, dogs + hours),
    );
    const graphs = new Map([[there.viewport, buildGraph(rendered)]]);
    const { result, findings } = await judgeCorrectness(rendered, graphs, {}, {}, [referenceMatch], there);
    expect(findings).toMatchObject([
      {
        severity: 'warning',
        message: '"Every day at 9:00" stands below "Dogs are welcome on deck.", in the reference above it.',
        measured: { place: 'below' },
        expected: { place: 'above' },
      },
    ]);
    expect(result.parts['reference-match']!.score).toBeLessThan(0.95);
  });

  it('tells a colour that many texts share once', async () => {
    const { findings } = await changed('color: #222', 'color: #990000');
    expect(findings).toMatchObject([
      { measured: { color: '#990000', elements: 4 }, expected: { color: '#222222', max: 5 } },
    ]);
  });

  it('costs the more the more is missing', async () => {
    const one = await changed('<p>Dogs are welcome on deck.</p>', '');
    const two = await judge(
      read('reference.html')
        .replace('<p>Dogs are welcome on deck.</p>', '')
        .replace(/<h1>.*<\/h1>/, ''),
    );
    expect(one.findings).toMatchObject([{ selector: null, measured: { found: false } }]);
    expect(two.result.score).toBeLessThan(one.result.score!);
  });

  it('reads right-to-left pages', async () => {
    const html = read('good-rtl.html');
    const rtl = buildGraph(await capture(html));
    const rendered = await capture(html.replace('<b>שבע</b>', '<b>שמונה</b>'));
    const graphs = new Map([[rtl.viewport, buildGraph(rendered)]]);
    const { findings } = await judgeCorrectness(rendered, graphs, {}, {}, [referenceMatch], rtl);
    expect(findings.map(({ expected }) => expected)).toEqual([{ text: '"המעבורת יוצאת בשעה שבע מהנמל"' }]);
  });

  it('does not apply without a reference, nor where neither page shows anything', async () => {
    const empty = layoutOf({ tag: 'body', children: [] });
    expect((await evaluate(referenceMatch, empty)).score).toBeNull();
    const result = await judgeCorrectness(
      captureOf({ layouts: [empty] }),
      new Map([[empty.viewport, buildGraph(captureOf({ layouts: [empty] }))]]),
      {},
      {},
      [referenceMatch],
      buildGraph(captureOf({ layouts: [empty] })),
    );
    expect(result.result.parts['reference-match']).toMatchObject({
      status: 'not-applicable',
      reason: 'nothing-to-match',
    });
  });
});

import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import type { ChannelResult } from '../channels/schema.js';
import { report } from './index.js';
import { finding, part, scored, unfinished, unscored, verdict } from './testing/sample.js';

const page = (change = {}, options = {}) => report([verdict(change)], 'text', options);

test('says what the artifact is and how each channel fared', () => {
  const text = page();
  expect(text).toContain('site/page.html  website  ok');
  expect(text).toMatch(/correctness +█{12}░{8} 0\.62/);
});

test('shows what has no score as its status and reason, never as a number', () => {
  const text = page({
    channels: {
      execution: scored(0),
      correctness: unscored('failed', 'timeout'),
      visual: unscored('gated', 'execution-failed'),
      interaction: unscored('not-applicable', 'nothing-to-check'),
    },
  });
  expect(text).toMatch(/execution +░{20} 0\.00/);
  expect(text).toMatch(/correctness +failed: timeout\n/);
  expect(text).toMatch(/visual +gated: execution-failed\n/);
  expect(text).toMatch(/interaction +not applicable: nothing-to-check\n/);
  expect(text).toMatch(/reward +none: visual missing/);
});

test('says what moved a judge of looks, how sure it is, and what it cannot tell', () => {
  const visual: ChannelResult = {
    ...scored(0.61, { look: part(0.61), 'brief-fit': part(null, 0, 'judge-cannot-tell') }),
    opinion: {
      judge: 'embedded sha256:00',
      interval: [0.44, 0.76],
      pulls: [
        { measure: 'hueDiscord', value: 0.04, pull: -0.4 },
        { measure: 'sharpness', value: 0.9, pull: 0.2 },
      ],
      reasons: [],
    },
  };
  const text = page({ channels: { ...verdict().channels, visual } });
  expect(text).toMatch(/visual +█{12}░{8} 0\.61 {2}0\.44 to 0\.76\n/);
  expect(text).toContain('better for sharpness; worse for hue discord');
  expect(text).toContain('not judged: brief-fit');
});

test('quotes a model once, for all its samples', () => {
  const visual: ChannelResult = {
    ...scored(0.8),
    opinion: { judge: 'vlm m', interval: [0.7, 0.9], pulls: [], reasons: ['Calm.', 'Quiet.', 'Still.'] },
  };
  const text = page({ channels: { ...verdict().channels, visual } });
  expect(text).toMatch(/0\.80 {2}0\.70 to 0\.90 in 3 samples\n +“Calm\.”\n/);
  expect(text).not.toContain('Quiet');
});

test('leads from a finding to its repair', () => {
  const text = page({ findings: [finding()] });
  expect(text).toContain('error    text-contrast  page.html:9:9  desktop');
  expect(text).toContain('section.offer > p.note');
  expect(text).toContain('measured 2.1:1, expected at least 4.5:1');
  expect(text).toContain('Fix: Darken the text to #595959');
});

test('groups equal findings and counts the others', () => {
  const findings = Array.from({ length: 13 }, (_, i) =>
    finding({ fingerprint: `sha256:${i}`, source: { file: 'page.html', line: 20 + i, column: 1 } }),
  );
  const text = page({ findings });
  expect(text).toContain('13 errors');
  expect(text).toContain('+12 more like this: page.html:21:1, page.html:22:1');
  expect(text.match(/Fix: /g)).toHaveLength(1);
});

test('spells out three kinds of one check and counts what is left', () => {
  const findings = Array.from({ length: 8 }, (_, i) =>
    finding({ fingerprint: `sha256:${i}`, measured: { value: 1 + i, unit: 'ratio' } }),
  );
  const text = page({ findings });
  expect(text.match(/Fix: /g)).toHaveLength(3);
  expect(text).toContain('5 further errors of text-contrast');
});

test('orders findings by severity', () => {
  const order = [...page().matchAll(/^ {2}(error|warning|advisory) /gm)].map(([, severity]) => severity);
  expect(order).toEqual(['error', 'error', 'warning', 'advisory']);
});

test('is plain unless colour is asked for', () => {
  expect(page()).not.toContain('\u001b');
  expect(page({}, { color: true })).toContain('\u001b[31m');
});

test('keeps to the width of the terminal', () => {
  const findings = [
    finding({ message: '茶'.repeat(90), selector: `div${'.a'.repeat(80)}`, suggestion: 'word '.repeat(60) }),
  ];
  for (const columns of [60, 100]) {
    const widths = page({ findings }, { columns })
      .split('\n')
      .map((line) => stringWidth(line));
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
  }
});

test('lets nothing that a page wrote act on the terminal', () => {
  const hostile = 'x\u001b[2J\u001b]0;t\u0007\u202e\nerror    forged';
  const text = page({
    id: hostile,
    detail: hostile,
    findings: [
      finding({
        message: hostile,
        selector: hostile,
        suggestion: hostile,
        check: hostile,
        measured: { value: hostile, unit: hostile, [hostile]: hostile },
        expected: { min: hostile },
        source: { file: hostile, line: 1, column: 1 },
        viewport: hostile,
      }),
    ],
  });
  // eslint-disable-next-line no-control-regex -- controls are what must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(text).not.toMatch(/^ *error {4}forged/m);
});

test('sums up many: the worst first, counts by check, our own failures apart', () => {
  const text = report(
    [
      verdict({ id: 'fine', findings: [], reward: { recipe: 'r@1', value: 0.9, valid: true, missing: [] } }),
      verdict({ id: 'poor', reward: { recipe: 'r@1', value: 0.2, valid: true, missing: [] } }),
      unfinished(),
    ],
    'text',
    { columns: 120 },
  );
  const summary = text.slice(text.indexOf('3 artifacts'));
  expect(summary).toContain('2 ok, 1 infra');
  const rows = summary.split('\n').filter((line) => /(rows\/17|poor|fine)$/.test(line));
  expect(
    rows.map((row) =>
      row
        .trim()
        .split(/\s{2,}/)
        .at(-1),
    ),
  ).toEqual(['rows/17', 'poor', 'fine']);
  expect(rows[0]).toMatch(/none +failed +failed +not run +not run/);
  expect(summary).toMatch(/text-contrast +1 error in 1 artifact/);
});

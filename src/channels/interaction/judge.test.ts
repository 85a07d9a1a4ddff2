import { describe, expect, it } from 'vitest';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Capture } from '../../render/capture.js';
import { sha256 } from '../../render/paths.js';
import { doneTo, judgeInteraction, judgeProbes } from './judge.js';
import { hashOf, readTrace, writeTrace } from './store.js';
import { control, evidence, probe, traceOf } from './testing/trace.js';

/** The capture of the page that the traces below are of. */
const capture = { data: { artifact: { files: { 'index.html': 'sha256:1' } } } } as unknown as Capture;

describe('judgeInteraction', () => {
  it('is the weighted share of expected answers', () => {
    const trace = traceOf(
      [control({ weight: 0.9 }), control({ weight: 0.3 })],
      [probe(0, evidence({ textsAppeared: ['Added'] })), probe(1, evidence())],
    );
    const { result, findings } = judgeInteraction(trace, capture);
    expect(result.score).toBeCloseTo(0.75);
    expect(findings.map(({ check }) => check)).toEqual(['dead-control']);
  });

  it('counts what could not be tried nowhere, and fails when that is all', () => {
    const controls = [control(), control()];
    const covered = probe(1, null, { trouble: { reason: 'covered', detail: 'something else lies over it' } });
    const tried = judgeInteraction(
      traceOf(controls, [probe(0, evidence({ textsAppeared: ['Added'] })), covered]),
      capture,
    );
    expect(tried.result.score).toBe(1);
    expect(judgeInteraction(traceOf(controls, [covered]), capture).result).toMatchObject({
      status: 'failed',
      score: null,
      reason: 'nothing-could-be-tried',
    });
  });

  it('blames what does not close for it, not what opened it, and says where both were clicked', () => {
    const closing = probe(0, evidence(), {
      asks: 'closes',
      deeds: [
        { do: 'click', what: null, on: null },
        { do: 'click', what: null, on: '#close' },
      ],
    });
    const opener = control({ name: 'Fees', selector: '#fees' });
    const opened = probe(0, evidence({ textsAppeared: ['Adults pay 180'] }));
    const { findings } = judgeInteraction(traceOf([opener], [opened, closing]), capture);
    expect(findings).toMatchObject([{ check: 'dead-control', selector: '#close', box: null }]);
    expect(findings[0]!.message).toContain('Control #close, in what button “Fees” opened: clicked');
    expect(doneTo(closing)).toBe('clicked, clicked #close');
  });

  it('tells of what the keyboard does not reach though the mouse does', () => {
    const byKeys = probe(0, evidence(), {
      asks: 'keyboard',
      deeds: [{ do: 'press', what: 'Enter', on: null }],
    });
    const byMouse = probe(0, evidence({ textsAppeared: ['Added'] }));
    const { findings } = judgeInteraction(traceOf([control({ tag: 'div' })], [byMouse, byKeys]), capture);
    expect(findings.map(({ check }) => check)).toEqual(['mouse-only']);
  });

  it('holds nothing against what takes back where nothing was begun', () => {
    const undo = control({ name: 'Undo' });
    const once = probe(0, evidence());
    expect(judgeProbes(traceOf([undo], [once]))[0]!.answer).toBe('not-tried');
    const prepared = probe(0, evidence(), { asks: 'answers-prepared' });
    expect(judgeProbes(traceOf([undo], [once, prepared]))[0]!.answer).toBe('nothing');
    expect(judgeProbes(traceOf([control({ name: 'Undo', bound: false })], [once]))[0]!.answer).toBe(
      'nothing',
    );
  });

  it('praises no focus of a control that could not be tried', () => {
    const covered = probe(0, null, { trouble: { reason: 'covered', detail: 'something else lies over it' } });
    const focused = probe(
      0,
      evidence({ focus: 'control', pixels: { all: 0.01, outside: 0.005, drawn: 0, box: [0, 0, 80, 20] } }),
      { asks: 'shows-focus' },
    );
    expect(judgeInteraction(traceOf([control()], [covered, focused]), capture).result).toMatchObject({
      status: 'failed',
      reason: 'nothing-could-be-tried',
    });
  });

  it('keeps of a page that goes away the share that stays', () => {
    const answered = [probe(0, evidence({ textsAppeared: ['Added'] }))];
    const going = { stay: { share: 0.25, afterMs: 16 } };
    const { result, findings } = judgeInteraction(traceOf([control()], answered, going), capture);
    expect(result).toMatchObject({ score: 0.25, reason: 'does-not-stay' });
    expect(findings[0]!.check).toBe('vanishing-content');
    expect(findings[0]!.message).toContain('after a few frames it shows 25 %');
    const still = judgeInteraction(traceOf([], [], going), capture);
    expect(still.result).toMatchObject({ status: 'scored', score: 0.25 });
    const turning = { stay: { share: 0.6, afterMs: 16 } };
    expect(judgeInteraction(traceOf([control()], answered, turning), capture).result.score).toBe(1);
  });

  it('does not apply to a page with nothing to act on, unless it was asked for', () => {
    expect(judgeInteraction(traceOf([], []), capture).result.status).toBe('not-applicable');
    // Nor to one that listens to a key that nobody was told of.
    const key = control({ kind: 'keys', announced: false });
    expect(judgeInteraction(traceOf([key], [probe(0, evidence())]), capture).result.status).toBe(
      'not-applicable',
    );
    const asked = judgeInteraction(traceOf([], [], { asked: true }), capture);
    expect(asked.result).toMatchObject({ status: 'scored', score: 0 });
    expect(asked.findings[0]?.check).toBe('nothing-to-act-on');
  });

  it('judges nothing without a trace, and none of another page', () => {
    expect(judgeInteraction(undefined, capture).result).toMatchObject({
      status: 'not-run',
      reason: 'no-trace',
    });
    const other = { data: { artifact: { files: { 'index.html': 'sha256:2' } } } } as unknown as Capture;
    expect(judgeInteraction(traceOf([control()], [probe(0, evidence())]), other).result.reason).toBe(
      'trace-of-another-page',
    );
  });

  it('names the control, what was done, what was expected and what happened', () => {
    const source = { file: 'index.html', line: 12, column: 3 };
    const dead = control({ name: 'Buy', selector: '#buy', source, bound: false });
    const [finding] = judgeInteraction(traceOf([dead], [probe(0, evidence())]), capture).findings;
    expect(finding).toMatchObject({ selector: '#buy', source, severity: 'error', certainty: 'certain' });
    expect(finding!.message).toBe('Button “Buy”: clicked, expected a visible answer, but nothing changed.');
  });
});

describe('answers', () => {
  const answerOf = (differs: Parameters<typeof evidence>[0], of: Parameters<typeof control>[0] = {}) =>
    judgeProbes(traceOf([control(of)], [probe(0, evidence(differs))]))[0]!.answer;
  const change = { appeared: 0, vanished: 0, moved: 0, restyled: 0, mutated: 0 };

  it('are not given by what only a script sees', () => {
    expect(answerOf({ own: { ...change, mutated: 1 } })).toBe('only-invisible');
    expect(answerOf({ storage: ['local seen'] })).toBe('only-invisible');
    expect(answerOf({ requests: ['ping https://www.example.com/log'] })).toBe('nothing');
  });

  it('are not given by the browser itself', () => {
    const pixels = { all: 0.002, outside: 0.001, drawn: 0, box: null };
    expect(answerOf({ focus: 'control', own: { ...change, restyled: 1 }, pixels })).toBe('nothing');
    expect(answerOf({ url: ['https://a.example/', 'https://a.example/#'] }, { tag: 'a' })).toBe('nothing');
    expect(answerOf({ reloaded: true, textsVanished: ['2 in the basket'] })).toBe('otherwise');
  });

  it('of a field alone are none where more is promised', () => {
    const ownValue: [string, string] = ['1', '4'];
    const own = { ...change, mutated: 1 };
    expect(answerOf({ ownValue, own }, { kind: 'slider', inForm: true })).toBe('as-expected');
    expect(answerOf({ ownValue, own }, { kind: 'slider' })).toBe('nothing');
    expect(answerOf({ ownValue, own }, { kind: 'sort' })).toBe('nothing');
  });

  it('that wait for a server are not ours to judge', () => {
    expect(answerOf({ requests: ['fetch https://www.example.com/api'] })).toBe('not-tried');
  });
});

describe('a stored trace', () => {
  it('is read back byte by byte, or refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kallos-trace-'));
    try {
      const picture = Buffer.from('a picture');
      const made = traceOf([control()], [probe(0, evidence())], {
        pictures: { '0-before.webp': sha256(picture) },
      });
      const trace = { ...made, files: new Map([['0-before.webp', picture]]), hash: hashOf(made.data) };
      expect(await readTrace(folder)).toBeNull();
      await writeTrace(folder, trace);
      await writeTrace(folder, trace);
      expect(await readdir(folder)).toEqual(['trace']);
      const back = await readTrace(folder);
      expect(back?.hash).toBe(trace.hash);
      expect(Buffer.from(back!.files.get('0-before.webp')!)).toEqual(picture);
      await writeFile(join(folder, 'trace/0-before.webp'), 'another');
      await expect(readTrace(folder)).rejects.toMatchObject({ code: 'KALLOS_CAPTURE_INVALID' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

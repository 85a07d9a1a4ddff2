import { describe, expect, it } from 'vitest';
import { extract, NoArtifactError } from './artifact/extract.js';
import type { Item } from './artifact/load.js';
import { KallosError, toKallosError } from './errors.js';
import { NOTHING_SEEN, type Capture, type CaptureData } from './render/capture.js';
import type { Verdict } from './reward/verdict.js';
import { judgeCapture, scoreMany } from './score.js';

/** What a renderer hands over when a page could not be shown. */
function failed(outcome: CaptureData['outcome'], cause: CaptureData['cause']): Capture {
  const fingerprint = {
    kallos: '0',
    browser: 'test',
    fonts: '',
    lock: 'none',
    cpu: '',
    determinism: 'settled' as const,
    seed: '1',
  };
  const artifact = {
    kind: 'website',
    language: 'html',
    entry: 'a.html',
    files: {},
    truncated: false,
    lineOffset: 1,
  };
  return {
    hash: 'sha256:0',
    data: {
      schema: 'kallos.capture/1',
      artifact,
      profile: 'reward',
      outcome,
      cause,
      detail: null,
      ...NOTHING_SEEN,
      fingerprint,
    },
    files: new Map(),
    code: new Map(),
    timings: { queueMs: 0, wallMs: 0, cpuMs: 0, stages: {} },
  };
}

const statuses = ({ channels }: Verdict) =>
  Object.fromEntries(Object.entries(channels).map(([name, { status }]) => [name, status]));

describe('whose fault it is', () => {
  it('gates the other channels of a page that used up its budget, and gives it the lowest reward', async () => {
    const verdict = await judgeCapture(failed('timeout', 'artifact'));
    expect(statuses(verdict)).toEqual({
      execution: 'scored',
      correctness: 'gated',
      visual: 'gated',
      interaction: 'not-run',
    });
    expect(verdict.channels.execution.score).toBe(0);
    expect(verdict.reward).toMatchObject({ value: 0, valid: true });
  });

  it('never scores what was our fault', async () => {
    const verdict = await judgeCapture(failed('infra', 'infra'));
    expect(statuses(verdict)).toEqual({
      execution: 'failed',
      correctness: 'failed',
      visual: 'failed',
      interaction: 'not-run',
    });
    expect(verdict.reward).toMatchObject({ value: null, valid: false, missing: ['execution'] });
  });
});

it('counts lines as in the reply that the code was taken out of', async () => {
  const reply = 'Here it is:\n\n```html\n<!doctype html>\n<title>x</title>\n<center>\n<p>Tea</center>\n```\n';
  const artifact = extract(reply, { kind: 'website' });
  const { data, ...capture } = failed('ok', null);
  const { entry, lineOffset, files } = artifact;
  const source = { file: entry, line: 3, column: 1 };
  const shown = {
    ...capture,
    data: {
      ...data,
      artifact: { ...data.artifact, entry, lineOffset },
      errors: [
        { kind: 'exception' as const, message: 'stop', source, excused: false },
        {
          kind: 'exception' as const,
          message: 'in another file',
          source: { ...source, file: 'b.js' },
          excused: false,
        },
      ],
    },
    code: files,
  };
  const { findings } = await judgeCapture(shown, {}, { channels: ['execution'] });
  const lineOf = (message: RegExp) => findings.find((finding) => message.test(finding.message))?.source?.line;
  expect(reply.split('\n')[5]).toBe('<center>');
  expect(lineOf(/obsolete|center/i)).toBe(6);
  expect(lineOf(/stop/)).toBe(6);
  expect(lineOf(/in another file/)).toBe(3);
});

it('runs only the channels asked for', async () => {
  const verdict = await judgeCapture(failed('timeout', 'artifact'), {}, { channels: ['correctness'] });
  expect(verdict.channels.execution).toMatchObject({ status: 'not-run', reason: 'not-asked' });
});

it('judges what the recipe requires where nobody says which channels', async () => {
  const capture = failed('timeout', 'artifact');
  const of = async (recipe: string) => statuses(await judgeCapture(capture, {}, { recipe }));
  expect(await of('aescoder')).toMatchObject({ correctness: 'gated', visual: 'gated', interaction: 'gated' });
  // It takes interaction where there is some, and does without.
  expect(await of('default')).toMatchObject({ interaction: 'not-run' });
});

it('refuses to set a check that does not exist, and names the nearest', async () => {
  await expect(
    judgeCapture(failed('timeout', 'artifact'), {}, { checks: { 'text-contrats': 'off' } }),
  ).rejects.toMatchObject({ code: 'KALLOS_CONFIG', help: 'Did you mean "text-contrast"?' });
});

describe('many items', () => {
  const unreadable = new KallosError(
    'KALLOS_INPUT_EMPTY',
    'a.html is empty.',
    'Give a file that holds code.',
  );
  const nothing = (): KallosError => {
    try {
      extract('I would rather not.');
      throw new Error('something was extracted');
    } catch (error) {
      return toKallosError(error);
    }
  };
  async function* items(): AsyncGenerator<Item> {
    await Promise.resolve();
    yield { id: 'a.html', error: unreadable };
    yield { id: 'reply', error: nothing() };
  }

  it('tells of an item that cannot be read, and goes on; a reply without code is a verdict', async () => {
    expect(nothing()).toBeInstanceOf(NoArtifactError);
    const told: string[] = [];
    const verdicts: Verdict[] = [];
    for await (const verdict of scoreMany(items(), {
      onError: ({ code }, id) => told.push(`${id} ${code}`),
    })) {
      verdicts.push(verdict);
    }
    expect(told).toEqual(['a.html KALLOS_INPUT_EMPTY']);
    expect(verdicts).toMatchObject([{ id: 'reply', outcome: 'no-artifact', capture: null }]);
  });

  it('throws the error at the end when nobody listens, after the others are judged', async () => {
    const verdicts: Verdict[] = [];
    const all = async () => {
      for await (const verdict of scoreMany(items())) verdicts.push(verdict);
    };
    await expect(all()).rejects.toBe(unreadable);
    expect(verdicts.length).toBe(1);
  });
});

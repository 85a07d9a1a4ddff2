import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Diagnosis } from '../render/diagnosis.js';
import { verdictSchema, type Verdict } from '../reward/verdict.js';
import { compile, kallos, lines } from './testing/kallos.js';

let cwd: string;
beforeAll(async () => {
  await compile();
  cwd = await mkdtemp(join(tmpdir(), 'kallos-cli-'));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const write = (name: string, data: string | Uint8Array) => writeFile(join(cwd, name), data);
const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title><meta name="viewport" content="width=device-width"></head><body>${body}</body></html>`;
const GOOD = page('<h1>Opening hours</h1><p>Monday to Friday, nine to five.</p>');
const BAD = page('<h1>Opening hours</h1><p>Lorem ipsum dolor sit amet</p><script>missing()</script>');
const row = (id: string, html: string) => JSON.stringify({ id, html });
/** The fast way to a verdict with a reward. */
const FAST = ['--profile', 'reward', '--recipe', 'provable', '--format', 'jsonl'];

describe('the command line', () => {
  it('teaches: inputs, examples and exit codes', async () => {
    const { code, stdout } = await kallos(['score', '--help']);
    expect(code).toBe(0);
    for (const word of ['Examples:', 'Exit codes:', '--from-capture', '--recipe provable', 'KALLOS_*']) {
      expect(stdout).toContain(word);
    }
  });

  it('calls a mistake in its use by name and exits 2', async () => {
    expect(await kallos(['scroe'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('score') as string,
    });
    expect(await kallos(['score'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('KALLOS_USAGE') as string,
    });
  });

  it('prints the JSON Schema of a verdict', async () => {
    const { stdout } = await kallos(['schema', 'verdict']);
    expect((JSON.parse(stdout) as { properties: object }).properties).toHaveProperty('reward');
  });

  it('tells what the machine has, and exits 2 when it has no browser', async () => {
    const { code, stdout } = await kallos(['doctor', '--json', '--browser', '/nowhere/chromium']);
    expect(code).toBe(2);
    const browser = (JSON.parse(stdout) as Diagnosis[]).find(({ topic }) => topic === 'browser');
    expect(browser).toMatchObject({ state: 'fail', advice: expect.any(String) as string });
  });
});

describe('bad input gets a coded error with one sentence on what to do', () => {
  it.each<[what: string, code: string, prepare: () => Promise<string[]>]>([
    ['an empty file', 'KALLOS_INPUT_EMPTY', async () => (await write('empty.html', ''), ['empty.html'])],
    [
      'a folder without pages',
      'KALLOS_INPUT_NO_PAGE',
      async () => (await mkdir(join(cwd, 'bare')), ['bare']),
    ],
    [
      'binary data',
      'KALLOS_INPUT_BINARY',
      async () => (await write('noise.html', Buffer.from([0, 1, 2, 255, 254, 0, 0, 7])), ['noise.html']),
    ],
    [
      'a file of 50 MB',
      'KALLOS_INPUT_TOO_LARGE',
      async () => {
        await write('large.html', '<p>');
        await truncate(join(cwd, 'large.html'), 50 * 1024 ** 2);
        return ['large.html'];
      },
    ],
    ['a file that is not there', 'KALLOS_INPUT_MISSING', () => Promise.resolve(['absent.html'])],
    [
      'a configuration with an unknown key',
      'KALLOS_CONFIG',
      async () => (
        await write('wrong.json', '{"viewprots":{}}'),
        await write('good.html', GOOD),
        ['good.html', '--config', 'wrong.json']
      ),
    ],
    [
      'no browser',
      'KALLOS_BROWSER_MISSING',
      async () => (await write('good.html', GOOD), ['good.html', '--browser', '/nowhere/chromium']),
    ],
    [
      'an output folder that cannot be',
      'KALLOS_OUTPUT',
      async () => (await write('good.html', GOOD), ['good.html', '--out', 'good.html/run']),
    ],
    [
      'a folder that holds no capture',
      'KALLOS_CAPTURE_INVALID',
      () => Promise.resolve(['--from-capture', '.']),
    ],
  ])('%s: %s', async (_, code, prepare) => {
    const run = await kallos(['score', ...(await prepare())], { cwd });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    const [first, second] = run.stderr.trimEnd().split('\n');
    expect(first).toContain(`${code}: `);
    expect(second).toMatch(/^ {2}\S.*[^.]$|^ {2}\S.*\.$/);
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });

  it('an unreadable file: KALLOS_INPUT_UNREADABLE', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root reads every file');
    await write('locked.html', GOOD);
    await chmod(join(cwd, 'locked.html'), 0);
    const { code, stderr } = await kallos(['score', 'locked.html'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('KALLOS_INPUT_UNREADABLE');
  });
});

describe('scoring', () => {
  it('goes on after a malformed line, tells its number, and exits 2', async () => {
    await write('rows.jsonl', [row('a', GOOD), '{"id": "b", oops', row('c', BAD)].join('\n'));
    const { code, stdout, stderr } = await kallos(['score', 'rows.jsonl', ...FAST], { cwd });
    expect(code).toBe(2);
    const verdicts = lines<Verdict>(stdout);
    expect(verdicts.map(({ id }) => id).sort()).toEqual(['a', 'c']);
    for (const verdict of verdicts) verdictSchema.parse(verdict);
    expect(stderr).toMatch(/KALLOS_INPUT_JSONL: Line 2 of rows\.jsonl/);
  });

  it('exits 0 for a good page, and 1 for errors or a reward under --min-score', async () => {
    await write('good.html', GOOD);
    await write('bad.html', BAD);
    expect((await kallos(['score', 'good.html', ...FAST], { cwd })).code).toBe(0);
    expect((await kallos(['score', 'bad.html', ...FAST], { cwd })).code).toBe(1);
    expect((await kallos(['score', 'good.html', ...FAST, '--min-score', '1.01'], { cwd })).code).toBe(1);
  });

  it('gives a reward without a model, and says what moved the judge of looks', async () => {
    await write('good.html', GOOD);
    const { code, stdout } = await kallos(['score', 'good.html', '--profile', 'reward'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/visual +[█░]{20} 0\.\d\d {2}0\.\d\d to 0\.\d\d\n +(better|worse) for /);
    expect(stdout).toMatch(/reward +0\.\d{3} {2}default@1/);
  });

  it('says in one sentence why there is no reward, and cannot hold it against --min-score', async () => {
    await write('good.html', GOOD);
    const less = ['score', 'good.html', '--profile', 'reward', '--channels', 'execution,correctness'];
    expect(await kallos(less, { cwd })).toMatchObject({
      code: 0,
      stderr:
        'No reward: recipe default@1 needs visual, which --channels leaves out; --recipe provable does without a judge.\n',
    });
    expect((await kallos([...less, '--min-score', '0.5'], { cwd })).code).toBe(2);
  });

  it.each([
    [['--judge', 'vlm'], 'asks a vision model, and none is configured', '--judge-model'],
    [['--judge', 'vml'], 'There is no judge "vml"', 'embedded, vlm'],
    [['--judge-model', 'openai:m'], 'the judge embedded asks none', 'Add --judge vlm'],
    [['--samples', '2'], 'an odd number', 'Correct the value'],
  ])('teaches what to do about %j', async (flags, message, help) => {
    await write('good.html', GOOD);
    const { code, stderr } = await kallos(['score', 'good.html', ...flags], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(help);
  });

  it('judges a reply without code: execution is 0, the rest is gated', async () => {
    const reply = 'I would rather not write that page.';
    const { code, stdout } = await kallos(['score', '-', '--format', 'json'], { cwd, input: reply });
    expect(code).toBe(1);
    const [verdict] = JSON.parse(stdout) as Verdict[];
    expect(verdictSchema.parse(verdict)).toMatchObject({
      outcome: 'no-artifact',
      channels: { execution: { score: 0 }, correctness: { status: 'gated' }, visual: { status: 'gated' } },
      reward: { value: 0, valid: true },
    });
  });

  it('takes what a baseline knows out of the findings', async () => {
    await write('bad.html', BAD);
    const known = ['score', 'bad.html', ...FAST, '--baseline', 'known.json'];
    expect((await kallos([...known, '--update-baseline'], { cwd })).code).toBe(1);
    const again = await kallos(known, { cwd });
    expect(again.code).toBe(0);
    expect(lines<Verdict>(again.stdout)[0]!.findings).toEqual([]);
  });

  it('prints other formats whole, in the order of the inputs', async () => {
    await write('two.jsonl', [row('z', GOOD), row('a', BAD)].join('\n'));
    const json = await kallos(['score', 'two.jsonl', ...FAST, '--format', 'json'], { cwd });
    expect((JSON.parse(json.stdout) as Verdict[]).map(({ id }) => id)).toEqual(['z', 'a']);
    const html = await kallos(['score', 'two.jsonl', ...FAST, '--format', 'html'], { cwd });
    expect(html.stdout).toMatch(/^<!doctype html>[^]*data:image\//);
  });
});

describe('--out', () => {
  const rows = Array.from({ length: 6 }, (_, i) => row(`r${i}`, page(`<h1>Number ${i}</h1>`)));

  it('keeps verdicts and captures, skips what is judged, and drops a torn line', async () => {
    await write('six.jsonl', rows.join('\n'));
    const args = ['score', 'six.jsonl', ...FAST, '--out', 'run'];
    const first = await kallos(args, { cwd });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const file = join(cwd, 'run/verdicts.jsonl');
    expect(await readFile(file, 'utf8')).toBe(first.stdout);

    // As if killed in the middle of the fifth line.
    const kept = first.stdout.split('\n').slice(0, 4).join('\n');
    await writeFile(file, `${kept}\n{"schema":"kallos.verd`);
    const second = await kallos(args, { cwd });
    expect(second.stderr).toContain('4 already judged in run and taken from there.');
    expect(ids(second.stdout)).toEqual(ids(first.stdout));
    expect(ids(await readFile(file, 'utf8'))).toEqual(ids(first.stdout));

    // Other settings are another judgement; the new one takes the place of the old.
    const third = await kallos([...args, '--seed', '2'], { cwd });
    expect(third.stderr).not.toContain('already judged');
    expect(await readFile(file, 'utf8')).toBe(third.stdout);

    const again = await kallos(['score', '--from-capture', 'run', ...FAST, '--browser', '/nowhere'], { cwd });
    expect(again.code).toBe(0);
    expect(identities(again.stdout)).toEqual(identities(third.stdout));
    expect(await readFile(join(cwd, 'run/report.html'), 'utf8')).toContain('data:image/');
  });

  it('keeps what is finished when interrupted, says how to go on, and goes on', async () => {
    await write('six.jsonl', rows.join('\n'));
    const args = ['score', 'six.jsonl', ...FAST, '--concurrency', '1', '--out', 'cut'];
    let sent = false;
    const watch = (_: string, kill: (signal: NodeJS.Signals) => void) => {
      if (!sent) kill('SIGINT');
      sent = true;
    };
    const cut = await kallos(args, { cwd, watch });
    expect(cut.code).toBe(2);
    expect(cut.stderr).toMatch(/Interrupted after \d verdicts\. The same command goes on from here\./);
    const before = ids(cut.stdout);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(6);
    expect(ids(await readFile(join(cwd, 'cut/verdicts.jsonl'), 'utf8'))).toEqual(before);

    const rest = await kallos(args, { cwd });
    expect(rest.stderr).toContain(`${before.length} already judged`);
    expect(ids(rest.stdout)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5']);
  });

  it('tells a full disk by its code and still prints the verdicts', async ({ skip }) => {
    const disk = join(cwd, 'disk');
    await mkdir(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      skip('no small file system can be mounted here');
    }
    try {
      await write('good.html', GOOD);
      const { code, stdout, stderr } = await kallos(['score', 'good.html', ...FAST, '--out', disk], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain('KALLOS_NO_SPACE');
      expect(ids(stdout)).toEqual(['good.html']);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

/** Verdicts without what is not part of their identity. */
const identities = (text: string) => lines<Verdict>(text).map((verdict) => ({ ...verdict, cost: null }));
const ids = (text: string): string[] =>
  lines<Verdict>(text)
    .map(({ id }) => id)
    .sort();

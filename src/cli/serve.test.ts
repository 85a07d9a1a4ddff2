import { beforeAll, describe, expect, it } from 'vitest';
import { compile, kallos } from './testing/kallos.js';

beforeAll(compile, 600_000);

describe('kallos serve', () => {
  it('prints where it listens, answers, and ends when it is told to', async () => {
    let answered: Promise<unknown> | undefined;
    const run = await kallos(['serve', '--port', '0', '--concurrency', '1'], {
      watch: (stdout, kill) => {
        answered ??= fetch(`${stdout.trim()}/readyz`)
          .then((response) => response.json())
          .finally(() => kill('SIGTERM'));
      },
    });
    expect(await answered).toEqual({ status: 'ready' });
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\n$/) as string,
    });
    expect(run.stderr).toMatch(/SIGTERM: finishing/);
  });

  it.each([
    [['--unsafe'], /never renders without the sandbox/],
    [['--host', '0.0.0.0'], /KALLOS_TOKEN/],
    [['--token', 'short'], /soon guessed/],
    [['--port', 'http'], /whole number/],
    [['--recipe', 'aescoder', '--channels', 'execution,visual'], /--channels execution,visual,interaction/],
    [['--recipe', 'aescoder-agent'], /no reward without an agent/],
  ])('refuses %j', async (flags, why) => {
    const { code, stdout, stderr } = await kallos(['serve', ...flags]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(why);
  });
});

import { expect, it } from 'vitest';
import type { CaptureData } from '../render/capture.js';
import { unscored } from './judge.js';
import type { Finding } from './schema.js';
import { withheld, withoutThem } from './withheld.js';

const request = (url: string, type: string, fate = 'unavailable') => ({
  url,
  type,
  fate,
  status: null,
  from: null,
  reason: null,
});
const capture = (...requests: object[]) => ({ requests }) as CaptureData;

it('holds that a page without its framework is not the page', () => {
  const tailwind = request('https://cdn.tailwindcss.com/', 'script');
  const bootstrap = request(
    'https://cdn.jsdelivr.net/npm/bootstrap@5/dist/css/bootstrap.min.css',
    'stylesheet',
  );
  expect(withheld(capture(tailwind, bootstrap))).toEqual([tailwind, bootstrap]);
});

it('goes on without pictures and web fonts, and with files that the page itself lacks', () => {
  expect(
    withheld(
      capture(
        request('https://images.unsplash.com/photo-1', 'image'),
        request('https://fonts.googleapis.com/css2?family=Inter', 'stylesheet'),
        request('https://www.example.com/app.js', 'script', 'missing'),
      ),
    ),
  ).toEqual([]);
});

it('gives no score, names the hosts, and tells findings as likely', () => {
  const result = { ...unscored('failed', 'x'), status: 'scored' as const, score: 0.2 };
  const finding = { severity: 'error', certainty: 'certain' } as Finding;
  const told = withoutThem(
    { result, findings: [finding] },
    withheld(capture(request('https://unpkg.com/vue', 'script'))),
  );
  expect(told.result).toMatchObject({
    status: 'failed',
    score: null,
    reason: 'resources-unavailable: unpkg.com',
  });
  expect(told.findings).toEqual([{ severity: 'warning', certainty: 'likely' }]);
});

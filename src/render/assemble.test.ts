import { describe, expect, it } from 'vitest';
import type { CapturedRequest, PageError } from './capture.js';
import { noTraffic } from './page/network.js';
import { visitOf, captureOfVisit } from './testing/visit.js';

const request = (
  name: string,
  fate: CapturedRequest['fate'] = 'answered',
  type = 'image',
): CapturedRequest => ({
  url: `https://www.example.com/${name}`,
  type,
  fate,
  status: fate === 'answered' ? 200 : null,
  from: null,
  reason: null,
});
const network = (...requests: CapturedRequest[]) => ({
  requests,
  navigations: [],
  served: true,
  traffic: noTraffic(),
});

describe('the hash of a capture', () => {
  it('is the same whenever the same was seen, however long it took', () => {
    const one = captureOfVisit(visitOf(), { wallMs: 300 });
    const two = captureOfVisit(visitOf({ stages: { load: 5000, picture: 100 } }), { wallMs: 9000 });
    expect(two.hash).toBe(one.hash);
    expect(one.hash).toMatch(/^sha256:[\da-f]{64}$/);
  });

  it('is the same in whatever order the requests went out', () => {
    const requests = [
      request('a.png'),
      request('b.png'),
      request('a.png', 'missing'),
      request('a.png', 'answered', 'font'),
    ];
    const one = captureOfVisit(visitOf({ network: network(...requests) }));
    const two = captureOfVisit(visitOf({ network: network(...requests.toReversed()) }));
    expect(two.hash).toBe(one.hash);
    expect(two.data.requests).toHaveLength(4);
  });

  it('is another for anything else that was seen', () => {
    const { picture, bytes } = visitOf().pictures[0]!;
    const { hash } = captureOfVisit(visitOf());
    const others = [
      visitOf({ title: 'Another' }),
      visitOf({ network: network(request('a.png')) }),
      visitOf({ determinism: 'settled' }),
      visitOf({ pictures: [{ picture: { ...picture, hash: 'sha256:other' }, bytes }] }),
      visitOf({ seen: { ...visitOf().seen, console: [{ level: 'log', text: 'hello' }] } }),
    ].map((visit) => captureOfVisit(visit).hash);
    expect(new Set([hash, ...others]).size).toBe(others.length + 1);
  });
});

describe('a capture', () => {
  it('tells the language of the page', () => {
    expect(captureOfVisit(visitOf()).data.language).toBe('eo');
  });

  it('excuses errors where a script could not be had, and only there', () => {
    const error: PageError = {
      kind: 'exception',
      message: 'ReferenceError: $',
      source: null,
      excused: false,
    };
    const excused = (...requests: CapturedRequest[]) =>
      captureOfVisit(visitOf({ network: network(...requests), seen: { ...visitOf().seen, errors: [error] } }))
        .data.errors[0]!.excused;
    expect(excused(request('jquery.js', 'unavailable', 'script'))).toBe(true);
    expect(excused(request('photo.jpg', 'unavailable'))).toBe(false);
    expect(excused(request('own.js', 'missing', 'script'))).toBe(false);
  });

  it('says how it went: well, broken off, or not at all', () => {
    expect(captureOfVisit(visitOf()).data).toMatchObject({ outcome: 'ok', cause: null });
    expect(captureOfVisit(visitOf(), { truncated: true }).data).toMatchObject({
      outcome: 'truncated',
      cause: 'artifact',
    });
    expect(captureOfVisit(visitOf({ loaded: false })).data).toMatchObject({
      outcome: 'load-failed',
      cause: 'artifact',
    });
  });

  it('notes what was cut', () => {
    const visit = visitOf();
    visit.pictures[0]!.picture.cut = true;
    visit.layouts[0]!.cut = true;
    expect(captureOfVisit(visit).data.notes.join()).toMatch(
      /picture of the page was cut.*layout at desktop was cut/,
    );
  });
});

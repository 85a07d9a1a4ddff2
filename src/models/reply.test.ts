import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readReply } from './reply.js';

const schema = z.object({
  votes: z.array(z.object({ item: z.string(), vote: z.enum(['yes', 'partly', 'no']) })),
});
const read = (text: string) => readReply({ text, finish: 'stop' }, schema);

describe('readReply', () => {
  it('finds the value whatever stands around it', () => {
    const value = fc.record({
      votes: fc.array(fc.record({ item: fc.string(), vote: fc.constantFrom('yes', 'partly', 'no') })),
    });
    const prose = fc.string().map((text) => text.replaceAll(/[{}[\]"<>]/g, ''));
    fc.assert(
      fc.property(value, prose, prose, (votes, before, after) => {
        const text = `${before}${JSON.stringify(votes)}${after}`;
        expect(read(text)).toEqual({ ok: true, value: votes });
      }),
    );
  });

  it('never throws, and gives nothing for any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(read(text).ok).toBe(false);
      }),
    );
  });

  it('is not led astray by brackets in prose', () => {
    expect(read('[1] says {see above}: {"votes": []} [2]')).toEqual({ ok: true, value: { votes: [] } });
  });

  it('does not take an answer out of another value', () => {
    expect(read('[{"votes": []}]').ok).toBe(false);
    expect(read('{"quoted from the page": {"votes": []}}').ok).toBe(false);
  });

  it('says where the mistake is', () => {
    expect(read('{"votes": [{"item": "a", "vote": "maybe"}]}')).toMatchObject({
      problem: expect.stringMatching(/"yes"\|"partly"\|"no".*votes\[0\]\.vote/s) as string,
    });
  });

  it('ends soon on a text of nothing but brackets', () => {
    expect(read('{'.repeat(300_000)).ok).toBe(false);
  });
});

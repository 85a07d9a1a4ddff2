import { describe, expect, it } from 'vitest';
import { factsOf } from '../../artifact/facts/extract.js';
import { modelsOf } from '../../models/testing/asking.js';
import { inTurn, startModelServer } from '../../models/testing/server.js';
import { briefReader } from './reader.js';

const PROMPT = `A page for the regatta at Falmouth. Under the heading the words Race Day Two, then a panel for each
of the seven boats, the prize money as 12 guineas, and somewhere a tide almanac.`;
const fact = (type: string, value: string, quote: string, count = 0) => ({ type, value, count, quote });

async function reading(facts: object[], prompt = PROMPT) {
  await using server = await startModelServer(inTurn({ say: { facts } }));
  const reader = briefReader(modelsOf(server).read!);
  const brief = await reader.read({ prompt });
  return { brief, again: await reader.read({ prompt }), asked: server.asked };
}

describe('a model that reads a brief', () => {
  it('finds what no pattern finds, likely and with its quote, and is asked once', async () => {
    const { brief, again, asked } = await reading([
      fact('text', 'Race Day Two', 'the words Race Day Two'),
      fact('count', 'boat panel', 'a panel for each of the seven boats', 7),
      fact('number', '12 guineas', 'the prize money as 12 guineas'),
      fact('section', 'tide almanac', 'somewhere a tide almanac'),
    ]);
    expect(brief.read).toMatchObject([
      { type: 'text', text: 'Race Day Two', confidence: 'likely', quote: 'the words Race Day Two' },
      { type: 'count', what: 'boat panel', count: 7, confidence: 'likely' },
      { type: 'number', text: '12 guineas', confidence: 'likely' },
      { type: 'section', section: 'tide almanac', confidence: 'likely' },
    ]);
    expect(again).toEqual(brief);
    expect(asked).toHaveLength(1);
    expect(factsOf(brief)).toEqual(expect.arrayContaining(brief.read!));
  });

  it.each([
    ['a quote that the prompt does not have', fact('text', 'Race Day Three', 'the words Race Day Three')],
    ['a text that its quote does not have', fact('text', 'Race Day Three', 'the words Race Day Two')],
    ['a number without a digit', fact('number', 'guineas', 'the prize money as 12 guineas')],
    ['another count', fact('count', 'boat panel', 'a panel for each of the seven boats', 8)],
    ['a language that is none', fact('language', 'English please', 'A page for the regatta')],
    ['nothing', fact('section', ' ', 'somewhere a tide almanac')],
  ])('invents nothing: %s', async (_, told) => {
    const { brief } = await reading([told]);
    expect(brief.read).toEqual([]);
  });

  it('reads no brief without a prompt, and none that was read', async () => {
    await using server = await startModelServer(inTurn({ say: { facts: [] } }));
    const reader = briefReader(modelsOf(server).read!);
    expect(await reader.read({ facts: ['Falmouth'] })).toEqual({ facts: ['Falmouth'] });
    expect(await reader.read({ prompt: PROMPT, read: [] })).toEqual({ prompt: PROMPT, read: [] });
    expect(server.asked).toHaveLength(0);
  });
});

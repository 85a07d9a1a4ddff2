import { expect, it } from 'vitest';
import type { ChannelResult } from '../channels/schema.js';
import { RECIPES } from '../reward/recipes.js';
import { toResult } from './result.js';
import { answerOf } from './testing/queues.js';

const channel = (status: ChannelResult['status'], score: number | null = null): ChannelResult => ({
  status,
  score,
  reason: status === 'scored' ? null : 'timeout',
  parts: {},
  spread: null,
});

it('masks what was not judged, and counts what an artifact made impossible to judge as the lowest', () => {
  const answer = answerOf('a');
  answer.verdict.channels = {
    execution: channel('scored', 0),
    correctness: channel('gated'),
    visual: channel('failed'),
    interaction: channel('not-run'),
  };
  const { scores, masks } = toResult('a', { answer, cached: false }, RECIPES.get('default')!, 'summary');
  expect(scores).toEqual({ execution: 0, correctness: 0, visual: 0, interaction: 0 });
  expect(masks).toEqual({ execution: 1, correctness: 1, visual: 0, interaction: 0 });
});

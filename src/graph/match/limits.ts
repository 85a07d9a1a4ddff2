import type { Limit } from '../limits.js';

/** Everything in matching that is a matter of degree. */
export const MATCH_LIMITS = {
  paragraphGap: {
    value: 1.5,
    unit: 'line heights',
    source: 'An empty line makes it 2; half of one (0.5 em) is the least that is set between paragraphs.',
  },
  unseen: {
    value: 5,
    unit: 'CIEDE2000',
    source: 'Mokrzycki & Tatol 2011: from 5 on an observer sees two different colours.',
  },
  sameText: {
    value: 0.5,
    unit: 'similarity of texts',
    source: 'Design2Code (arXiv 2403.03163): matches below it are dropped.',
  },
  samePlace: {
    value: 0.5,
    unit: 'intersection over union',
    source:
      'The usual threshold of object detection (Pascal VOC): what stands there with other words is the same thing, reworded.',
  },
  sameThing: {
    value: 0.5,
    unit: 'affinity',
    source: 'Chosen here: a pair that has less than half in common is one thing gone and another one come.',
  },
  kin: {
    value: 0.5,
    unit: 'similarity of roles',
    source: 'Chosen here: a drawing in place of an image is half the same.',
  },
  block: {
    value: 62_500,
    unit: 'pairs',
    source:
      'Bounds the time for pages that share no text: 250 x 250 take about 10 ms here (benchmarks/match.js). Longer lists are cut in halves along the page.',
  },
} as const satisfies Record<string, Limit>;

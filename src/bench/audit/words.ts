import type { Agreement } from '../agreement.js';
import type { Figure } from '../bootstrap.js';
import type { Audit } from './audit.js';

/** The measures of agreement, as people call them. */
export const MEASURES: readonly [measure: keyof Agreement, title: string][] = [
  ['pearson', 'Pearson'],
  ['spearman', 'Spearman'],
  ['kendall', 'Kendall'],
  ['pairAccuracy', 'Pairs right'],
];

/** Names of the floors in a table. */
export const FLOOR_TITLES: Readonly<Record<keyof Audit['floors'], string>> = {
  bytes: 'bytes of the file',
  fiveSizes: 'five file sizes',
  colourComplexity: 'colour and edges',
};

/** ".66", "-.08", "1.00": two places, no leading zero. */
export function decimal(value: number): string {
  return value.toFixed(2).replace(/^(-?)0\./, '$1.');
}

/** ".66 [.59, .73]" */
export function figureText(figure: Figure | null): string {
  return figure ? `${decimal(figure.value)} [${decimal(figure.low)}, ${decimal(figure.high)}]` : 'undefined';
}

const percent = (share: number) => `${Math.round(share * 100)}%`;
const several = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What an audit says, in sentences: the facts under the table. */
export function factsOf(audit: Audit): [topic: string, text: string][] {
  const { ratings, retest, orderBias, scale, length, seconds } = audit;
  const facts: [string, string | null][] = [
    [
      'Rated',
      ratings.kind === 'scores'
        ? several(audit.n, 'picture')
        : `${several(audit.n, 'picture')} in ${several(ratings.pairs!, 'pair')}${ratings.ties ? `, ${several(ratings.ties, 'tie')} among the votes` : ''}${ratings.comparable ? '' : '; the pairs leave groups apart, so only pair accuracy is defined'}`,
    ],
    ['Ahead of the floors', aheadText(audit)],
    [
      'Asked again',
      retest &&
        `${several(retest.things, 'picture')} judged more than once: the scores of one differ by ${decimal(retest.meanRange)} on average, ${decimal(retest.largestRange)} at most${retest.share === null ? '' : ` (${decimal(retest.share)} of the deviation between pictures)`}`,
    ],
    ['Order', orderBias && orderText(orderBias)],
    [
      'Use of the scale',
      scale &&
        `from ${decimal(scale.lowest)} to ${decimal(scale.highest)}, ${several(scale.distinct, 'different score')}; ${percent(scale.atLowest)} of the pictures at the lowest, ${percent(scale.atHighest)} at the highest; ${percent(scale.tied)} of the pairs left equal`,
    ],
    [
      'Length of the page',
      length &&
        `the judge's scores go with it at ${figureText(length.judge)}, people's at ${figureText(length.people)} (Spearman)`,
    ],
    ['Time', seconds === null ? null : `${seconds.toFixed(2)} s for each answer`],
  ];
  return facts.flatMap(([topic, text]) => (text === null ? [] : [[topic, text] as [string, string]]));
}

function aheadText({ floors, ratings }: Audit): string | null {
  const measure = ratings.kind === 'pairs' ? 'pair accuracy' : 'Pearson';
  const parts = (Object.keys(FLOOR_TITLES) as (keyof Audit['floors'])[]).flatMap((name) => {
    const ahead = floors[name]?.ahead;
    return ahead ? [`${figureText(ahead)} over ${FLOOR_TITLES[name]}`] : [];
  });
  return parts.length > 0 ? `${parts.join('; ')} (${measure})` : null;
}

function orderText({ pairs, first, changed, ties }: NonNullable<Audit['orderBias']>): string {
  const parts = [
    first === null ? null : `${percent(first)} of the preferences went to the picture shown first`,
    changed === null ? null : `${percent(changed)} of the answers changed with the order`,
    `${percent(ties)} were ties`,
  ];
  return `${several(pairs, 'pair')}: ${parts.filter((part) => part !== null).join(', ')}`;
}

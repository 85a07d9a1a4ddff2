import { median } from '../lib/print.js';
import { NOISE } from './kinds.js';

export const SEVERITIES = ['mild', 'middle', 'strong'];
/** What is owed: originals win at middle severity, and other channels stay. Taste is less certain than what can be proved. */
const LEAST_WINS = { execution: 0.98, correctness: 0.98, visual: 0.9, interaction: 0.98 };
const CHANNELS = Object.keys(LEAST_WINS);
const MOST_MOVES = 0.03;

/**
 * @param {import('./kinds.js').Kind} kind
 * @param {object[]} rows its mutants
 */
export function summaryOf(kind, rows) {
  const bySeverity = SEVERITIES.map((severity, i) => {
    const falls = fallsOf(
      kind,
      rows.filter((row) => row.severity === severity),
    );
    return {
      pairs: falls.length,
      wins: share(falls, (fall) => fall > NOISE),
      enough: share(falls, (fall) => fall > NOISE && fall >= kind.least[i]),
      rises: share(falls, (fall) => fall < -NOISE),
      fall: falls.length > 0 ? median(falls) : null,
    };
  });
  const others = CHANNELS.filter((channel) => channel !== kind.moves && !kind.may.includes(channel));
  const moved = rows.flatMap(({ before, after }) =>
    others.flatMap((channel) => {
      if (!isKnown(before[channel]) || !isKnown(after[channel])) return [];
      return [Math.abs(before[channel] - after[channel]) > NOISE ? 1 : 0];
    }),
  );
  const steps = stepsOf(kind, rows);
  const { wins } = bySeverity[1];
  const othersMove = share(moved, Boolean);
  return {
    ...kind,
    mutants: rows.length,
    bySeverity,
    ordered: share(steps, Boolean),
    othersMove,
    noticedBy: noticedBy(rows),
    holds: (wins === null || wins >= LEAST_WINS[kind.moves]) && (othersMove ?? 0) <= MOST_MOVES,
  };
}

/** Null where a channel had nothing to judge; not there where nobody tried the page. */
const isKnown = (score) => score !== null && score !== undefined;

const share = (list, is) => (list.length > 0 ? list.filter(is).length / list.length : null);

const fallsOf = ({ moves }, rows) =>
  rows.flatMap(({ before, after }) =>
    isKnown(before[moves]) && isKnown(after[moves]) ? [before[moves] - after[moves]] : [],
  );

/** For each page and each step up in severity: is the score no higher, and lower at the end than at the beginning? */
function stepsOf({ moves }, rows) {
  const pages = new Map();
  for (const row of rows) pages.set(row.page, { ...pages.get(row.page), [row.severity]: row.after[moves] });
  return [...pages.values()].flatMap((scores) => {
    const known = SEVERITIES.map((severity) => scores[severity] ?? null).filter((score) => score !== null);
    if (known.length < 2) return [];
    const never = known.slice(1).every((score, i) => score <= known[i] + NOISE);
    return [never && known.at(-1) < known[0] - NOISE];
  });
}

/** The checks that fell most often as the one that took most, with the share of mutants. */
function noticedBy(rows) {
  const counts = new Map();
  for (const { fell } of rows) {
    const [first] = Object.keys(fell);
    if (first) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([check, count]) => `${check} ${percent(count / rows.length)}`);
}

/** The table, and the figures that are owed. */
export function tableOf(summaries) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const triple = (summary, key, write) => summary.bySeverity.map((each) => write(each[key])).join(' / ');
  const head = [
    'kind',
    'against',
    'channel',
    'pairs',
    'original wins',
    'by enough',
    'median fall',
    'in order',
    'others move',
    'noticed by',
  ];
  const rows = summaries.map((each) => [
    each.id,
    each.against,
    each.moves,
    triple(each, 'pairs', String),
    triple(each, 'wins', percent),
    triple(each, 'enough', percent),
    triple(each, 'fall', (fall) => (fall === null ? '-' : fall.toFixed(3))),
    percent(each.ordered),
    percent(each.othersMove),
    each.noticedBy.join(', '),
  ]);
  return [line(head), line(head.map(() => '---')), ...rows.map(line), '', ...totals(summaries)].join('\n');
}

function totals(summaries) {
  const counted = summaries.filter(({ bySeverity }) => bySeverity[1].pairs > 0);
  const found = CHANNELS.flatMap((channel) => {
    const middle = counted.filter(({ moves }) => moves === channel).map(({ bySeverity }) => bySeverity[1]);
    const pairs = middle.reduce((sum, each) => sum + each.pairs, 0);
    const wins = middle.reduce((sum, each) => sum + each.wins * each.pairs, 0);
    return pairs > 0
      ? `${channel} ${percent(wins / pairs)} of ${pairs} (owed ${percent(LEAST_WINS[channel])})`
      : [];
  });
  const mutants = summaries.filter(({ othersMove }) => othersMove !== null);
  const all = mutants.reduce((sum, each) => sum + each.mutants, 0);
  const moved = mutants.reduce((sum, each) => sum + each.othersMove * each.mutants, 0);
  const weak = counted
    .filter(({ moves, bySeverity }) => bySeverity[1].wins < LEAST_WINS[moves])
    .map(({ id }) => id);
  return [
    `Middle severity, ${counted.length} kinds: the original wins ${found.join(', ')}.`,
    `Other channels move in ${percent(moved / all)} of ${all} mutants (at most ${percent(MOST_MOVES)}).`,
    `Kinds below: ${weak.join(', ') || 'none'}.`,
  ];
}

const percent = (value) => (value === null || Number.isNaN(value) ? '-' : `${Math.round(100 * value)}%`);

import stringWidth from 'string-width';
import { safeLine } from '../../report/safe.js';
import type { Audit } from './audit.js';
import { factsOf, figureText, FLOOR_TITLES, MEASURES } from './words.js';

/** An audit for a terminal: the table of agreement, then what else is known of the judge. */
export function auditText(audit: Audit): string {
  const rows = [
    ['', ...MEASURES.map(([, title]) => title)],
    ['judge', ...MEASURES.map(([measure]) => figureText(audit[measure]))],
    ...(Object.keys(FLOOR_TITLES) as (keyof Audit['floors'])[]).map((name) => {
      const floor = audit.floors[name];
      const cells = MEASURES.map(([measure]) => (floor ? figureText(floor[measure]) : 'not measured'));
      return [`floor: ${FLOOR_TITLES[name]}`, ...cells];
    }),
  ];
  const facts = factsOf(audit);
  const wide = Math.max(...facts.map(([topic]) => topic.length));
  return [
    `Judge: ${safeLine(audit.judge)}`,
    '',
    ...aligned(rows),
    '',
    ...facts.map(([topic, text]) => `${topic.padEnd(wide)}  ${text}`),
    '',
    'Intervals hold 95% of 1000 bootstrap draws. The fitted floors know this set, each picture by a fit that has not seen it.',
    '',
  ].join('\n');
}

function aligned(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column]!))));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]! + 3))
      .join('')
      .trimEnd(),
  );
}

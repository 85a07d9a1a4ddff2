import type { DesignSystem } from './schema.js';
import { TokenCollector } from './values.js';

/**
 * Reads the tokens of a DESIGN.md: rows of tables and list items (`- Primary: #0a5`). The heading above says what
 * lengths are: sizes below "Typography", radii below "Corners". Words around a value, backticks and several values in one
 * row are allowed: "Inter, 16px" is a family and a size.
 */
export function readMarkdown(text: string): DesignSystem {
  const collector = new TokenCollector();
  let topic = '';
  let header: string[] = [];
  let inTable = false;
  for (const line of text.split(/\r?\n/)) {
    const heading = /^#{1,6}\s+(.+)$/.exec(line);
    const item = /^\s*[-*]\s+\**([^:*|]{1,60})\**\s*:\**\s*(.+)$/.exec(line);
    if (heading) topic = heading[1]!;
    if (/^\s*\|/.test(line)) {
      const cells = cellsOf(line);
      if (!inTable) header = cells;
      else if (!cells.every((cell) => /^:?-*:?$/.test(cell))) row(collector, cells, header, topic);
      inTable = true;
    } else {
      inTable = false;
      if (item) for (const value of valuesOf(item[2]!)) collector.add(item[1]!.trim(), value, topic);
    }
  }
  return collector.finish();
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

function row(
  collector: TokenCollector,
  cells: readonly string[],
  header: readonly string[],
  topic: string,
): void {
  const name = plain(cells[0] ?? '');
  cells.slice(1).forEach((cell, i) => {
    const column = header[i + 1] ?? '';
    if (/use|usage|note|descri|purpose|where|contrast/i.test(column)) return;
    // A column such as "Line height" says more of its lengths than the heading does.
    const about = /size|radius|spac|famil|font|line|weight|letter/i.test(column) ? column : topic;
    const named = /line|weight|letter/i.test(column) ? `${name} ${column}` : name;
    for (const value of valuesOf(cell)) collector.add(named, value, about);
  });
}

/** The values in a cell: what is in backticks, else the cell, split at commas and slashes outside of brackets. */
function valuesOf(cell: string): string[] {
  const coded = [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
  if (coded.length > 0) return coded;
  return plain(cell)
    .split(/\s+\/\s+|,\s+(?![^()]*\))/)
    .map((part) => part.trim());
}

function plain(cell: string): string {
  return cell.replace(/[`*]/g, '').trim();
}

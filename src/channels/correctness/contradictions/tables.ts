import type { Layout } from '../../../render/capture.js';
import { reachableLines } from '../reachable.js';
import { upFrom } from '../scene.js';

/** A piece of a table, or of what is set like one, with all of its text. */
export interface Cell {
  element: number;
  text: string;
}
/** Rows of cells by column; a cell that spans several stands in the first. */
export type Table = (Cell | undefined)[][];

const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** Is this element a cell of a table? */
export function isCell({ nodes }: Layout, element: number): boolean {
  const { name, attributes } = nodes[element]!;
  return /^t[dh]$/.test(name) || CELLS.has(attributes?.['role'] ?? '');
}

/** The tables of a page, by their elements or roles. */
export function tablesOf(layout: Layout): Table[] {
  const tables = new Map<number, Map<number, Map<number, Cell>>>();
  for (const { element, text } of reachableLines(layout)) {
    let cell = -1;
    let row = -1;
    for (const i of upFrom(layout, element)) {
      const { name, attributes } = layout.nodes[i]!;
      const role = attributes?.['role'] ?? '';
      if (cell < 0 && isCell(layout, i)) cell = i;
      else if (cell >= 0 && row < 0 && (name === 'tr' || role === 'row')) row = i;
      else if (row >= 0 && (name === 'table' || role === 'table' || role === 'grid')) {
        const rows = getOr(tables, i, () => new Map<number, Map<number, Cell>>());
        const cells = getOr(rows, row, () => new Map<number, Cell>());
        const known = cells.get(cell);
        if (known) known.text += ` ${text}`;
        else cells.set(cell, { element: cell, text });
        break;
      }
    }
  }
  return [...tables.values()].map((rows) => [...rows].map(([row]) => columnsOf(layout, row, rows.get(row)!)));
}

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

function columnsOf(layout: Layout, row: number, cells: ReadonlyMap<number, Cell>): (Cell | undefined)[] {
  const columns: (Cell | undefined)[] = [];
  for (let i = row + 1; i < layout.nodes.length; i++) {
    const { parent, attributes, type } = layout.nodes[i]!;
    if (parent < row) break;
    if (parent !== row || type !== 'element' || !isCell(layout, i)) continue;
    columns.push(cells.get(i));
    const span = Math.min(50, Number(attributes?.['colspan'] ?? 1) || 1);
    for (let more = 1; more < span; more++) columns.push(undefined);
  }
  return columns;
}

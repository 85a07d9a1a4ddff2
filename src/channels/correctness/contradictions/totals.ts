import type { Layout } from '../../../render/capture.js';
import { reachableLines } from '../reachable.js';
import { upFrom } from '../scene.js';
import { amountOf, type Amount } from './amount.js';
import type { Claim } from './claim.js';

const TOTAL =
  /^(?:grand\s|overall\s)?(?:totals?|sum|gesamt(?:summe|betrag)?|summe|insgesamt|totale|total général|totaal|celkem|razem|итого|всего|المجموع|الإجمالي|סה["״”]כ|合计|总计|總計|合計|합계|총계)(?:\s\(?(?:due|amount|usd|eur|gbp)\)?)?\s*:?$/i;
const SUBTOTAL = /^(?:sub-?\s?totals?|zwischensumme|sous-?total|subtotale|小计|小計|소계)\s*:?$/i;
/** Columns whose total is no sum: rates, prices of one, years, ranks. */
const NO_SUM =
  /%|\b(?:rate|average|avg|mean|median|price|unit|per|ratio|share|growth|change|margin|year|date|rank|score|rating|age|number|no|id|preis|prix|precio|prezzo|jahr|année|año)\b|#|率|价|单价/i;
/** Rows that may be taken off, or be contained in another. */
const SPECIAL =
  /discount|rabatt|remise|descuento|sconto|refund|credit|coupon|less|off\b|tax|vat|gst|mwst|tva|iva|incl|shipping|versand|livraison|thereof|of which|davon|dont/i;

/** Claims of tables about their totals: a row called so, against the rows above it. */
export function totalClaims(layout: Layout): Claim[] {
  return tablesOf(layout).flatMap((table) => claimsOf(layout, table));
}

interface Cell {
  element: number;
  text: string;
}
/** Rows of cells by column; a cell that spans several stands in the first. */
type Table = (Cell | undefined)[][];

function tablesOf(layout: Layout): Table[] {
  const tables = new Map<number, Map<number, Map<number, Cell>>>();
  for (const { element, text } of reachableLines(layout)) {
    let cell = -1;
    let row = -1;
    for (const i of upFrom(layout, element)) {
      const { name, attributes } = layout.nodes[i]!;
      const role = attributes?.['role'] ?? '';
      if (cell < 0 && (/^t[dh]$/.test(name) || CELLS.has(role))) cell = i;
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

const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

function columnsOf(layout: Layout, row: number, cells: ReadonlyMap<number, Cell>): (Cell | undefined)[] {
  const columns: (Cell | undefined)[] = [];
  for (let i = row + 1; i < layout.nodes.length; i++) {
    const { name, parent, attributes, type } = layout.nodes[i]!;
    if (parent < row) break;
    if (
      parent !== row ||
      type !== 'element' ||
      !(/^t[dh]$/.test(name) || CELLS.has(attributes?.['role'] ?? ''))
    )
      continue;
    columns.push(cells.get(i));
    const span = Math.min(50, Number(attributes?.['colspan'] ?? 1) || 1);
    for (let more = 1; more < span; more++) columns.push(undefined);
  }
  return columns;
}

function claimsOf(layout: Layout, table: Table): Claim[] {
  const width = Math.max(...table.map((row) => row.length));
  // Cells that span rows would shift the others: such a table is not read.
  if (hasRowSpans(layout, table)) return [];
  const claims: Claim[] = [];
  for (let column = 1; column < width; column++) {
    const header = table[0]?.[column]?.text ?? '';
    if (!NO_SUM.test(header)) claims.push(...columnClaims(layout, table, column));
  }
  return claims;
}

function hasRowSpans(layout: Layout, table: Table): boolean {
  return table.some((row) =>
    row.some((cell) => Number(layout.nodes[cell?.element ?? -1]?.attributes?.['rowspan'] ?? 1) > 1),
  );
}

interface Summand {
  amount: Amount;
  special: boolean;
}

function columnClaims(layout: Layout, table: Table, column: number): Claim[] {
  const claims: Claim[] = [];
  let subtotals: Summand[] = [];
  let group: Summand[] = [];
  let blanks = false;
  for (const row of table) {
    const label = row.find((cell) => cell && /\p{L}/u.test(cell.text))?.text.trim() ?? '';
    const cell = row[column];
    const text = cell?.text.trim() ?? '';
    const amount = amountOf(text);
    const kind = TOTAL.test(label) ? 'total' : SUBTOTAL.test(label) ? 'subtotal' : 'row';
    if (kind === 'row') {
      if (amount) group.push({ amount, special: SPECIAL.test(label) });
      else if (group.length > 0) blanks = true;
      continue;
    }
    if (cell && amount) {
      const summands = kind === 'total' ? [...subtotals, ...group] : group;
      const claim = sumClaim(layout, cell, amount, summands, blanks);
      if (claim) claims.push(claim);
      subtotals = kind === 'total' ? [] : [...subtotals, { amount, special: false }];
    } else subtotals = [];
    group = [];
    blanks = false;
  }
  return claims;
}

function sumClaim(
  layout: Layout,
  cell: Cell,
  total: Amount,
  summands: readonly Summand[],
  blanks: boolean,
): Claim | null {
  const values = summands.map(({ amount }) => amount.value);
  const units = new Set([total.unit, ...summands.map(({ amount }) => amount.unit)]);
  if (summands.length < 2 || units.size > 1 || total.unit === '%') return null;
  if ([...values, total.value].every((value) => value >= 1900 && value <= 2100)) return null;
  const slack = summands.reduce((sum, { amount }) => sum + amount.step / 2, total.step / 2) * 1.001;
  const plain = values.reduce((sum, value) => sum + value, 0);
  const meets = (sum: number) =>
    Math.abs(sum - total.value) <= (isExact(total, summands) ? total.step / 1000 : slack);
  const mean = plain / values.length;
  const { box } = layout.nodes[cell.element]!;
  if (sumsWithSpecial(summands).some(meets) || meets(plain))
    return { element: cell.element, box, wrong: null };
  // A column of means, peaks or running totals has another last row.
  if (
    meets(mean) ||
    Math.abs(mean - total.value) <= slack ||
    meets(Math.max(...values)) ||
    meets(values.at(-1)!)
  )
    return null;
  const sum = Number(plain.toPrecision(12));
  const special = summands.some((each) => each.special);
  return {
    element: cell.element,
    box,
    wrong: {
      message: `The total is ${cell.text.trim().slice(0, 40)}, but the rows above it add up to ${sum}.`,
      measured: { value: total.value },
      expected: { value: sum },
      suggestion: `Write ${sum}, or correct the row that is wrong.`,
      certainty: special || blanks || !isExact(total, summands) ? 'likely' : 'certain',
    },
  };
}

/** Whole numbers and equal decimals add up exactly; rounded thousands don't. */
function isExact(total: Amount, summands: readonly Summand[]): boolean {
  return (
    total.step <= 1 &&
    summands.every(
      ({ amount }) => amount.step === total.step || (amount.step <= 1 && total.step <= amount.step),
    )
  );
}

/** Sums with rows that are taken off, or contained in others, read either way; few of them, or none. */
function sumsWithSpecial(summands: readonly Summand[]): number[] {
  const special = summands.filter((each) => each.special);
  if (special.length === 0 || special.length > 4) return [];
  const rest = summands.filter((each) => !each.special).reduce((sum, { amount }) => sum + amount.value, 0);
  return special.reduce(
    (sums, { amount }) => sums.flatMap((sum) => [sum + amount.value, sum, sum - amount.value]),
    [rest],
  );
}

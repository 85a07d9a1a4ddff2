import type { Layout } from '../../../render/capture.js';
import { amountOf, type Amount } from './amount.js';
import type { Claim } from './claim.js';
import { stackedRows, type StackedRow } from './stacked.js';
import { tablesOf, type Cell, type Table } from './tables.js';

const TOTAL =
  /^(?:(?:grand|overall|order|cart|basket)\s)?(?:totals?|sum|gesamt(?:summe|betrag)?|summe|insgesamt|totale|total général|totaal|celkem|razem|итого|всего|المجموع|الإجمالي|סה["״”]כ|合计|总计|總計|合計|합계|총계)(?:\s\(?(?:due|amount|to pay|usd|eur|gbp)\)?)?\s*:?$/i;
const SUBTOTAL = /^(?:sub-?\s?totals?|zwischensumme|sous-?total|subtotale|小计|小計|소계)\s*:?$/i;
/** Columns whose total is no sum: rates, prices of one, years, ranks. */
const NO_SUM =
  /%|\b(?:rate|average|avg|mean|median|price|unit|per|ratio|share|growth|change|margin|year|date|rank|score|rating|age|number|no|id|preis|prix|precio|prezzo|jahr|année|año)\b|#|率|价|单价/i;
/** Rows that may be taken off, or be contained in another. */
const SPECIAL =
  /discount|rabatt|remise|descuento|sconto|refund|credit|coupon|voucher|promo|gutschein|saving|deposit|paid|less|off\b|tax|vat|gst|mwst|tva|iva|incl|shipping|versand|livraison|thereof|of which|davon|dont/i;

/** How many there are of what a row names: its amount may be that of one of them. */
const QUANTITY =
  /^\d+\s|[x×]\s?\d|\d\s?[x×](?![\p{L}\d])|\b(?:qty|quantity|menge|anzahl|quantité|cantidad|each)\b|@/iu;
/** What stands beside parts of a sum without being one: payments by the month, sums of other things, what comes in. */
const NO_PART =
  /^total\s|\b(?:monthly|weekly|daily|yearly|annual|annually|hourly|monatlich|jährlich|mensuel|mensual|mensile|per|average|avg|mean|rate|price|unit|balance|budget|goal|target|limit|remaining|income|expenses?|revenue|earnings|profit|loss)\b|\/\s?(?:mo|month|yr|year|wk|week|day|night|h|hr|hour)\b/i;

/** Claims about totals: a row called so, against the rows above it, in tables and where rows are set without one. */
export function totalClaims(layout: Layout): Claim[] {
  return [
    ...tablesOf(layout).flatMap((table) => claimsOf(layout, table)),
    ...stackedRows(layout).flatMap((rows) => stackedClaims(layout, rows)),
  ];
}

function claimsOf(layout: Layout, table: Table): Claim[] {
  const width = Math.max(...table.map((row) => row.length));
  // Cells that span rows would shift the others: such a table is not read.
  if (hasRowSpans(layout, table)) return [];
  const claims: Claim[] = [];
  for (let column = 1; column < width; column++) {
    const header = table[0]?.[column]?.text ?? '';
    if (!NO_SUM.test(header)) claims.push(...columnClaims(layout, rowsOf(table, column)));
  }
  return claims;
}

function hasRowSpans(layout: Layout, table: Table): boolean {
  return table.some((row) =>
    row.some((cell) => Number(layout.nodes[cell?.element ?? -1]?.attributes?.['rowspan'] ?? 1) > 1),
  );
}

/** A row as one column has it. */
interface Row {
  label: string;
  cell: Cell | undefined;
}

interface Summand {
  amount: Amount;
  special: boolean;
}

function rowsOf(table: Table, column: number): Row[] {
  return table.map((row) => ({
    label: row.find((cell) => cell && /\p{L}/u.test(cell.text))?.text.trim() ?? '',
    cell: row[column],
  }));
}

/**
 * Money in rows up to the first total: what comes after it may be part of it. Where a row counts things, or may be no part of
 * the sum, a sum that fails proves nothing.
 */
function stackedClaims(layout: Layout, stacked: readonly StackedRow[]): Claim[] {
  const end = stacked.findIndex(({ name }) => TOTAL.test(name));
  const rows = stacked.slice(0, end + 1).filter(({ amount }) => amount !== null);
  if (end < 0 || rows.some(({ amount }) => amount!.unit === '')) return [];
  const parts = rows.filter((row) => row !== stacked[end]);
  const isDoubtful = parts.some(({ label }) => QUANTITY.test(label) || NO_PART.test(label));
  return columnClaims(
    layout,
    rows.map(({ element, text, name, label }) => ({
      label: TOTAL.test(name) || SUBTOTAL.test(name) ? name : label,
      cell: { element, text },
    })),
  ).filter(({ wrong }) => wrong === null || !isDoubtful);
}

function columnClaims(layout: Layout, rows: readonly Row[]): Claim[] {
  const claims: Claim[] = [];
  let subtotals: Summand[] = [];
  let group: Summand[] = [];
  let blanks = false;
  for (const { label, cell } of rows) {
    const amount = amountOf(cell?.text.trim() ?? '');
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

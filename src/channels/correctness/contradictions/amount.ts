/** A number as written in a table. */
export interface Amount {
  value: number;
  /** What the last digit written counts: 0.01 for "3.50", 1000 for "12k". */
  step: number;
  /** Sign of currency or unit, in lower case; "" for a plain number. */
  unit: string;
}

const MAGNITUDES: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};
const SHAPE =
  /^(?<minus>[-−–(]\s?)?(?<before>\p{Sc}|[A-Z]{3}|CHF|kr\.?|R\$|US\$)?\s?(?<inner>[-−–])?(?<digits>\d[\d.,'’\s]*)\s?(?<magnitude>k|m|mn|mio|million|b|bn|billion)?\.?\s?(?<after>\p{Sc}|%|[A-Z]{3}|kr\.?|zł|\p{L}{1,8})?\)?$/iu;

/**
 * Reads a cell that holds one number and nothing else. Null where it doesn't, or where it can be read in two ways: "1.234"
 * is a thousand in one country and one in another.
 */
export function amountOf(text: string): Amount | null {
  const match = SHAPE.exec(text.trim());
  if (!match) return null;
  const { minus, before, inner, digits, magnitude, after } = match.groups!;
  const number = numberOf(digits!.trim());
  if (!number) return null;
  const scale = MAGNITUDES[magnitude?.toLowerCase() ?? ''] ?? 1;
  const sign = minus || inner ? -1 : 1;
  return {
    value: sign * number.value * scale,
    step: number.step * scale,
    unit: (before ?? after ?? '').toLowerCase(),
  };
}

function numberOf(digits: string): { value: number; step: number } | null {
  const plain = digits.replace(/[\s'’\u00A0\u202F](?=\d{3}(?!\d))/g, '');
  if (/[\s'’]/.test(plain)) return null;
  const comma = plain.lastIndexOf(',');
  const dot = plain.lastIndexOf('.');
  if (comma < 0 && dot < 0) return { value: Number(plain), step: 1 };
  const mark = comma > dot ? ',' : '.';
  const other = mark === ',' ? '.' : ',';
  const marks = plain.split(mark).length - 1;
  const grouped = (text: string, separator: string) =>
    new RegExp(`^\\d{1,3}(?:\\${separator}\\d{3})+$`).test(text);
  if (plain.includes(other)) {
    const [whole, decimals] = [
      plain.slice(0, plain.lastIndexOf(mark)),
      plain.slice(plain.lastIndexOf(mark) + 1),
    ];
    if (marks > 1 || !grouped(whole, other)) return null;
    return { value: Number(`${whole.replaceAll(other, '')}.${decimals}`), step: 10 ** -decimals.length };
  }
  if (grouped(plain, mark)) {
    // A comma groups far more often than it marks three decimals; a lone dot may do either.
    return marks > 1 || mark === ',' ? { value: Number(plain.replaceAll(mark, '')), step: 1 } : null;
  }
  if (marks > 1) return null;
  const decimals = plain.length - plain.lastIndexOf(mark) - 1;
  return { value: Number(plain.replace(mark, '.')), step: 10 ** -decimals };
}

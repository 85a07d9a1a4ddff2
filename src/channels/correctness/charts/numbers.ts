const CURRENCY = String.raw`(?:[A-Z]{0,2}\p{Sc}|USD|EUR|GBP|CHF|JPY|kr)`;
const NUMBER = new RegExp(
  String.raw`^([~≈<>≤≥]|${CURRENCY})?\s?([-+−]?)\s?(${CURRENCY})?(\d[\d,.\u00A0\u202F ]*)\s?([^\d]{0,8})$`,
  'u',
);
const FACTORS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, mio: 1e6, b: 1e9, bn: 1e9, t: 1e12 };

/** Reads "1,200", "$3.4M", "45 %", "−7 °C" as a number and its unit; null for anything with more words in it. */
export function numberOf(text: string): { value: number; unit: string } | null {
  const match = NUMBER.exec(text);
  if (!match) return null;
  const [, before = '', sign, currency = '', digits, after] = match;
  const plain = plainOf(digits!.trim());
  if (plain === null) return null;
  const suffix = after!.trim();
  const factor = /^(k|m|mio|b|bn|t)\b/i.exec(suffix);
  const times = factor ? FACTORS[factor[1]!.toLowerCase()]! : 1;
  const unit = `${before}${currency}${factor ? suffix.slice(factor[1]!.length) : suffix}`.trim();
  return { value: plain * times * (sign === '-' || sign === '−' ? -1 : 1), unit };
}

function plainOf(digits: string): number | null {
  const spaced = digits.replace(/[\u00A0\u202F ]/gu, '');
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(spaced)) return Number(spaced.replaceAll(',', ''));
  if (/^\d{1,3}(\.\d{3}){2,}(,\d+)?$/.test(spaced))
    return Number(spaced.replaceAll('.', '').replace(',', '.'));
  if (/^\d+([.,]\d+)?$/.test(spaced)) return Number(spaced.replace(',', '.'));
  return null;
}

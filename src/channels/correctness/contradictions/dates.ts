import type { Wrong } from './claim.js';

/** A date as written, with the day of the week where it is named. */
interface WrittenDate {
  start: number;
  end: number;
  year: number;
  /** 1 to 12 */
  month: number;
  day: number;
  /** Days of the week that the word before it may mean, Sunday 0; empty when there is none. */
  weekdays: readonly number[];
  quote: string;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/** Names of months and days in all languages, lower case without a final dot: what they mean. */
const MONTHS = names(12, (i) => new Date(Date.UTC(2024, i, 15)), 'month', 1);
const WEEKDAYS = names(7, (i) => new Date(Date.UTC(2024, 8, 1 + i)), 'weekday', 0);

function names(
  count: number,
  dateOf: (i: number) => Date,
  part: 'month' | 'weekday',
  first: number,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const language of LANGUAGES) {
    for (const form of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { [part]: form, timeZone: 'UTC' });
      for (let i = 0; i < count; i++) {
        const name = format.format(dateOf(i)).toLowerCase().replace(/\.$/, '');
        // Two letters are a word in some language.
        if (name.length < 3) continue;
        found.set(name, [...new Set([...(found.get(name) ?? []), i + first])]);
      }
    }
  }
  return found;
}

const either = (map: ReadonlyMap<string, unknown>) =>
  [...map.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|\.|º)?`;
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;
const WEEKDAY = String.raw`(?:(?<weekday>${either(WEEKDAYS)})\.?,?\s+(?:the\s|den\s|le\s|el\s)?)?`;
const MONTH = String.raw`(?<month>${either(MONTHS)})\.?`;
const PATTERNS = [
  String.raw`(?<![\p{L}\p{N}])${WEEKDAY}${DAY}\s+(?:of\s|de\s)?${MONTH},?\s+(?:de\s|del\s)?${YEAR}(?!\d)`,
  String.raw`(?<![\p{L}\p{N}])${WEEKDAY}${MONTH}\s+${DAY},?\s+${YEAR}(?!\d)`,
  String.raw`(?<![\d-])${YEAR}-(?<month>\d\d)-(?<day>\d\d)(?![\d-])`,
  String.raw`${YEAR}年(?<month>\d{1,2})月(?<day>\d{1,2})日(?:\s?[（(]?(?:星期|周|週)?(?<weekday>[一二三四五六天日月火水木金土])(?:曜日?)?[）)]?(?!\p{Script=Han}))?`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** Days of the week in Chinese and in Japanese. "日" is Sunday in both, "一" and "月" are Monday. */
const IDEOGRAPHS: Readonly<Record<string, number>> = Object.fromEntries(
  ['天日', '一月', '二火', '三水', '四木', '五金', '六土'].flatMap((signs, i) =>
    Array.from(signs, (sign) => [sign, i]),
  ),
);

/** Every full date in a text, in order. */
export function datesIn(text: string): WrittenDate[] {
  return PATTERNS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match): WrittenDate => {
      const { year, month, day, weekday } = match.groups!;
      const name = weekday?.toLowerCase();
      return {
        start: match.index,
        end: match.index + match[0].length,
        year: Number(year),
        month: MONTHS.get(month!.toLowerCase())?.[0] ?? Number(month),
        day: Number(day),
        weekdays:
          name === undefined ? [] : (WEEKDAYS.get(name) ?? [IDEOGRAPHS[name] ?? -1].filter((i) => i >= 0)),
        quote: match[0],
      };
    }),
  ).sort((a, b) => a.start - b.start);
}

/** What stands between the two ends of a period. */
const TO = /^\s*(?:-|–|—|to|until|till|through|bis|au|à|hasta|al|até|fino al|tot|至|到)\s*$/i;
/** Two years; a plain hyphen without spaces also stands in telephone and order numbers. */
const YEARS = /(?<![\d\p{L}-])((?:19|20)\d\d)(?:\s?[–—]\s?|\s-\s)((?:19|20)\d\d)(?![\d-])/gu;

/** The claims of a text about dates: null for one that holds. */
export function dateClaims(text: string): (Wrong | null)[] {
  const dates = datesIn(text);
  const claims = dates.flatMap((date) => calendarClaim(date));
  for (const [i, end] of dates.entries()) {
    const start = dates[i - 1];
    if (start && TO.test(text.slice(start.end, end.start))) claims.push(periodClaim(start, end));
  }
  for (const [quote, from, to] of text.matchAll(YEARS))
    claims.push(yearsClaim(quote, Number(from), Number(to)));
  return claims;
}

function calendarClaim({ year, month, day, weekdays, quote }: WrittenDate): (Wrong | null)[] {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return [
      {
        message: `"${quote}" is no day of the calendar: that month has ${last} days.`,
        measured: { day },
        expected: { max: last },
        suggestion: 'Correct the date.',
        certainty: 'certain',
      },
    ];
  }
  if (weekdays.length === 0) return [];
  if (weekdays.includes(date.getUTCDay())) return [null];
  const right = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(date);
  return [
    {
      message: `"${quote}" contradicts itself: that day is a ${right}.`,
      measured: { text: quote },
      expected: { weekday: right },
      suggestion: `Write ${right}, or correct the date.`,
      certainty: 'certain',
    },
  ];
}

function periodClaim(start: WrittenDate, end: WrittenDate): Wrong | null {
  const at = ({ year, month, day }: WrittenDate) => Date.UTC(year, month - 1, day);
  if (at(end) >= at(start)) return null;
  return {
    message: `The period from "${start.quote}" to "${end.quote}" ends before it begins.`,
    measured: { start: start.quote, end: end.quote },
    expected: { order: 'start before end' },
    suggestion: 'Correct one of the dates, or swap them.',
    certainty: 'certain',
  };
}

function yearsClaim(quote: string, from: number, to: number): Wrong | null {
  if (to >= from) return null;
  return {
    message: `The years "${quote}" end before they begin.`,
    measured: { start: from, end: to },
    expected: { order: 'start before end' },
    suggestion: 'Correct one of the years, or swap them.',
    certainty: 'likely',
  };
}

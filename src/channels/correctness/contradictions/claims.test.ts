import { describe, expect, it } from 'vitest';
import { amountOf } from './amount.js';
import { anniversaryClaims } from './anniversaries.js';
import { dateClaims } from './dates.js';

describe('amountOf', () => {
  it.each([
    ['$1,200.50', 1200.5, 0.01, '$'],
    ['1.200,50 €', 1200.5, 0.01, '€'],
    ['€ 80,00', 80, 0.01, '€'],
    ['1 234 567', 1234567, 1, ''],
    ['12k', 12000, 1000, ''],
    ['3.4M', 3400000, 100000, ''],
    ['(340)', -340, 1, ''],
    ['−5', -5, 1, ''],
    ['1,234', 1234, 1, ''],
    ['CHF 20', 20, 1, 'chf'],
    ['45%', 45, 1, '%'],
  ])('reads %s', (text, value, step, unit) => {
    const amount = amountOf(text)!;
    expect(amount.value).toBeCloseTo(value, 6);
    expect(amount.step).toBeCloseTo(step, 6);
    expect(amount.unit).toBe(unit);
  });

  it.each(['1.234', 'Tea', '', '12 of 40', '2025-03-05', '1,23,456', '10:30', '–'])(
    'does not read %j',
    (text) => {
      expect(amountOf(text)).toBeNull();
    },
  );
});

describe('dateClaims', () => {
  const wrong = (text: string) => dateClaims(text).flatMap((claim) => (claim ? [claim.certainty] : []));

  it.each([
    'Tuesday, 5 March 2025',
    'Tue, Mar 5, 2025',
    'Dienstag, den 5. März 2025',
    'martes 5 de marzo de 2025',
    '2025年3月5日（星期二）',
    '30 February 2024',
    'April 31, 2025',
    '12 May 2025 – 9 May 2025',
    '2025-05-12 to 2025-05-09',
  ])('finds without doubt: %s', (text) => {
    expect(wrong(text)).toEqual(['certain']);
  });

  it('finds years that run backwards, perhaps', () => {
    expect(wrong('Archive 2024–2019')).toEqual(['likely']);
  });

  it.each([
    'Wednesday, 5 March 2025',
    'Mittwoch, 5. März 2025',
    'mercredi 5 mars 2025',
    '2025年3月5日（水曜日）',
    '29 February 2024',
    '9 May 2025 – 12 May 2025',
    '31 December 2024 to 1 January 2025',
    'Wed 5 March',
    'Order 2024-1999',
    '12 May 2025 – sold out. 9 May 2025',
  ])('believes: %s', (text) => {
    expect(wrong(text)).toEqual([]);
  });
});

describe('anniversaryClaims', () => {
  it('finds an age that does not fit the year of the beginning, perhaps', () => {
    const text = 'Founded in 1987, the club celebrates its 50th anniversary in 2027.';
    expect(anniversaryClaims(text)).toMatchObject([{ certainty: 'likely', expected: { value: 40 } }]);
  });

  it.each([
    ['Founded in March 1987, we celebrate our 40th anniversary in 2027.', [null]],
    ['Opened in 1987, the museum celebrates its 41st birthday in 2027.', [null]],
    ['Founded in 1987. The town celebrates its 800th anniversary in 2027.', []],
    ["Opened in 1987, the museum marks its founder's 200th birthday in 2027.", []],
  ])('believes: %s', (text, claims) => {
    expect(anniversaryClaims(text)).toEqual(claims);
  });
});

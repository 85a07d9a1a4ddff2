import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { misreadIn } from './misread.js';

const misreadAs = (encoding: string, text: string) => iconv.decode(Buffer.from(text, 'utf8'), encoding);
const meantBy = (text: string) => misreadIn(text).map(({ meant }) => meant);

describe('text that was misread', () => {
  it.each([
    ['windows-1252', 'The café doesn’t open', ['é', '’']],
    ['windows-1252', 'Grüße', ['üß']],
    ['windows-1252', 'żółć – 20 €', ['żółć', '–', '€']],
    ['windows-1252', 'Привет', ['Привет']],
    ['windows-1252', 'שלו', ['שלו']],
    ['windows-1251', 'Привет', ['Привет']],
    ['windows-1251', 'Good – bad', ['–']],
    ['latin1', '“Bread”', ['“', '”']],
    ['windows-1252', '© 2024', ['©']],
    ['windows-1252', '20 °C 🎉', ['°', '🎉']],
  ])('as %s: %s', (encoding, text, meant) => {
    expect(meantBy(misreadAs(encoding, text))).toEqual(meant);
  });

  it('is lost where a decoder gave up', () => {
    expect(misreadIn('caf\ufffd')).toEqual([{ start: 3, end: 4, meant: null }]);
    expect(meantBy('don\u0092t')).toEqual([null]);
    expect(meantBy('锟斤拷锟斤拷')).toEqual([null]);
  });

  it('is found where it was misread twice', () => {
    const twice = misreadAs('windows-1252', misreadAs('windows-1252', 'It’s'));
    expect(meantBy(twice)).not.toEqual([]);
  });
});

it.each([
  'Il est né\u00a0» et voilà\u00a0» dit-il, l’été… «\u00a0À Â\u00a0» déjà vu — Noël, où, cœur, garçon™',
  'AMANHû «AMANHû E NÃO, É… É»” IRMÃ® CORAÇÃO É “Ê”',
  'Größe, Übermut, Ä…, „Ö“, Straße — Ähm…',
  'Łódź, żółć, Ďábel, Őrült, İstanbul, ROMÂNĂ, Â, CHÂU Á',
  'СІРІ ТІЛІ РІЗНІ КИЇВ лінії Наталії Његош љубав Ђорђе «Ёлка»',
  'Ελληνικά «Άρης» · עברית ״שלום״ · العربية',
  '日本語、中文——“引号”…한국어',
  '“Smart” quotes — dashes … © ® ™ € £ ° § ¶ • † naïve Ångström Ærø Øre ð',
])('nothing is found in %s', (text) => {
  expect(misreadIn(text)).toEqual([]);
});

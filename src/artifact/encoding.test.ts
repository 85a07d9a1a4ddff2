import iconv from 'iconv-lite';
import { expect, it } from 'vitest';

import { decodeText } from './encoding.js';

const TEXT = '<p>Größe “quoted” – 10 €</p>';
const read = (bytes: Uint8Array) => decodeText(bytes, 'page.html');

it.each(['utf-8', 'utf-16le', 'utf-16be'])(
  'reads %s by its byte order mark, which is no part of the text',
  (name) => {
    expect(read(iconv.encode(TEXT, name, { addBOM: true }))).toEqual({ text: TEXT, encoding: name });
  },
);

it.each([
  ['<meta charset=gbk>价格', 'gbk'],
  ['<!-- <meta charset="utf-8"> --><meta charset="windows-1252">10 €', 'windows-1252'],
  ['<meta http-equiv="Content-Type" content="text/html; charset=latin1">10 €', 'windows-1252'],
  ['<?xml version="1.0" encoding="shift_jis"?><svg><text>表示</text></svg>', 'shift_jis'],
])('reads what the text declares: %s', (text, name) => {
  expect(read(iconv.encode(text, name))).toEqual({ text, encoding: name });
});

it('takes undeclared text for UTF-8 when it is valid, and guesses otherwise', () => {
  expect(read(Buffer.from(TEXT))).toEqual({ text: TEXT, encoding: 'utf-8' });
  const japanese = '<p>これは日本語の文章です。とても長い文章を書きます。東京は日本の首都です。</p>';
  expect(read(iconv.encode(japanese, 'shift_jis'))).toEqual({ text: japanese, encoding: 'shift_jis' });
});

it.each([
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47, 13, 10]],
  ['a ZIP archive', [0x50, 0x4b, 3, 4, 20]],
  ['a PDF document', [...Buffer.from('%PDF-1.7')]],
  ['binary data', [...Buffer.from('<p>'), 0, 1]],
])('refuses %s', (format, bytes) => {
  expect(() => read(Uint8Array.from(bytes))).toThrow(
    expect.objectContaining({ code: 'KALLOS_INPUT_BINARY', message: `page.html is ${format}, not code.` }),
  );
});

import { describe, expect, it } from 'vitest';
import type { CaptureData } from '../../render/capture.js';
import { evaluate } from '../testing/evaluate.js';
import { layoutOf, type Element } from '../testing/capture.js';
import { placeholderText } from './placeholder-text.js';
import { PLACEHOLDERS } from './placeholders.js';

const real = 'The ferry leaves pier four at nine and comes back at noon, every day but Sunday.';
const page = (...children: (Element | string)[]) =>
  layoutOf({
    tag: 'body',
    children: [real, ...children].map((child) =>
      typeof child === 'string' ? { tag: 'p', children: [child] } : child,
    ),
  });
const patterns = async (text: string) =>
  (await evaluate(placeholderText, page(text))).defects.map(({ measured }) => measured!['pattern']);

describe('placeholder-text', () => {
  it.each([
    ['lorem-ipsum', 'Lorem ipsum dolor sit amet'],
    ['lorem-ipsum', 'Sed do eiusmod tempor'],
    ['lorem-ipsum', 'لوريم ايبسوم'],
    ['lorem-ipsum', 'לורם איפסום'],
    ['lorem-ipsum', 'لورم ایپسوم متن ساختگی'],
    ['filler', 'This is placeholder text for the hero.'],
    ['filler', 'هذا نص تجريبي'],
    ['filler-cjk', '这里是占位文本'],
    ['filler-cjk', 'ここにテキストが入ります'],
    ['object', 'Ship to: [object Object]'],
    ['no-value', 'undefined'],
    ['no-value', '$NaN'],
    ['no-value', 'NaN%'],
    ['no-value', 'Total: undefined'],
    ['template', 'Hello {{ user.name }}'],
    ['template', '{{#each items}}'],
    ['template', '<%= title %>'],
    ['template', '{% if user %}'],
    ['template', 'Items: ${items.length}'],
    ['bracket', 'Welcome to [Company Name]'],
    ['bracket', '[Your Phone Number]'],
    ['bracket', 'يسر [اسم الشركة]'],
    ['bracket', '欢迎来到【公司名称】'],
    ['your-text-here', 'Your text here'],
    ['your-text-here', 'Description goes here.'],
    ['your-text-here', 'Click to edit title'],
    ['your-text-here', '单击此处添加标题'],
    ['your-text-here', 'הטקסט שלך כאן'],
    ['todo', 'TODO: write about prices'],
    ['todo', 'FIXME'],
    ['todo', 'TBD'],
  ])('finds %s: %s', async (pattern, text) => {
    expect(await patterns(text)).toEqual([pattern]);
  });

  it.each([
    'The result is undefined when the list is empty.',
    'Division by zero gives NaN in most languages.',
    'Result: undefined behaviour, as the standard says.',
    'TODO',
    'Todo list',
    'Speaker: TBA',
    'Paste your text here, then press Count.',
    'Your name',
    'Insert your card.',
    'See [1], [sic] and [€].',
    'From {a, b} follows {c}.',
    'f(x) = ${5}',
    'Lorem is a town.',
    'السعر يشمل الضريبة',
    'המחיר כולל מס',
    '公司名称：北岸海运',
  ])('leaves alone: %s', async (text) => {
    expect(await patterns(text)).toEqual([]);
  });

  it('leaves quoted text alone', async () => {
    const code: Element = { tag: 'code', children: ['// TODO: lorem ipsum {{ name }}'] };
    expect((await evaluate(placeholderText, page(code))).score).toBe(1);
  });

  it('lets a tutorial show template syntax in its prose', async () => {
    const code: Element = { tag: 'pre', children: ['<p>{{ name }}</p>'] };
    expect((await evaluate(placeholderText, page('Here {{ name }} stands for the name.', code))).score).toBe(
      1,
    );
  });

  it('does not blame a page for a template library that could not be offered', async () => {
    const requests: CaptureData['requests'] = [
      {
        url: 'https://cdn.example/vue.js',
        type: 'Script',
        fate: 'unavailable',
        status: null,
        from: null,
        reason: null,
      },
    ];
    const vue = page('Hello {{ name }}');
    expect((await evaluate(placeholderText, vue, { data: { requests } })).score).toBe(1);
    expect((await evaluate(placeholderText, vue)).score).toBeLessThan(1);
  });

  it('lets a page about filler text quote it, but not consist of it', async () => {
    const about = { data: { title: 'A history of lorem ipsum' } };
    const filler = 'Lorem ipsum dolor sit amet';
    expect((await evaluate(placeholderText, page(filler), about)).score).toBe(1);
    expect((await evaluate(placeholderText, page(filler.repeat(9)), about)).score).toBeLessThan(1);
  });

  it('is not told what a page is about by a title that is filler itself', async () => {
    const filler = page(
      'Lorem ipsum dolor sit amet',
      'All of our boats are let by the day, the week and the season.',
    );
    expect(
      (await evaluate(placeholderText, filler, { data: { title: 'Lorem Ipsum dol' } })).score,
    ).toBeLessThan(1);
    expect((await evaluate(placeholderText, filler, { data: { title: 'Lorem Ipsum, told' } })).score).toBe(1);
  });

  it('costs more the more of the text is filler', async () => {
    const one = await evaluate(placeholderText, page('Lorem ipsum'));
    const more = await evaluate(
      placeholderText,
      page('Lorem ipsum', 'Lorem ipsum dolor sit amet', 'Ut enim ad minim'),
    );
    expect(more.score).toBeLessThan(one.score!);
  });

  it.each([
    '{{'.repeat(2_000),
    `{{ ${'a'.repeat(9_000)}`,
    '<% '.repeat(3_000),
    '[your '.repeat(1_500),
    ': '.repeat(5_000),
  ])('reads hostile text in no time (%#)', (text) => {
    const start = performance.now();
    for (const { pattern } of PLACEHOLDERS) pattern.test(text);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

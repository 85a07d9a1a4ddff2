import htmlhint from 'htmlhint';
import { describe, expect, it } from 'vitest';
import { captureOf } from '../testing/capture.js';
import { judgeExecution } from './index.js';
import { LINT_RULES } from './lint-rules.js';

const lint = async (code: string, changes: object = {}) => {
  const { artifact } = captureOf().data;
  const capture = captureOf({ artifact: { ...artifact, ...changes } }, code);
  const { findings } = await judgeExecution(capture);
  return findings.filter(({ check }) => check === 'lint');
};
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>x</title><meta name="viewport" content="width=device-width">${head}</head><body>\n${body}\n</body></html>`;
const rules = async (code: string, changes?: object) =>
  (await lint(code, changes)).map(({ measured }) => measured!['rule']);

it('names a further line in its message as people count it', async () => {
  const messages = async (lineOffset: number) =>
    (await lint(page('<div>\n<span>x</div>'), { lineOffset })).map(({ message }) => message);
  expect(await messages(1)).toEqual([expect.stringContaining('[ <span> ] on line 3.')]);
  expect(await messages(11)).toEqual([expect.stringContaining('[ <span> ] on line 13.')]);
});

describe('lint rules', () => {
  it('argue for or against each rule of HTMLHint, once', () => {
    const names = LINT_RULES.map(({ rule }) => rule);
    expect([...names].sort()).toEqual(Object.keys(htmlhint.HTMLHint.rules).sort());
    expect(LINT_RULES.filter(({ reason }) => reason.length < 10 && reason !== 'House style.')).toEqual([]);
  });

  it.each([
    ['tag-pair', page('<div><span>x</div>')],
    ['tag-pair', page('<p>x</p></section>')],
    ['attr-no-duplication', page('<p class="a" class="b">x</p>')],
    ['tag-pair,tagname-specialchars', page('<div,>x</div,>')],
    ['id-unique', page('<p id="a">x</p><p id="a">y</p>')],
    ['src-not-empty', page('<img src="" alt="">')],
    ['alt-require', page('<img src="a.png">')],
    ['frame-title-require', page('<iframe src="a.html"></iframe>')],
    ['html-lang-require', page('x').replace(' lang="en"', '')],
    ['title-require', page('x').replace('<title>x</title>', '')],
    ['meta-viewport-require', page('x').replace(/<meta[^>]*>/, '')],
    ['tag-no-obsolete', page('<center>x</center>')],
  ])('find their defect: %s', async (rule, code) => {
    expect((await rules(code)).join()).toBe(rule);
  });

  it.each([
    ['end tags that may be left out', '<ul><li>a<li>b</ul><table><tr><td>1<td>2</table><p>x<p>y'],
    ['bare > and & in text', '<p>a -> b & c</p>'],
    [
      'SVG in HTML',
      '<svg viewBox="0 0 1 1"><linearGradient id="g"></linearGradient><path d="M0 0 0 0"/></svg>',
    ],
    ['either way of writing void elements', '<br/><br><input disabled value="">'],
    ['quotes, order and inline style', `<p style='color: red' class=x onclick="go('a')">x</p>`],
    ['joiners that Persian needs', '<p dir="rtl" lang="fa" title="می\u200cخواهم">می\u200cخواهم</p>'],
    ['tags in scripts', '<script>if (a < b && c) x = "<div>";</script>'],
  ])('leave good HTML alone: %s', async (_, body) => {
    expect(await rules(page(body))).toEqual([]);
  });

  it('ask no viewport of a slide', async () => {
    expect(await rules(page('x').replace(/<meta[^>]*>/, ''), { kind: 'slide' })).toEqual([]);
  });

  it('hold SVG to what SVG needs', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="a"><path id="a" d="M0 0"/></svg>';
    expect((await rules(svg, { language: 'svg' })).sort()).toEqual(['id-unique', 'tag-pair']);
  });
});

describe('lint', () => {
  it('names file, line and column', async () => {
    expect((await lint(page('<p>\n  <b>x</p>')))[0]!.source).toMatchObject({ file: 'index.html', line: 3 });
  });

  it.each([
    ['a directive that turns rules off', '<!-- htmlhint-disable -->'],
    ['a directive for the next line', '<!-- htmlhint-disable-next-line -->'],
    ['a rule set of its own', '<!-- htmlhint id-unique:false,tag-pair:false -->'],
    ['a rule set that is no JSON', '<!-- htmlhint id-unique:{ -->'],
  ])('takes no orders from the artifact: %s', async (_, comment) => {
    expect(await rules(`${comment}${page(`${comment}<b id="a"></b><b id="a"></b>`)}`)).toContain('id-unique');
  });

  it('lets the user leave a rule out', async () => {
    const capture = captureOf({}, page('<center>x</center>'));
    const { findings } = await judgeExecution(
      capture,
      {},
      { lint: ['warning', { without: ['tag-no-obsolete'] }] },
    );
    expect(findings.filter(({ check }) => check === 'lint')).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { KallosError } from '../errors.js';
import { extract, NoArtifactError } from './extract.js';
import type { Artifact } from './schema.js';

const PAGE = '<!doctype html>\n<html lang="en">\n<body><h1>Tea</h1></body>\n</html>';
const OLD_PAGE = PAGE.replace('Tea', 'Draft');
const PLOT = 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig("a.png")';

const codeOf = (artifact: Artifact): string => new TextDecoder().decode(artifact.files.get(artifact.entry));
const code = (reply: string): string => codeOf(extract(reply));
const fence = (text: string, label = 'html', marker = '```'): string =>
  `${marker}${label}\n${text}\n${marker}`;

describe('fenced code', () => {
  it('is taken out of the prose around it', () => {
    const artifact = extract(`Here is the page.\n\n${fence(PAGE)}\n\nEnjoy!`, { id: 'tea' });
    expect(codeOf(artifact)).toBe(PAGE);
    expect(artifact).toMatchObject({ id: 'tea', language: 'html', entry: 'index.html', truncated: false });
    expect(artifact.lineOffset).toBe(4);
  });

  it.each([
    ['no label', fence(PAGE, '')],
    ['an info string', fence(PAGE, 'html title="index.html"')],
    ['capitals', fence(PAGE, 'HTML')],
    ['tildes', fence(PAGE, 'html', '~~~')],
    ['a longer fence', fence(PAGE, 'html', '`````')],
    ['a fence within a fence', fence(fence(PAGE), 'markdown', '````')],
    ['a fence within a fence of the same length', fence(fence(PAGE), 'markdown')],
    ['a fence without a label around one', fence(fence(PAGE), '', '````')],
    ['an opening fence at the end of a sentence', `Here it is: ${fence(PAGE)}`],
    ['a closing fence glued to the code', `\`\`\`html\n${PAGE}\`\`\``],
    ['everything on one line', `\`\`\`html ${PAGE}\n\`\`\``],
    ['a mislabelled fence', fence(PAGE, 'javascript')],
    [
      'shell commands after it',
      `${fence(PAGE)}\n\n${fence('npx serve .', 'bash')}\n\n${fence('tree\n', '')}`,
    ],
    ['a fragment after it', `${fence(PAGE)}\nTo change the title:\n${fence('<h1>Coffee</h1>')}`],
    [
      'a complete document before one that breaks off',
      `${fence(PAGE)}\n\n\`\`\`html\n<!doctype html><html><p>`,
    ],
  ])('is found with %s', (_, reply) => {
    expect(code(reply)).toBe(PAGE);
  });

  it('is the last complete document of several', () => {
    expect(code(`${fence(OLD_PAGE)}\nBetter:\n${fence(PAGE)}\nThat is all.`)).toBe(PAGE);
  });

  it('is a fragment when there is no complete document', () => {
    const artifact = extract(`${fence('.a { color: red }', 'css')}\n${fence('<div>Hi</div>')}`);
    expect(codeOf(artifact)).toBe('<div>Hi</div>');
    expect(artifact.kind).toBe('component');
  });

  it('loses the indentation of its fence, which Python would not survive', () => {
    const indented = fence(PLOT, 'python').replace(/^/gm, '   ');
    expect(code(`1. Run this:\n\n${indented}\n`)).toBe(PLOT);
  });

  it('keeps the fences that a document shows', () => {
    const page = PAGE.replace(
      '<h1>',
      '<textarea>\n# Title\n```js\nlet a;\n```\n\n```\ntext\n```\n</textarea><h1>',
    );
    expect(code(`${fence(page)}\nDone.`)).toBe(page);
    expect(code(page)).toBe(page);
  });

  it('does not join two snippets into a document', () => {
    const reply = `${fence('<html>\n<head>')}\nand at the end\n${fence('</body>\n</html>')}`;
    expect(code(reply)).toBe('<html>\n<head>');
    expect(extract(reply).truncated).toBe(true);
  });
});

describe('code without a fence', () => {
  it('starts at the doctype and ends at the end tag', () => {
    expect(code(`Sure! ${PAGE}\n\nThis page shows tea.`)).toBe(PAGE);
    expect(code(`Use the <html> tag.\n\n${PAGE}`)).toBe(PAGE);
  });

  it('goes on past end tags in strings', () => {
    const page = PAGE.replace('<h1>', `<script>const s = '</html>'; const t = "<html>";</script><h1>`);
    expect(code(`${page}\nbye`)).toBe(page);
  });

  it('may be SVG, with the end of the outer root', () => {
    const svg = '<svg viewBox="0 0 10 10"><svg width="5"><rect/></svg></svg>';
    const artifact = extract(`Here:\n${svg}\nA box.`);
    expect(codeOf(artifact)).toBe(svg);
    expect(artifact).toMatchObject({ language: 'svg', entry: 'index.svg' });
  });

  it('may be a fragment with an icon in it', () => {
    const card = '<div class="card">\n<svg viewBox="0 0 1 1"></svg>\n</div>';
    expect(code(`A card:\n${card}\nDone.`)).toBe(card);
  });

  it('may be Python', () => {
    expect(extract(PLOT)).toMatchObject({ language: 'python', kind: 'chart', entry: 'main.py' });
    expect(code(PLOT)).toBe(PLOT);
  });
});

describe('thinking', () => {
  it.each([
    ['before the answer', `<think>Try ${fence(OLD_PAGE)}</think>\n${fence(PAGE)}`],
    ['with raw code in it', `<thinking>\n${OLD_PAGE}\n</thinking>\n${PAGE}`],
    ['without its opening tag', `I could write\n${fence(OLD_PAGE)}\n</think>\n\n${fence(PAGE)}`],
    ['with a fence left open', `Maybe\n\`\`\`html\n<div>\n</think>\n\n${fence(PAGE)}`],
    ['after the answer', `${fence(PAGE)}\n<think>or ${fence(OLD_PAGE)}</think>`],
    ['that never ends', `${fence(PAGE)}\n<think>or ${fence(OLD_PAGE)}`],
    ['with thinking in it', `<think>a <think>b</think> ${fence(OLD_PAGE)}</think> ${fence(PAGE)}`],
  ])('%s is never the artifact', (_, reply) => {
    expect(code(reply)).toBe(PAGE);
  });

  it('alone leaves no artifact', () => {
    expect(() => extract(`<think>${fence(PAGE)}</think>Sorry.`)).toThrow(NoArtifactError);
    expect(() => extract(`<think>${fence(PAGE)}`)).toThrow(NoArtifactError);
  });

  it('in the code of a page is code', () => {
    const page = PAGE.replace('<h1>', '<script>s.split("</think>")\n/*\n</think> <think>\n*/</script><h1>');
    expect(code(fence(page))).toBe(page);
    expect(code(page)).toBe(page);
  });
});

describe('truncation', () => {
  it.each([
    ['an unclosed fence', '```html\n<!doctype html>\n<html>\n<body><h1>Te'],
    ['an unclosed fragment', '```html\n<div><h1>Te'],
    ['raw code that breaks off', 'Here:\n<!doctype html>\n<html><style>body {'],
    ['a closed fence around half a document', fence('<!doctype html>\n<html>\n<body>')],
    ['half an SVG', fence('<svg viewBox="0 0 1 1">\n<rect', 'svg')],
    ['half a script', '```python\nimport matplotlib\nplt.pl'],
    ['half a raw fragment', '<div class="card"><h1'],
  ])('is seen in %s', (_, reply) => {
    expect(extract(reply).truncated).toBe(true);
  });

  it('is not seen where only the closing fence is missing', () => {
    const artifact = extract(`\`\`\`html\n${PAGE}\n\nThis page...`);
    expect(artifact.truncated).toBe(false);
    expect(codeOf(artifact)).toBe(PAGE);
  });

  it('is not seen in a document that wrote no <html>', () => {
    expect(extract(fence('<!doctype html><title>Tea</title><p>Hi')).truncated).toBe(false);
  });
});

describe('bytes and lines', () => {
  it('drops a byte order mark and keeps line ends', () => {
    const page = PAGE.replaceAll('\n', '\r\n');
    const artifact = extract(`\uFEFFHi\r\n\r\n\`\`\`html\r\n${page}\r\n\`\`\`\r\n`);
    expect(codeOf(artifact)).toBe(page);
    expect(artifact.lineOffset).toBe(4);
  });

  it('counts the lines before raw code', () => {
    expect(extract(`One\rTwo\r\nThree ${PAGE}`).lineOffset).toBe(3);
  });
});

describe('no code', () => {
  it.each([
    '',
    '  \n',
    'I am sorry.',
    fence('npm i', 'bash'),
    fence('', 'html'),
    'Use `<html>` and `</html>`.',
  ])('%j is a NoArtifactError that knows the kind asked for', (reply) => {
    try {
      extract(reply, { brief: { prompt: 'A poster for a concert' } });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(NoArtifactError);
      expect((error as NoArtifactError).code).toBe('KALLOS_INPUT_EMPTY');
      expect((error as NoArtifactError).asked.kind).toBe('poster');
    }
  });
});

/** Pieces that a hostile or clumsy reply is made of. */
const PIECES = [
  '```', '````', '~~~', '```html', '```js', '~~~python', '\n', '\r\n', '\r', '   ', '<think>', '</think>', '<thinking>',
  '<!doctype html>', '<html>', '</html>', '<svg>', '</svg>', '<svg', '<div>', '</div>', '<!--', '-->', '<?xml', '?>',
  'import os', 'plt.plot()', "'", '"', '`', '\\', '\uFEFF', '\u2028', 'word',
]; // prettier-ignore

describe('properties', () => {
  it('throws nothing but a NoArtifactError, and gives code that stands in the reply', () => {
    const reply = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string())).map((parts) => parts.join(''));
    fc.assert(
      fc.property(reply, (text) => {
        try {
          const artifact = extract(text);
          const first = codeOf(artifact).split(/\r\n?|\n/)[0]!;
          const line = text.split(/\r\n?|\n/)[artifact.lineOffset - 1]!;
          expect(line).toContain(first.trim());
        } catch (error) {
          if (!(error instanceof KallosError)) throw error;
          expect(error).toBeInstanceOf(NoArtifactError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('gives back a document that was wrapped in a fence and prose', () => {
    // A bare fence that closes, followed by a fence of code, reads as a snippet and another one: that can't be told apart.
    const body = fc
      .array(fc.constantFrom(...PIECES.filter((p) => !/html|svg|py/.test(p)), 'é', '日本'))
      .map((parts) => `<!doctype html>\n<html>\n<body>${parts.join('')}</body>\n</html>`);
    const prose = fc.constantFrom(
      '',
      'Sure, here it is:\n\n',
      'Some `code`, a <b>tag</b>.\n',
      '<think>hm</think>\n',
    );
    const marker = fc.constantFrom('```', '````', '~~~');
    fc.assert(
      fc.property(
        prose,
        marker,
        fc.constantFrom('', 'html', 'html title="x"'),
        body,
        prose,
        (a, m, label, page, b) => {
          expect(code(`${a}${fence(page, label, m)}\n${b}`)).toBe(page);
          expect(code(`${a}${page}\n${b}`)).toBe(page);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['fences', '```\n'],
    ['opening fences', '```html\n<html>\n'],
    ['ticks', '`'],
    ['blanks', ' '],
    ['line ends', '\n'],
    ['tags', '<html '],
    ['documents', '<html>\n</html>\n'],
    ['thoughts', '<think></think>'],
    ['unclosed thoughts', '<think>'],
    ['end tags', '</html '],
    ['doctypes', '<!doctype '],
    ['comments', '<!--'],
    ['declarations', '<! >'],
    ['imports', 'import a'],
    ['slides', 'slide'],
    ['drawings', '<svg\n'],
  ])('reads a megabyte of %s in linear time', (_, piece) => {
    const time = (size: number): number => {
      const reply = piece.repeat(size / piece.length);
      const start = performance.now();
      try {
        extract(reply);
      } catch (error) {
        if (!(error instanceof KallosError)) throw error;
      }
      return performance.now() - start;
    };
    expect(time(1_000_000)).toBeLessThan(5_000);
  });
});

it('takes a reply that starts with a document whole, though its script holds fences', () => {
  const page =
    '<!doctype html>\n<html><body><script>\nconst md = `\n```js\nlet a = "<html>";\n```\n`;\n</script></body>\n</html>';
  expect(codeOf(extract(page))).toBe(page);
});

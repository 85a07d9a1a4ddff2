import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { NoArtifactError } from './extract.js';
import { loadInputs, type Item, type LoadOptions } from './load.js';

const PAGE = '<!doctype html>\n<html><body>Tea</body></html>\n';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'kallos-load-'));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function write(files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
    await writeFile(path.join(cwd, name), content);
  }
}

async function load(specs: string[], options: LoadOptions = {}): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of loadInputs(specs, { cwd, ...options })) items.push(item);
  return items;
}

/** What came of each input: "id: files" or "id! code". */
const summary = (items: Item[]): string[] =>
  items.map((item) =>
    'error' in item
      ? `${item.id}! ${item.error.code}`
      : `${item.id}: ${[...item.artifact.files.keys()].join(' ')}`,
  );

const stream = async function* (...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
};

describe('files', () => {
  it('are pages taken as they are, replies, and scripts', async () => {
    await write({
      'a.html': PAGE,
      'style.css': '',
      'b.svg': '<svg/>',
      'c.md': `Hi\n${PAGE}Bye`,
      'd.py': 'import os',
    });
    const items = await load(['a.html', 'b.svg', 'c.md', 'd.py']);
    expect(summary(items)).toEqual(['a.html: a.html', 'b.svg: b.svg', 'c.md: index.html', 'd.py: d.py']);
    const [page, , reply] = items;
    if (!page || 'error' in page || !reply || 'error' in reply) return expect.unreachable();
    expect(Buffer.from(page.artifact.files.get('a.html')!).toString()).toBe(PAGE);
    expect(reply.artifact.lineOffset).toBe(2);
  });

  it('get a coded error each, and the others go on', async () => {
    await write({
      'empty.html': ' \n',
      'pic.html': Uint8Array.of(0x89, 0x50, 0x4e, 0x47),
      'big.html': '',
      'no.md': 'No.',
    });
    await truncate(path.join(cwd, 'big.html'), 50 * 1024 * 1024);
    await write({ 'a.html': PAGE });
    const items = await load([
      'empty.html',
      'pic.html',
      'big.html',
      'gone.html',
      'no.md',
      '/dev/null',
      'a.html',
    ]);
    expect(summary(items)).toEqual([
      'empty.html! KALLOS_INPUT_EMPTY',
      'pic.html! KALLOS_INPUT_BINARY',
      'big.html! KALLOS_INPUT_TOO_LARGE',
      'gone.html! KALLOS_INPUT_MISSING',
      'no.md! KALLOS_INPUT_EMPTY',
      '/dev/null! KALLOS_INPUT_UNREADABLE',
      'a.html: a.html',
    ]);
    expect((items[4] as { error: unknown }).error).toBeInstanceOf(NoArtifactError);
  });

  it('have unique ids', async () => {
    await write({ 'a.html': PAGE });
    expect(summary(await load(['a.html', './a.html']))).toEqual(['a.html: a.html', 'a.html#2: a.html']);
  });
});

describe('folders', () => {
  it('with an index.html are one artifact with all its files', async () => {
    await write({ 'site/index.html': PAGE, 'site/css/a.css': 'a{}', 'site/more.html': PAGE });
    await write({ 'site/.env': 'x', 'site/node_modules/m/i.js': 'x' });
    expect(summary(await load(['site']))).toEqual(['site: css/a.css index.html more.html']);
  });

  it('without one give every page, with the files that it and they mention', async () => {
    const linked = '<link rel="stylesheet" href="s/a.css"><img src="my%20pic.png">';
    await write({ 'out/p.html': linked, 'out/q.html': PAGE, 'out/s/a.css': 'a{background:url("bg.png")}' });
    await write({
      'out/s/bg.png': 'x',
      'out/my pic.png': 'x',
      'out/unused.png': 'x',
      'out/deep/index.html': PAGE,
    });
    expect(summary(await load(['out']))).toEqual([
      'out/deep: index.html',
      'out/p.html: p.html s/a.css my pic.png s/bg.png',
      'out/q.html: q.html',
    ]);
  });

  it('without a page are an error', async () => {
    await write({ 'out/a.css': 'a{}' });
    expect(summary(await load(['out']))).toEqual(['out! KALLOS_INPUT_NO_PAGE']);
  });

  it('do not lead out through links, nor to what is left out', async () => {
    await write({ 'secret.txt': 'x', 'site/index.html': PAGE, 'site/.env': 'x', 'site/a.txt': 'x' });
    await symlink('../secret.txt', path.join(cwd, 'site/out.txt'));
    await symlink('.env', path.join(cwd, 'site/env.txt'));
    await symlink('..', path.join(cwd, 'site/up'));
    await symlink('a.txt', path.join(cwd, 'site/b.txt'));
    expect(summary(await load(['site']))).toEqual(['site: a.txt b.txt index.html']);
  });

  it('serve text of another encoding as UTF-8', async () => {
    const latin = Buffer.from('<meta charset="latin1">Größe', 'latin1');
    await write({
      'site/index.html': latin,
      'site/a.css': Buffer.from('/* Größe, schöner Überfluß */', 'latin1'),
    });
    const [item] = await load(['site']);
    if (!item || 'error' in item) return expect.unreachable();
    expect(Buffer.from(item.artifact.files.get('index.html')!).toString()).toContain('Größe');
    expect(Buffer.from(item.artifact.files.get('a.css')!).toString()).toContain('Größe');
  });
});

describe('components', () => {
  const APP = "import Card from './Card';\nexport default function App() { return <Card />; }\n";

  it('are files of their own', async () => {
    await write({
      'a.jsx': APP,
      'b.vue': '<template>Tea</template>',
      'c.svelte': '<p>Tea</p>',
      'd.tsx': APP,
    });
    const items = await load(['a.jsx', 'b.vue', 'c.svelte', 'd.tsx']);
    expect(
      items.map(
        (item) => 'artifact' in item && [item.artifact.language, item.artifact.entry, item.artifact.kind],
      ),
    ).toEqual([
      ['jsx', 'a.jsx', 'component'],
      ['vue', 'b.vue', 'component'],
      ['svelte', 'c.svelte', 'component'],
      ['tsx', 'd.tsx', 'component'],
    ]);
  });

  it.each([
    ['src/App.jsx', { 'src/App.jsx': APP, 'src/Card.jsx': APP, 'package.json': '{}' }],
    ['src/main.tsx', { 'src/main.tsx': APP, 'src/App.tsx': APP }],
    ['src/main.js', { 'src/main.js': 'createApp(App)', 'src/App.vue': '<template>Tea</template>' }],
    ['src/index.js', { 'src/index.js': APP, 'public/index.html': PAGE }],
    [
      'src/go.jsx',
      { 'index.html': '<div id="root"></div><script src="/src/go.jsx"></script>', 'src/go.jsx': APP },
    ],
  ])('of a folder start at %s and bring all files', async (entry, files) => {
    await write(Object.fromEntries(Object.entries(files).map(([name, code]) => [`app/${name}`, code])));
    const [item, ...more] = await load(['app']);
    if (!item || 'error' in item) return expect.unreachable();
    expect(more).toEqual([]);
    expect(item.id).toBe('app');
    expect(item.artifact.entry).toBe(entry);
    expect([...item.artifact.files.keys()].sort()).toEqual(Object.keys(files).sort());
    expect(item.artifact.language).toBe({ 'src/main.tsx': 'tsx', 'src/main.js': 'vue' }[entry] ?? 'jsx');
  });

  it('without an entry are one each, with what they import', async () => {
    await write({
      'parts/List.jsx': APP,
      'parts/Card.jsx': 'export default () => <b>Tea</b>',
      'parts/x.css': '',
    });
    expect(summary(await load(['parts']))).toEqual([
      'parts/Card.jsx: Card.jsx',
      'parts/List.jsx: List.jsx Card.jsx',
    ]);
  });

  it('beside pages belong to the pages', async () => {
    await write({ 'out/p.html': '<script type="text/babel" src="a.jsx"></script>', 'out/a.jsx': APP });
    expect(summary(await load(['out']))).toEqual(['out/p.html: p.html a.jsx']);
  });
});

describe('patterns and URLs', () => {
  it('match files of known kinds, else folders', async () => {
    await write({
      'p/b.html': PAGE,
      'p/a.html': PAGE,
      'p/a.css': '',
      'd/x/1.html': PAGE,
      'd/y/1.html': PAGE,
    });
    expect(summary(await load(['p/*']))).toEqual(['p/a.html: a.html', 'p/b.html: b.html']);
    expect(summary(await load(['d/*']))).toEqual(['d/x/1.html: 1.html', 'd/y/1.html: 1.html']);
    expect(summary(await load(['n/*.html']))).toEqual(['n/*.html! KALLOS_INPUT_MISSING']);
  });

  it('name a page of the user by its URL', async () => {
    const [item] = await load(['https://example.com/a?b=1']);
    expect(item).toMatchObject({
      id: 'https://example.com/a?b=1',
      artifact: { url: 'https://example.com/a?b=1' },
    });
  });
});

describe('JSONL', () => {
  const ROWS = [
    JSON.stringify({ id: 'a', prompt: 'A poster', response: `Hi\n\`\`\`html\n${PAGE}\n\`\`\``, extra: 1 }),
    '{"id": "b", "response": ',
    '',
    JSON.stringify({ id: 7, html: PAGE, kind: 'slide' }),
    JSON.stringify({ id: 'c', html: PAGE, response: PAGE }),
    JSON.stringify({ id: 'd', response: 'Sorry.' }),
    JSON.stringify({ id: 'a', html: PAGE, brief: { canvas: [1, 2] } }),
  ].join('\n');

  it('is read row by row; a malformed one is an error with its line number', async () => {
    await write({ 'rows.jsonl': ROWS });
    const items = await load(['rows.jsonl']);
    expect(summary(items)).toEqual([
      'a: index.html',
      'rows.jsonl:2! KALLOS_INPUT_JSONL',
      '7: index.html',
      'rows.jsonl:5! KALLOS_INPUT_JSONL',
      'd! KALLOS_INPUT_EMPTY',
      'a#2: index.html',
    ]);
    expect((items[1] as { error: Error }).error.message).toMatch(/^Line 2 of rows\.jsonl is not JSON/);
    expect(items[0]).toMatchObject({
      brief: { prompt: 'A poster' },
      artifact: { kind: 'poster', prompt: 'A poster' },
    });
    expect(items[2]).toMatchObject({ artifact: { kind: 'slide' }, brief: { kind: 'slide' } });
  });

  it('passes over a line that is too long', async () => {
    const long = async function* () {
      yield Buffer.from('{"id": "x", "html": "');
      for (let i = 0; i < 11; i++) yield await Promise.resolve(Buffer.alloc(1024 * 1024, 'x'));
      yield Buffer.from(`"}\n${JSON.stringify({ id: 'y', html: PAGE })}`);
    };
    expect(summary(await load(['-'], { stdin: long() }))).toEqual([
      'stdin:1! KALLOS_INPUT_JSONL',
      'y: index.html',
    ]);
  });

  it('comes through standard input too, as do pages and replies', async () => {
    const rows = JSON.stringify({ html: PAGE });
    expect(summary(await load(['-'], { stdin: stream(' \n', rows.slice(0, 9), rows.slice(9)) }))).toEqual([
      'stdin:2: index.html',
    ]);
    const tailed = PAGE.replace('</body>', '<script>"<think>"</script></body>');
    const [page] = await load(['-'], { stdin: stream(tailed.slice(0, 30), tailed.slice(30)), kind: 'game' });
    if (!page || 'error' in page) return expect.unreachable();
    expect(Buffer.from(page.artifact.files.get('index.html')!).toString()).toBe(tailed);
    expect(page.artifact.kind).toBe('game');
    const [reply] = await load(['-'], { stdin: stream(`Sure:\n${PAGE}\nBye`) });
    expect(reply).toMatchObject({ artifact: { lineOffset: 2 } });
    expect(summary(await load(['-'], { stdin: stream() }))).toEqual(['-! KALLOS_INPUT_EMPTY']);
  });
});

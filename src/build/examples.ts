import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHANNELS = fileURLToPath(new URL('../../src/channels/', import.meta.url));
const FIXTURES = ['correctness/fixtures', 'visual/sameness/fixtures'].map((folder) => join(CHANNELS, folder));

/** A file of an example; its name is null where the example is that one page. */
interface Shown {
  name: string | null;
  text: string;
}

/**
 * The examples of a check's page, from its fixtures: the first that is found and the first that is not. A fixture is a page,
 * or a folder of slides; of a second folder only what differs from the first is shown.
 *
 * @returns Markdown; "" where the check has no fixtures
 */
export async function exampleSection(id: string): Promise<string> {
  const folder = FIXTURES.map((fixtures) => join(fixtures, id)).find((each) => existsSync(each));
  if (folder === undefined) return '';
  const fixtures = await readdir(folder);
  const first = (kind: string) => fixtures.filter((name) => name.startsWith(`${kind}-`)).sort()[0];
  const bad = await readExample(folder, first('bad'));
  const good = await readExample(folder, first('good'));
  const isSeen = (file: Shown) => bad.some(({ name, text }) => name === file.name && text === file.text);
  const changed = good.filter((file) => !isSeen(file));
  const also = changed.length < good.length ? ', with these files and otherwise the same ones' : '';
  const texts = [...textOf('Found', bad), ...textOf(`Not found${also}`, changed)];
  if (texts.length === 0) return '';
  const brief = fixtures.includes('brief.json') ? await readFile(join(folder, 'brief.json'), 'utf8') : null;
  const asked = brief === null ? [] : ['With the brief:', block('json', brief)];
  return ['## Examples', ...asked, ...texts].join('\n\n');
}

async function readExample(folder: string, fixture: string | undefined): Promise<Shown[]> {
  if (fixture === undefined) return [];
  const path = join(folder, fixture);
  if (extname(fixture) !== '') return [{ name: null, text: await readFile(path, 'utf8') }];
  const names = (await readdir(path)).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(path, name), 'utf8') })));
}

function textOf(what: string, files: readonly Shown[]): string[] {
  if (files.length === 0) return [];
  const blocks = files.flatMap(({ name, text }) =>
    name === null ? [block('html', text)] : [`\`${name}\``, block(extname(name).slice(1), text)],
  );
  return [`${what}:`, ...blocks];
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trim()}\n\`\`\``;
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rubric } from '../artifact/rubric.js';
import { proposals } from '../channels/visual/rubric/testing/items.js';
import { startModelServer, type ModelServer, type Script } from '../models/testing/server.js';
import { compile, kallos } from './testing/kallos.js';

const PAGE = (words: string) =>
  `<!doctype html><html lang="en"><title>Plans</title><h1>Harbour Roasters</h1><p>${words}</p></html>`;
const SEEN = [0, 1, 2, 3].map((i) => ({
  role: i === 0 ? 'heading' : 'text',
  words: i === 0 ? 'Harbour Roastars' : '',
  parent: -1,
  left: 100,
  top: 100 + 200 * i,
  right: 700,
  bottom: 200 + 200 * i,
}));
const script: Script = ({ system }) => {
  if (system.startsWith('You read')) return { say: { elements: SEEN } };
  if (system.startsWith('You write')) return { say: { criteria: proposals(['e0']) } };
  const votes = proposals().map((_, i) => [
    `item-${i + 1}`,
    { reason: 'so it is', vote: i < 5 ? 'yes' : 'no' },
  ]);
  return { say: Object.fromEntries(votes) as unknown };
};

let cwd: string;
let server: ModelServer;
let env: Record<string, string>;
beforeAll(async () => {
  await compile();
  cwd = await mkdtemp(join(tmpdir(), 'kallos-rubric-cli-'));
  server = await startModelServer(script);
  env = {
    KALLOS_MODEL_JUDGE: `openai-compatible:m@${server.baseURL}`,
    KALLOS_ANSWERS: 'cache',
    KALLOS_ANSWERS_FOLDER: join(cwd, 'answers'),
  };
  await writeFile(join(cwd, 'a.html'), PAGE('Three plans'));
  await writeFile(join(cwd, 'b.html'), PAGE('Other plans'));
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#eee' } });
  await writeFile(join(cwd, 'mockup.png'), await picture.png().toBuffer());
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(cwd, { recursive: true, force: true });
});

it('writes a rubric from a prompt and a picture, and has pages judged by it', async () => {
  const args = [
    'rubric',
    'make',
    'A page for Harbour Roasters',
    '--reference',
    'mockup.png',
    '-o',
    'rubric.json',
  ];
  expect(await kallos(args, { cwd, env })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('10 items in rubric.json') as string,
  });
  const rubric = JSON.parse(await readFile(join(cwd, 'rubric.json'), 'utf8')) as Rubric;
  expect(rubric.elements).toMatchObject([{ id: 'e0', role: 'heading', text: 'Harbour Roasters' }]);

  const judge = ['rubric', 'judge', 'a.html', 'b.html', '--rubric', 'rubric.json', '--samples', '1'];
  const { code, stdout } = await kallos(judge, { cwd, env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/a\.html {2}0\.\d{3}/);
  expect(stdout).toContain('1.00  item-1 (essential)  yes: so it is');
  expect(stdout).toContain('item-1 tells nothing: all 2 pages have the best vote.');

  const sent = server.asked.length;
  const score = [
    'score',
    'a.html',
    '--rubric',
    'rubric.json',
    '--samples',
    '1',
    '--channels',
    'visual',
    '--format',
    'json',
  ];
  const verdict = JSON.parse((await kallos(score, { cwd, env })).stdout) as unknown;
  expect(JSON.stringify(verdict)).toContain('"rubric/item-1"');
  expect(server.asked).toHaveLength(sent);
});

it('names what is wrong in a file that was edited by hand', async () => {
  await writeFile(join(cwd, 'broken.json'), '{"criteria": [{"name": "a", "text": "b", "weigth": 1}]}');
  const { code, stderr } = await kallos(['rubric', 'judge', 'a.html', '--rubric', 'broken.json'], {
    cwd,
    env,
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/KALLOS_RUBRIC: .*weigth/s);
});

it('needs a model, and a judge that asks', async () => {
  const none = { ...env, KALLOS_MODEL_JUDGE: '' };
  const { code, stderr } = await kallos(['rubric', 'make', 'A page'], { cwd, env: none });
  expect(code).toBe(2);
  expect(stderr).toMatch(/KALLOS_(CONFIG|USAGE)/);
  const both = await kallos(['score', 'a.html', '--rubric', 'rubric.json', '--judge', 'embedded'], {
    cwd,
    env,
  });
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('KALLOS_USAGE') as string });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColumnChoice } from './columns.js';
import { readRatings } from './read.js';
import { isConnected, strengths } from './strengths.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-ratings-'));
  for (const name of ['a.png', 'b.webp', 'c.html']) await writeFile(join(folder, name), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(csv: string, chosen?: ColumnChoice) {
  await writeFile(join(folder, 'ratings.csv'), csv);
  return readRatings(join(folder, 'ratings.csv'), chosen);
}

describe('scores', () => {
  it('finds columns by their names and files beside the CSV, and takes the mean of several ratings', async () => {
    const set = await read('image,mean_score\na.png,3\nb,5\na.png,4\ngone.png,1\n');
    expect(set).toMatchObject({ kind: 'scores', ratings: [3.5, 5, 1], answers: null });
    expect(set.things.map(({ path }) => path)).toEqual([join(folder, 'a.png'), join(folder, 'b.webp'), null]);
  });

  it('reads semicolons, quotes, a byte order mark, and rows without a score', async () => {
    const set = await read('\uFEFF"Page";"Rating"\r\n"c.html";"2"\r\na.png;\r\n');
    expect(set).toMatchObject({ ratings: [2], things: [{ name: 'c.html' }] });
  });

  it('takes the scores of another judge from a column', async () => {
    const set = await read('picture,score,gpt\na.png,3,70\na.png,3,80\nb.webp,4,\n', { scores: 'gpt' });
    expect(set).toMatchObject({ answers: [[70, 80], []] });
  });
});

describe('pairs', () => {
  it.each([
    ['sides', 'left,right,choice\na,b,left\nb,c,tie\na,c,right\n'],
    ['numbers', 'image1,image2,label\na,b,1\nb,c,0\na,c,2\n'],
    ['names', 'left,right,winner\na,b,a\nb,c,tie\na,c,c\n'],
    ['counts', 'im1,im2,w1,w2\na,b,1,0\nb,c,0,0\na,c,0,1\n'],
  ])('reads choices by %s', async (_, csv) => {
    const set = await read(csv);
    expect(set).toMatchObject({
      kind: 'pairs',
      votes: [
        { left: 0, right: 1, leftWins: 1, rightWins: 0 },
        { left: 1, right: 2, leftWins: 0, rightWins: 0 },
        { left: 0, right: 2, leftWins: 0, rightWins: 1 },
      ],
    });
  });

  it('gives names the right of way where names are numbers', async () => {
    const set = await read('left,right,choice\n2,1,1\n1,3,3\n');
    expect(set).toMatchObject({ votes: [{ rightWins: 1 }, { rightWins: 1 }] });
  });
});

it.each<[string, string, ColumnChoice | undefined, RegExp]>([
  ['no column of scores', 'image,size\na.png,3\n', undefined, /No column tells the score.*"image", "size"/],
  ['no choice', 'left,right\na,b\n', undefined, /which of the two was chosen/],
  ['a column that is not there', 'image,score\na.png,3\n', { score: 'rating' }, /no column "rating"/],
  [
    'a score that is no number',
    'image,score\na.png,3\nb.webp,good\n',
    undefined,
    /Line 3.*"good" is no number/,
  ],
  ['a choice that says nothing', 'left,right,choice\na,b,maybe\n', undefined, /Line 2.*"maybe"/],
  ['a picture against itself', 'left,right,choice\na,a,left\n', undefined, /both sides/],
  ['no rows', 'image,score\n', undefined, /no rows/],
])('refuses %s', async (_, csv, chosen, message) => {
  await expect(read(csv, chosen)).rejects.toMatchObject({
    code: 'KALLOS_RATINGS',
    message: expect.stringMatching(message) as string,
  });
});

describe('strengths', () => {
  const vote = (left: number, right: number, leftWins: number, rightWins: number) => ({
    left,
    right,
    leftWins,
    rightWins,
    ties: 0,
    answer: null,
  });

  it('come back from votes that were drawn with them', () => {
    const truth = [-1, -0.3, 0.2, 1.1];
    const votes = truth.flatMap((a, i) =>
      truth.slice(0, i).map((b, j) => vote(i, j, 4000 / (1 + Math.exp(b - a)), 4000 / (1 + Math.exp(a - b)))),
    );
    strengths(4, votes).forEach((value, i) => expect(value).toBeCloseTo(truth[i]!, 2));
  });

  it('can be compared only where votes connect them', () => {
    expect(isConnected(4, [vote(0, 1, 1, 0), vote(2, 3, 1, 0)])).toBe(false);
    expect(isConnected(4, [vote(0, 1, 1, 0), vote(2, 3, 1, 0), vote(1, 2, 1, 0)])).toBe(true);
  });
});

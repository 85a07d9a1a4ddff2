import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { KallosError } from '../../errors.js';
import { findColumns, type ColumnChoice, type Columns } from './columns.js';

/** A picture or page that people rated. */
export interface RatedThing {
  /** As the file calls it. */
  name: string;
  /** Where it lies; null when there is no such file. */
  path: string | null;
}

export type Choice = 'left' | 'right' | 'tie';

/** What people said of two things, by index; the counts may be those of many people. */
export interface Vote {
  left: number;
  right: number;
  leftWins: number;
  rightWins: number;
  ties: number;
  /** What another judge said of the pair. */
  answer: Choice | null;
}

/** What people said of pictures or pages. */
export type RatedSet = { things: RatedThing[] } & (
  | {
      kind: 'scores';
      /** One a thing; the mean where it was rated several times. */
      ratings: number[];
      /** What another judge said, every time it was asked; null without a column of such scores. */
      answers: number[][] | null;
    }
  | { kind: 'pairs'; votes: Vote[]; answered: boolean }
);

const EXTENSIONS = ['.png', '.webp', '.jpg', '.jpeg', '.avif', '.html', '.htm', '.svg'];

/**
 * Reads a rated set from CSV (comma, semicolon or tab), with a header. Paths are relative to the file; an extension may
 * be left out. Rows without a score or a choice are passed over.
 *
 * @throws KallosError KALLOS_INPUT_MISSING when there is no such file, KALLOS_RATINGS when it is no rated set
 */
export async function readRatings(file: string, chosen: ColumnChoice = {}): Promise<RatedSet> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new KallosError('KALLOS_INPUT_MISSING', `${file} cannot be read.`, 'Give the path of a CSV file.', {
      cause,
    });
  });
  const { header, rows } = await parse(text, file);
  const columns = findColumns(header, chosen);
  const folder = dirname(resolve(file));
  return columns.kind === 'scores' ? scoresOf(rows, columns, folder) : pairsOf(rows, columns, folder);
}

interface Row {
  cells: string[];
  line: number;
}

async function parse(text: string, file: string): Promise<{ header: string[]; rows: Row[] }> {
  const { parse: parseCsv } = await import('csv-parse/sync');
  const [first = ''] = text.split('\n');
  const delimiter = [',', ';', '\t'].sort((a, b) => first.split(b).length - first.split(a).length)[0]!;
  try {
    const records = parseCsv(text, { bom: true, delimiter, trim: true, skip_empty_lines: true, info: true });
    const all = (records as unknown as { record: string[]; info: { lines: number } }[]).map(
      ({ record, info }) => ({ cells: record, line: info.lines }),
    );
    const [head, ...rows] = all;
    if (!head || rows.length === 0) throw new Error('it has no rows');
    return { header: head.cells, rows };
  } catch (cause) {
    throw new KallosError(
      'KALLOS_RATINGS',
      `${file} is no CSV: ${(cause as Error).message}.`,
      'Its first line names the columns, e.g. picture,score.',
      { cause },
    );
  }
}

/** Gives each name one place in a list, and finds its file. */
class Things {
  readonly all: RatedThing[] = [];
  readonly #known = new Map<string, number>();

  constructor(readonly folder: string) {}

  indexOf(name: string): number {
    let index = this.#known.get(name);
    if (index === undefined) {
      index = this.all.push({ name, path: this.#find(name) }) - 1;
      this.#known.set(name, index);
    }
    return index;
  }

  #find(name: string): string | null {
    const path = resolve(this.folder, name);
    const candidates = extname(name) === '' ? EXTENSIONS.map((extension) => path + extension) : [path];
    return candidates.find((each) => existsSync(each)) ?? null;
  }
}

function scoresOf(
  rows: readonly Row[],
  columns: Extract<Columns, { kind: 'scores' }>,
  folder: string,
): RatedSet {
  const things = new Things(folder);
  const sums: { sum: number; count: number }[] = [];
  const answers: number[][] = [];
  for (const { cells, line } of rows) {
    const [name, score] = [cells[columns.picture]!, cells[columns.score]!];
    if (name === '' || score === '') continue;
    const i = things.indexOf(name);
    const sum = (sums[i] ??= { sum: 0, count: 0 });
    sum.sum += number(score, 'score', line);
    sum.count++;
    const answer = columns.answers === null ? '' : cells[columns.answers]!;
    (answers[i] ??= []).push(...(answer === '' ? [] : [number(answer, 'score of the judge', line)]));
  }
  const ratings = sums.map(({ sum, count }) => sum / count);
  return { kind: 'scores', things: things.all, ratings, answers: columns.answers === null ? null : answers };
}

function pairsOf(
  rows: readonly Row[],
  columns: Extract<Columns, { kind: 'pairs' }>,
  folder: string,
): RatedSet {
  const things = new Things(folder);
  const { votes: from, answers } = columns;
  const readChoice = 'choice' in from ? chooser(rows, from.choice, columns) : null;
  const readAnswer = answers === null ? null : chooser(rows, answers, columns);
  const votes = rows.flatMap((row): Vote[] => {
    const { cells, line } = row;
    const [left, right] = [cells[columns.left]!, cells[columns.right]!];
    if (left === '' || right === '') return [];
    if (left === right) throw wrong(line, `"${left}" stands on both sides`);
    let wins: Pick<Vote, 'leftWins' | 'rightWins' | 'ties'>;
    if ('choice' in from) {
      const choice = readChoice!(row);
      if (choice === null) return [];
      wins = {
        leftWins: Number(choice === 'left'),
        rightWins: Number(choice === 'right'),
        ties: Number(choice === 'tie'),
      };
    } else {
      const [leftWins, rightWins] = [from.leftWins, from.rightWins].map((at) =>
        number(cells[at]!, 'count', line),
      );
      wins = { leftWins: leftWins!, rightWins: rightWins!, ties: 0 };
    }
    return [
      {
        left: things.indexOf(left),
        right: things.indexOf(right),
        ...wins,
        answer: readAnswer?.(row) ?? null,
      },
    ];
  });
  return { kind: 'pairs', things: things.all, votes, answered: answers !== null };
}

const LEFT = ['left', 'l', 'a', '1', 'first'];
const RIGHT = ['right', 'r', 'b', '2', 'second'];
const TIE = ['tie', 'equal', 'same', 'draw', 'both', 'neither', '0', '='];

/**
 * Reads a column of choices. It may name the side (left, a, 1, first) or the picture; a column in which every word is one of the
 * two pictures of its row names pictures.
 */
function chooser(
  rows: readonly Row[],
  column: number,
  { left, right }: { left: number; right: number },
): (row: Row) => Choice | null {
  const word = ({ cells }: Row) => cells[column]!;
  const isTie = (row: Row) => TIE.includes(word(row).toLowerCase());
  const names = rows.every(
    (row) => word(row) === '' || isTie(row) || [row.cells[left], row.cells[right]].includes(word(row)),
  );
  return (row) => {
    const said = word(row).toLowerCase();
    if (said === '') return null;
    if (names && word(row) === row.cells[left]) return 'left';
    if (names && word(row) === row.cells[right]) return 'right';
    if (isTie(row)) return 'tie';
    if (LEFT.includes(said)) return 'left';
    if (RIGHT.includes(said)) return 'right';
    throw wrong(row.line, `"${word(row)}" is neither left, right, tie nor one of the two pictures`);
  };
}

function number(text: string, what: string, line: number): number {
  const value = Number(text);
  if (text !== '' && Number.isFinite(value)) return value;
  throw wrong(line, `the ${what} "${text}" is no number`);
}

function wrong(line: number, what: string): KallosError {
  return new KallosError(
    'KALLOS_RATINGS',
    `Line ${line} of the ratings: ${what}.`,
    'Correct the line, or name the right columns: kallos judge audit --help',
  );
}

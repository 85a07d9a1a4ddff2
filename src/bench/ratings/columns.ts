import { KallosError } from '../../errors.js';

/** Names under which the columns of a rated set go, lower case, without signs. The first that is there is taken. */
const NAMES = {
  picture: [
    'picture',
    'image',
    'page',
    'screenshot',
    'file',
    'filename',
    'path',
    'html',
    'website',
    'img',
    'name',
  ],
  score: [
    'score',
    'rating',
    'meanscore',
    'meanrating',
    'mean',
    'appeal',
    'humanscore',
    'human',
    'mos',
    'preference',
  ],
  left: [
    'left',
    'a',
    'first',
    'image1',
    'picture1',
    'page1',
    'im1',
    'imagea',
    'picturea',
    'pagea',
    'leftimage',
  ],
  right: [
    'right',
    'b',
    'second',
    'image2',
    'picture2',
    'page2',
    'im2',
    'imageb',
    'pictureb',
    'pageb',
    'rightimage',
  ],
  choice: ['choice', 'winner', 'preferred', 'vote', 'label', 'better', 'answer'],
  leftWins: ['leftwins', 'leftvotes', 'winsleft', 'votesleft', 'wins1', 'votes1', 'w1', 'winsa', 'votesa'],
  rightWins: [
    'rightwins',
    'rightvotes',
    'winsright',
    'votesright',
    'wins2',
    'votes2',
    'w2',
    'winsb',
    'votesb',
  ],
} as const;
export type ColumnRole = keyof typeof NAMES;

/** Columns that the user named, by role; the others are found by their names. */
export type ColumnChoice = Partial<
  Record<'picture' | 'score' | 'left' | 'right' | 'choice' | 'scores', string>
>;

/** Where the columns of a rated set stand. `answers` holds what another judge said. */
export type Columns =
  | { kind: 'scores'; picture: number; score: number; answers: number | null }
  | {
      kind: 'pairs';
      left: number;
      right: number;
      votes: { choice: number } | { leftWins: number; rightWins: number };
      answers: number | null;
    };

/**
 * Finds the columns of a rated set: a picture and its score, or two pictures and the choice between them (or how often
 * each was chosen).
 *
 * @throws KallosError KALLOS_RATINGS naming what was looked for and what is there
 */
export function findColumns(header: readonly string[], chosen: ColumnChoice): Columns {
  const plain = header.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  const named = (role: keyof ColumnChoice): number | null => {
    const name = chosen[role];
    if (name === undefined) return null;
    const at = header.indexOf(name);
    if (at >= 0) return at;
    throw new KallosError(
      'KALLOS_RATINGS',
      `There is no column "${name}" (--${role}).`,
      `The columns are ${list(header)}.`,
    );
  };
  const found = (role: ColumnRole): number | null => {
    const at = NAMES[role].map((name) => plain.indexOf(name)).find((each) => each >= 0);
    return at ?? null;
  };
  const column = (role: ColumnRole) => (role in chosen ? named(role as keyof ColumnChoice) : found(role));
  const answers = named('scores');
  const [left, right] = [column('left'), column('right')];
  if (left !== null && right !== null) {
    const choice = column('choice');
    const [leftWins, rightWins] = [found('leftWins'), found('rightWins')];
    if (choice !== null) return { kind: 'pairs', left, right, votes: { choice }, answers };
    if (leftWins !== null && rightWins !== null)
      return { kind: 'pairs', left, right, votes: { leftWins, rightWins }, answers };
    throw missing('which of the two was chosen', 'choice', header);
  }
  const picture = column('picture');
  const score = column('score');
  if (picture === null) throw missing('the picture or page', 'picture', header);
  if (score === null) throw missing('the score', 'score', header);
  return { kind: 'scores', picture, score, answers };
}

function missing(what: string, role: 'picture' | 'score' | 'choice', header: readonly string[]): KallosError {
  return new KallosError(
    'KALLOS_RATINGS',
    `No column tells ${what}: the columns are ${list(header)}.`,
    `Name it with --${role}, or call it "${NAMES[role][0]}". Pairs have the columns left, right and choice.`,
  );
}

const list = (header: readonly string[]) => header.map((name) => `"${name}"`).join(', ');

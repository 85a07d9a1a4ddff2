import type { LivePage, Schedule } from '../../../render/probe/live-page.js';
import type { Point } from '../../../render/probe/input.js';
import type { Path } from '../../../render/probe/path.js';
import type { Deed, Probe } from '../trace.js';

/** One thing to do on a page. */
export interface Act {
  deed: Deed;
  /** Where to; null for what goes to whatever has the focus. */
  path: Path | null;
  /** Where something is dropped; null for a little aside. */
  to?: Path | null;
  /** Where on it the mouse goes, in px from its middle; null for where it is met. */
  off?: Point;
  /** Of waiting: true when the other run does not wait too, so that what time does is what differs. */
  unshared?: true;
}

/** A question put to the page: what is done in both runs, and what in one of them only. */
export interface Question {
  asks: Probe['asks'];
  /** Done in both runs before. */
  before: Act[];
  /** Done in one run. */
  acts: Act[];
  /** Done in both runs afterwards: what shows by the next thing only, as a colour does by the next stroke. */
  after?: Act[];
  /** Ms that an answer may take. */
  patience: 'quick' | 'slow';
  /** True when the mouse rests on the control in both runs, so that what it does by hovering is not taken for an answer. */
  hovers: boolean;
  /** The window is scrolled back before the last look: what scrolls by the browser alone is no answer. */
  returns?: true;
}

/** Key frames: a game hears a key for six ticks at least. */
const TICK_MS = 16;
const HOLD_TICKS = 8;
const DRAG_STEPS = 5;
const WAIT_STEP_MS = 125;
/** The beginning of a longer wait is lived frame by frame: what moves by frames is slowed down by longer steps. */
const FRAME_BY_FRAME_MS = 5000;
/** Steps in which what scrolls into view reveals itself. */
const ARRIVAL: Schedule = [16, 109, 125, 125, 125];
const BREATH: Schedule = [16, 16];

/** Where the mouse and the keys can't be brought to. */
export class UnreachableError extends Error {
  constructor(
    readonly reason: 'covered' | 'out-of-reach' | 'gone' | 'native-popup',
    message: string,
  ) {
    super(message);
  }
}

/** Brings an element into reach and returns the point at which the mouse meets it, or something in front of it that is not seen. */
export async function reach(page: LivePage, path: Path): Promise<Point> {
  return (await met(page, path)).point;
}

/** {@link reach}, and what takes a click in the place of the element: null where it takes it itself. */
export async function met(page: LivePage, path: Path): Promise<{ point: Point; by: string | null }> {
  let aim = await page.aim(path);
  if (aim.found && !aim.point) {
    const { covered } = aim;
    await page.reach(path);
    await page.pass(ARRIVAL);
    aim = await page.aim(path);
    if (aim.found && aim.missed) return aim.missed;
    if (aim.found && !aim.point) {
      const isCovered = covered || aim.covered;
      throw new UnreachableError(
        isCovered ? 'covered' : 'out-of-reach',
        isCovered ? 'something else lies over it' : 'it cannot be scrolled into view',
      );
    }
  }
  if (!aim.found || !aim.point) throw new UnreachableError('gone', 'it is not on the page any more');
  return { point: aim.point, by: null };
}

/**
 * Brings the focus to an element. Who wants to use a field clicks it first: where something unseen takes that click, the focus goes to
 * wherever it leads, and this is false.
 */
async function enter(page: LivePage, path: Path): Promise<boolean> {
  const { point, by } = await met(page, path);
  if (by === null) await page.focus(path);
  else await page.click(point);
  return by === null;
}

/** Does one thing. */
export async function perform(page: LivePage, { deed, path, to, off }: Act): Promise<void> {
  const what = deed.what ?? '';
  const place = async (): Promise<Point> => {
    const [x, y] = await reach(page, path!);
    return off ? [x + off[0], y + off[1]] : [x, y];
  };
  switch (deed.do) {
    case 'click':
      return page.click(await place());
    case 'hover':
      return page.hover(await place());
    case 'focus':
      await enter(page, path!);
      return;
    case 'press':
      for (const key of what.split(' + ')) await page.press(key === 'Space' ? ' ' : key);
      return;
    case 'hold':
      for (const key of what.split(' + ')) {
        const name = key === 'Space' ? ' ' : key;
        await page.keyDown(name);
        await page.pass(Array.from({ length: HOLD_TICKS }, () => TICK_MS));
        await page.keyUp(name);
        await page.pass([TICK_MS]);
      }
      return;
    case 'type':
      if (path === null || (await enter(page, path))) await page.selectAll();
      return page.type(what);
    case 'wheel':
      return page.wheel(path ? await reach(page, path) : middleOf(page.viewport.size), Number(what), TICK_MS);
    case 'wait':
      await page.pass(stepsOf(Number(what)));
      return;
    case 'drag': {
      const from = await reach(page, path!);
      const target = to ? await page.aim(to) : null;
      const aside = asideOf(from, page.viewport.size, what);
      const end = target?.found && target.point ? farSideOf(target.box, from, page.viewport.size) : aside;
      await page.drag(pointsBetween(from, end), TICK_MS);
    }
  }
}

const middleOf = ([width, height]: readonly [number, number]): Point => [width / 2, height / 2];

/** Steps in which so many ms pass. */
function stepsOf(ms: number): Schedule {
  const frames = ms > FRAME_BY_FRAME_MS ? Math.ceil(FRAME_BY_FRAME_MS / TICK_MS) : 0;
  const rest = Math.ceil((ms - frames * TICK_MS) / WAIT_STEP_MS);
  return [
    ...Array.from({ length: frames }, () => TICK_MS),
    ...Array.from({ length: rest }, () => WAIT_STEP_MS),
  ];
}

/** A point 160 px beside another one, inside the viewport. */
function asideOf([x, y]: Point, [width, height]: readonly [number, number], what: string): Point {
  const dx = x + 160 < width ? 160 : -160;
  const dy = what === 'down' ? (y + 120 < height ? 120 : -120) : 20;
  return [x + dx, y + dy];
}

/**
 * The point of a box three quarters along the way through it: half of it is where many lists change places, and exactly there it is
 * chance on which side something falls.
 */
function farSideOf(
  [left, top, width, height]: readonly [number, number, number, number],
  [x, y]: Point,
  [right, bottom]: readonly [number, number],
): Point {
  const middle: Point = [left + width / 2, top + height / 2];
  const [dx, dy] = [middle[0] - x, middle[1] - y];
  const end: Point =
    Math.abs(dx) > Math.abs(dy)
      ? [middle[0] + (Math.sign(dx) * width) / 4, middle[1]]
      : [middle[0], middle[1] + (Math.sign(dy) * height) / 4];
  return [Math.min(Math.max(end[0], 0), right - 1), Math.min(Math.max(end[1], 0), bottom - 1)];
}

function pointsBetween([x, y]: Point, [toX, toY]: Point): Point[] {
  return Array.from({ length: DRAG_STEPS + 1 }, (_, i): Point => {
    const share = i / DRAG_STEPS;
    return [x + (toX - x) * share, y + (toY - y) * share];
  });
}

/** Ticks that pass while the same thing is done in the other run, so that both live equally long. */
export async function wait(page: LivePage, { deed, unshared }: Act): Promise<void> {
  if (unshared) return;
  if (deed.do === 'hold') {
    for (let i = 0; i < deed.what!.split(' + ').length; i++) {
      await page.pass(Array.from({ length: HOLD_TICKS }, () => TICK_MS));
      await page.pass([TICK_MS]);
    }
  }
  if (deed.do === 'wheel') await page.pass([TICK_MS, TICK_MS]);
  if (deed.do === 'wait') await page.pass(stepsOf(Number(deed.what)));
  if (deed.do === 'drag') await page.pass(Array.from({ length: DRAG_STEPS }, () => TICK_MS));
}

export const PAUSE: Schedule = BREATH;

/** Steps after an action up to the first look: short messages show by then. */
export const QUICK: Schedule = [16, 16, 16, 16, 16, 20];
/** Steps from there to the last look: transitions and scrolling end, answers that are put off by a second come. */
export const SETTLING: Record<Question['patience'], Schedule> = {
  quick: [25, 125, 125, 125, 125, 125, 125, 125, 125, 125],
  slow: [25, ...Array.from({ length: 22 }, () => 125)],
};

import type { CdpSession } from '../page/cdp.js';

/** CSS px from the top left of the viewport. */
export type Point = readonly [number, number];

const LEFT = 1;

/**
 * Moves the mouse to a point, presses and releases. Sent without waiting in between, and awaited together: an answer to the press may
 * need the release.
 */
export async function click(session: CdpSession, point: Point): Promise<void> {
  await Promise.all([
    mouse(session, 'mouseMoved', point),
    mouse(session, 'mousePressed', point, { button: 'left', buttons: LEFT, clickCount: 1 }),
    mouse(session, 'mouseReleased', point, { button: 'left', clickCount: 1 }),
  ]);
}

/** Moves the mouse to a point. The release, of no button, has the move answered without a frame. */
export async function hover(session: CdpSession, point: Point): Promise<void> {
  await Promise.all([
    mouse(session, 'mouseMoved', point),
    mouse(session, 'mouseReleased', point, { button: 'none' }),
  ]);
}

type MouseType = 'mouseMoved' | 'mousePressed' | 'mouseReleased';

/** One event of the mouse. */
export function mouse(
  session: CdpSession,
  type: MouseType,
  [x, y]: Point,
  more: { button?: 'left' | 'none'; buttons?: number; clickCount?: number } = {},
): Promise<unknown> {
  return session.send('Input.dispatchMouseEvent', { type, x, y, ...more });
}

/** Holds the left button down while the mouse goes from one point to the next, with `between` after each move. */
export async function drag(
  session: CdpSession,
  points: readonly Point[],
  between: () => Promise<void>,
): Promise<void> {
  const [first] = points;
  await Promise.all([
    mouse(session, 'mouseMoved', first!),
    mouse(session, 'mousePressed', first!, { button: 'left', buttons: LEFT, clickCount: 1 }),
  ]);
  for (const point of points.slice(1)) {
    // A move is answered with the next frame.
    const moved = mouse(session, 'mouseMoved', point, { button: 'left', buttons: LEFT });
    await between();
    await moved;
  }
  await mouse(session, 'mouseReleased', points.at(-1)!, { button: 'left', clickCount: 1 });
}

/** Keys by their DOM names, with what the browser needs to know of each: its code number and the text that it types. */
const KEYS: Readonly<Record<string, { code: string; number: number; text?: string }>> = {
  Enter: { code: 'Enter', number: 13, text: '\r' },
  Escape: { code: 'Escape', number: 27 },
  Tab: { code: 'Tab', number: 9 },
  Backspace: { code: 'Backspace', number: 8 },
  ' ': { code: 'Space', number: 32, text: ' ' },
  ArrowLeft: { code: 'ArrowLeft', number: 37 },
  ArrowUp: { code: 'ArrowUp', number: 38 },
  ArrowRight: { code: 'ArrowRight', number: 39 },
  ArrowDown: { code: 'ArrowDown', number: 40 },
};

/** Bits by which the browser is told what is held (CDP, Input.dispatchKeyEvent). */
const HELD: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

/** A key as `keydown` names it: "Enter", "ArrowLeft", " ", or a character; with what is held: "Control+k". */
export async function keyDown(session: CdpSession, key: string): Promise<void> {
  const { text, ...event } = describe(key);
  await session.send('Input.dispatchKeyEvent', {
    type: text === undefined ? 'rawKeyDown' : 'keyDown',
    ...event,
    ...(text !== undefined && { text }),
  });
}

/** Lets a key go. */
export async function keyUp(session: CdpSession, key: string): Promise<void> {
  const { key: name, code, windowsVirtualKeyCode, modifiers } = describe(key);
  await session.send('Input.dispatchKeyEvent', {
    type: 'keyUp',
    key: name,
    code,
    windowsVirtualKeyCode,
    modifiers,
  });
}

/** Presses a key and lets it go. */
export async function press(session: CdpSession, key: string): Promise<void> {
  await Promise.all([keyDown(session, key), keyUp(session, key)]);
}

interface KeyEvent {
  key: string;
  code: string;
  windowsVirtualKeyCode: number;
  modifiers: number;
  text?: string;
}

function describe(pressed: string): KeyEvent {
  const [, held, own] = /^(Alt|Control|Meta|Shift)\+(.+)$/.exec(pressed) ?? [];
  const key = own ?? pressed;
  const modifiers = held === undefined ? 0 : HELD[held]!;
  // With these held nothing is typed.
  const isTyped = modifiers === 0 || held === 'Shift';
  const known = KEYS[key];
  if (known) {
    const { code, number, text } = known;
    return {
      key,
      code,
      windowsVirtualKeyCode: number,
      modifiers,
      ...(isTyped && text !== undefined && { text }),
    };
  }
  const upper = key.toUpperCase();
  const code = /^[A-Z]$/.test(upper) ? `Key${upper}` : /^\d$/.test(key) ? `Digit${key}` : '';
  // Numbers of other characters are those of other keys: 46 is a full stop, and Delete.
  const windowsVirtualKeyCode = code === '' ? 0 : upper.charCodeAt(0);
  return { key, code, windowsVirtualKeyCode, modifiers, ...(isTyped && { text: key }) };
}

/** Types a text into whatever has the focus, key by key, so that whoever listens to keys or to input hears of each. */
export async function type(session: CdpSession, text: string): Promise<void> {
  for (const char of text) await press(session, char);
}

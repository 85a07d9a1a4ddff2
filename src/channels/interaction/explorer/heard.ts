import type { Layout } from '../../../render/capture.js';
import { isGuard, type Clues } from '../../../render/probe/clues.js';
import type { Look } from '../../../render/probe/look.js';
import { nodeAt } from '../../../render/probe/path.js';
import type { ControlKind } from '../trace.js';
import { ACTIVATING } from './kinds.js';

/** What a page listens to, by the elements of its layout. */
export interface Heard {
  /** Types of events, on the element itself or handled for it further up. */
  events: ReadonlyMap<number, ReadonlySet<string>>;
  /** Where the functions stand that hear of its being activated. */
  places: ReadonlyMap<number, readonly string[]>;
  /** Whether the whole page, or a drawing, listens to these. */
  mouse: boolean;
  keys: boolean;
  wheel: boolean;
  /** Sources of the functions that hear keys wherever the focus is. */
  keyCode: readonly string[];
}

/** Events of the mouse and its kin. */
export const MOUSE = /^(mouse|pointer|touch|click|drag)/;
const KEY = /^key(down|up|press)$/;
const WHOLE = /^(#document|html|body)$/;

/** Lays what a page listens to beside its layout. */
export function heardIn({ draft: { layout, backendIds } }: Look, { listening, handled }: Clues): Heard {
  const indexes = new Map(backendIds.map((id, i) => [id, i]));
  const events = new Map<number, Set<string>>();
  const places = new Map<number, string[]>();
  const keyCode = listening.window.flatMap(({ type, code }) => (KEY.test(type) ? code : []));
  let mouse = listening.window.some(({ type }) => MOUSE.test(type));
  let keys = keyCode.length > 0;
  const add = (at: number, type: string) => events.set(at, (events.get(at) ?? new Set()).add(type));
  for (const { backendId, type, place, code } of listening.elements) {
    const at = indexes.get(backendId);
    if (at === undefined || isGuard(code)) continue;
    add(at, type);
    if (ACTIVATING.has(type)) places.set(at, [...(places.get(at) ?? []), place]);
    const { name } = layout.nodes[at]!;
    if (!WHOLE.test(name) && name !== 'canvas') continue;
    mouse ||= MOUSE.test(type);
    keys ||= KEY.test(type);
    if (KEY.test(type) && WHOLE.test(name)) keyCode.push(code);
  }
  for (const { path, types } of handled) {
    const at = nodeAt(layout, path);
    if (at >= 0) for (const type of types) add(at, type);
  }
  return {
    events,
    places,
    mouse,
    keys,
    wheel: listening.window.some(({ type }) => type === 'wheel'),
    keyCode,
  };
}

/** True when an element around it, short of the whole page, listens to clicks. */
export function isDelegated(
  { nodes }: Layout,
  events: ReadonlyMap<number, ReadonlySet<string>>,
  i: number,
): boolean {
  for (let at = nodes[i]!.parent; at >= 0; at = nodes[at]!.parent) {
    if (WHOLE.test(nodes[at]!.name)) return false;
    if ([...(events.get(at) ?? [])].some((type) => ACTIVATING.has(type))) return true;
  }
  return false;
}

const DRAGGING = /^(drag|drop|mousedown|pointerdown|touchstart)/;

/**
 * True when something further up, the window included, listens to what a control of that kind is for, and may mean whatever lies in it.
 * Whom a framework or a selector hands clicks on to is known (`isKnown`): the others are not meant.
 */
export function isHeardAbove(
  { nodes }: Layout,
  events: ReadonlyMap<number, ReadonlySet<string>>,
  window: readonly string[],
  i: number,
  kind: ControlKind,
  isKnown: boolean,
): boolean {
  const isDrawing = kind === 'canvas' || kind === 'game';
  const hears = (type: string) =>
    kind === 'drag'
      ? DRAGGING.test(type)
      : isDrawing
        ? MOUSE.test(type) || KEY.test(type)
        : !isKnown && ACTIVATING.has(type);
  if (window.some(hears)) return true;
  for (let at = nodes[i]!.parent; at >= 0; at = nodes[at]!.parent)
    if ([...(events.get(at) ?? [])].some(hears)) return true;
  return false;
}

/**
 * True of a drawing that wants to be clicked or drawn on. One that follows the mouse without a sign of it, as charts do for their
 * tooltips, has told nobody.
 */
export function isMeantForMouse({ nodes, styles }: Layout, i: number, own: ReadonlySet<string>): boolean {
  const cursor = styles[nodes[i]!.style]?.['cursor'] ?? 'auto';
  const follows = own.has('mousemove') || own.has('pointermove');
  // A frame around a drawing is given all events there are.
  const isPressed = nodes[i]!.name === 'canvas' && (own.has('mousedown') || own.has('pointerdown'));
  return !follows || isPressed || !/^(auto|default)$/.test(cursor);
}

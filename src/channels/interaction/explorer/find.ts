import { reachableBoxOf } from '../../../graph/clip.js';
import { area, union } from '../../../graph/geometry.js';
import { selectorOf } from '../../../graph/selector.js';
import { isReachable } from '../../../graph/visibility.js';
import type { Box, Layout } from '../../../render/capture.js';
import type { Clues } from '../../../render/probe/clues.js';
import type { Look } from '../../../render/probe/look.js';
import { nodeAt, pathOf, type Path } from '../../../render/probe/path.js';
import { withLabels } from '../oracle/labels.js';
import type { Control } from '../trace.js';
import { endlessOf } from './endless.js';
import { heardIn, isDelegated, isHeardAbove, isMeantForMouse, MOUSE } from './heard.js';
import { ACTIVATING, formOf, isGrabbed, kindOf } from './kinds.js';
import { asKeys, asScroll } from './of-page.js';
import { likeBound, looksPressable } from './looks.js';
import { shortcutsOf } from './shortcuts.js';
import { bindingsOf, HANDLING, hasBinding, isPointed, isSilentMenu, roleOf, signOf } from './signs.js';
import { nameOf } from './texts.js';
import { unreadIn } from './unread.js';

/** A control that was found, with the way to it. */
export interface Found {
  control: Omit<Control, 'alike' | 'weight'>;
  node: number;
  path: Path;
  disabled: boolean;
  /** Of a drawing: what it, or the page around it, listens to. */
  hears: { keys: boolean; mouse: boolean; wheel?: boolean };
  /** Of a key that the whole page listens to: as it is pressed. */
  key: string | null;
  /** Of media: nothing to be played has arrived. */
  empty: boolean;
  /** Of something that can be dragged: the nearest element that listens for drops and does not hold it. */
  drop: Path | null;
  /** What equal controls have in common. */
  likeness: string;
  /** Box in which it can be met: its own, or that of its label. */
  place: Box;
}

/** Share of the viewport from which on a bound element is taken for the root of delegation, not for a control. */
const ROOT_SHARE = 0.5;
const MIN_AREA = 16;
/** Types of events; React's root listens to about seventy, a control to a few. */
const EVERYTHING = 24;

/** Finds what can be acted on in a page at rest. */
export function findControls(look: Look, clues: Clues, game: boolean): Found[] {
  const { layout, backendIds } = look.draft;
  const { nodes } = layout;
  const heard = heardIn(look, clues);
  const { events, keys, mouse, wheel } = heard;
  const unveiling = new Set(clues.reveals.map(({ by }) => nodeAt(layout, by)));
  const first = new Map(look.state.lists.map((list) => [list.path.join(), list.first]));
  const whole = clues.listening.window.map(({ type }) => type);
  const found: Found[] = [];
  const taken = new Set<number>();
  const screen = layout.size[0] * layout.size[1];
  const pressed = new Set(clues.pressed.map((path) => nodeAt(layout, path)));
  const like = likeBound(
    layout,
    nodes.map((_, i) => [...(events.get(i) ?? [])].some((type) => ACTIVATING.has(type))),
  );
  const seems = (i: number) => like.has(i) || pressed.has(i) || looksPressable(layout, i);
  nodes.forEach((node, i) => {
    if (node.type !== 'element' || node.name.startsWith('::')) return;
    const above = nearestIn(layout, taken, node.parent);
    const own = events.get(i) ?? new Set<string>();
    // The root of a framework hears everything, for what lies in it.
    if (own.size > EVERYTHING) return;
    const spoken = clues.spoken.get(backendIds[i]!);
    const sign =
      signOf(layout, i, own, isDelegated(layout, events, i), spoken?.role ?? '') ??
      (unveiling.has(i) || isSilentMenu(layout, i) ? 'hover' : null) ??
      (seems(i) && !holdsControls(layout, i) ? 'looks' : null);
    if (sign === null) return;
    // What lies in a control belongs to it, unless it is a control by its own right.
    if (above >= 0 && sign !== 'native' && sign !== 'bound') return;
    const place = placeOf(layout, i);
    if (!place || area(place) < MIN_AREA) return;
    if (sign !== 'native' && node.name !== 'canvas' && area(place) > screen * ROOT_SHARE) return;
    if (/^(html|body|main|form|#document)$/.test(node.name)) return;
    if (
      holdsControls(layout, i) &&
      sign === 'bound' &&
      node.attributes?.['role'] === undefined &&
      !isPointed(layout, i)
    )
      return;
    // A list listens for its items, where those can be grabbed.
    if (sign === 'bound' && !own.has('click') && holdsGrabbed(layout, i)) return;
    const playful = game || keys;
    const turned = own.has('wheel') || wheel;
    if (node.name === 'canvas' && !keys && !mouse && !turned) return;
    const name = nameOf(layout, i) || (spoken?.name ?? '');
    const firstChoice = first.get(pathOf(layout, i).join()) ?? '';
    const kind =
      sign === 'hover' ? 'tooltip' : kindOf(layout, { node: i, name, events: own, playful, firstChoice });
    // What opens by hovering holds what it opens, which is acted on by itself.
    if (sign !== 'hover') taken.add(i);
    const attributes = node.attributes ?? {};
    found.push({
      control: {
        kind,
        role: roleOf(node.name, attributes, spoken?.role ?? ''),
        name,
        tag: node.name,
        selector: selectorOf(layout, i),
        box: node.box,
        source: node.source ?? null,
        bound:
          [...own].some((type) => ACTIVATING.has(type) || HANDLING.test(type)) ||
          hasBinding(attributes) ||
          isHeardAbove(layout, events, whole, i, kind, clues.handled.length > 0),
        inForm: formOf(layout, i) >= 0,
        byLabel: node.name === 'input' && !isReachable(layout, i),
        announced: kind !== 'canvas' || isMeantForMouse(layout, i, own),
        unread: false,
        target: kind === 'anchor' ? targetOf(layout, attributes['href'] ?? '') : null,
      },
      node: i,
      path: pathOf(layout, i),
      disabled: isDisabled(layout, i) || (spoken?.disabled ?? false),
      hears: { keys, mouse: mouse || [...own].some((type) => MOUSE.test(type)), wheel: turned },
      key: null,
      empty: look.state.media.some(({ path, empty }) => empty && path.join() === pathOf(layout, i).join()),
      drop: kind === 'drag' ? nearestDrop(layout, events, i) : null,
      likeness: JSON.stringify([
        kind,
        node.name,
        attributes['class'] ?? '',
        nodes[node.parent]?.attributes?.['class'] ?? '',
        heard.places.get(i) ?? [],
        bindingsOf(attributes),
      ]),
      place,
    });
  });
  for (const { control } of unreadIn(layout, found, events, whole)) control.unread = true;
  // The keys of a game are its play.
  const isGame = found.some(({ control }) => control.kind === 'game');
  const shortcuts = isGame ? [] : shortcutsOf(layout, heard.keyCode).map((one) => asKeys(layout, one));
  return [...found, ...shortcuts, ...endlessOf(layout).map((one) => asScroll(layout, one))];
}

/** By its own attribute or, as a link can be only, by its class together with a style that lets clicks through. */
function isDisabled({ nodes, styles }: Layout, i: number): boolean {
  const { attributes = {}, style } = nodes[i]!;
  return (
    attributes['disabled'] !== undefined ||
    attributes['aria-disabled'] === 'true' ||
    (/\bdisabled\b/.test(attributes['class'] ?? '') && styles[style]?.['pointer-events'] === 'none')
  );
}

function nearestDrop(
  layout: Layout,
  events: ReadonlyMap<number, ReadonlySet<string>>,
  from: number,
): Path | null {
  const above = new Set<number>();
  for (let at = from; at >= 0; at = layout.nodes[at]!.parent) above.add(at);
  const drops = [...events].flatMap(([node, types]) => {
    const isDrop = types.has('drop') || types.has('dragover');
    return isDrop && !above.has(node) && layout.nodes[node]!.type === 'element' ? node : [];
  });
  const [nearest] = drops.sort((a, b) => Math.abs(a - from) - Math.abs(b - from));
  return nearest === undefined ? null : pathOf(layout, nearest);
}

function nearestIn({ nodes }: Layout, taken: ReadonlySet<number>, from: number): number {
  let at = from;
  while (at >= 0 && !taken.has(at)) at = nodes[at]!.parent;
  return at;
}

/** True when native controls lie in an element: it listens for them, or is a card around them. */
function holdsControls({ nodes }: Layout, top: number): boolean {
  const within = new Set([top]);
  for (let i = top + 1; i < nodes.length; i++) {
    const { parent, name, attributes } = nodes[i]!;
    if (!within.has(parent)) return false;
    within.add(i);
    if (/^(button|select|textarea|input|summary)$/.test(name) || attributes?.['href'] !== undefined)
      return true;
  }
  return false;
}

/** True when what lies right in an element can be grabbed, and the element cannot. */
function holdsGrabbed(layout: Layout, top: number): boolean {
  if (isGrabbed(layout, top)) return false;
  return layout.nodes.some(
    ({ parent, type }, i) => parent === top && type === 'element' && isGrabbed(layout, i),
  );
}

/** Where a control can be met by scrolling: its own box, or that of its label where it is hidden itself. */
function placeOf(layout: Layout, i: number): Box | null {
  const boxes = withLabels(layout, i)
    .filter((at) => isReachable(layout, at))
    .map((at) => reachableBoxOf(layout, at))
    .filter((box) => box !== null);
  return union(boxes);
}

/** Where an anchor leads: to nothing, to what is on the first screen anyway, or elsewhere on the page. */
function targetOf(layout: Layout, href: string): Control['target'] {
  let id = href.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // Taken as it is written, as the browser does.
  }
  if (id.toLowerCase() === 'top') return 'near';
  const target = layout.nodes.find(
    ({ name, attributes }) => attributes?.['id'] === id || (name === 'a' && attributes?.['name'] === id),
  );
  if (!target) return 'missing';
  // On a page that fits the window everything is in view.
  const fits = layout.page[1] <= layout.size[1];
  return target.box && (fits || target.box[1] < layout.size[1] * 0.5) ? 'near' : 'away';
}

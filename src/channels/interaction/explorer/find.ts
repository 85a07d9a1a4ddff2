import { reachableBoxOf } from '../../../graph/clip.js';
import { area, union } from '../../../graph/geometry.js';
import { selectorOf } from '../../../graph/selector.js';
import { isReachable } from '../../../graph/visibility.js';
import type { Box, Layout } from '../../../render/capture.js';
import type { Clues } from '../../../render/probe/clues.js';
import type { Look } from '../../../render/probe/look.js';
import { nodeAt, pathOf, type Path } from '../../../render/probe/path.js';
import { withLabels } from '../oracle/compare.js';
import type { Control } from '../trace.js';
import { endlessOf, type Endless } from './endless.js';
import { heardIn, isDelegated, MOUSE } from './heard.js';
import { ACTIVATING, formOf, isEditable, isGrabbed, kindOf } from './kinds.js';
import { shortcutsOf, type Shortcut } from './shortcuts.js';
import { nameOf, textIn } from './texts.js';

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

/** Roles that promise that something can be acted on (ARIA 1.2, section 5.3.2). */
const WIDGETS = new Set(
  'button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem'.split(
    ' ',
  ),
);
/** Roles that say that an element is a part of the page, not something to act on. */
const PARTS = new Set(
  'tabpanel region dialog alertdialog group list listitem tablist main navigation presentation none'.split(
    ' ',
  ),
);
/** Attributes by which frameworks bind events in the markup (Alpine, Vue, htmx, Angular, Bootstrap, Stimulus). */
const BINDING =
  /^(@|v-on:|x-on:)(click|change|input|submit|keydown|mouse|pointer)|^(ng-click|hx-(get|post|put|delete)|data-bs-toggle|data-action|data-toggle)$/;
const HANDLING =
  /^(change|input|submit|keydown|keyup|keypress|dragstart|mouseenter|mouseover|pointerenter|pointerover|wheel|mousemove|pointermove)$/;
/** Share of the viewport from which on a bound element is taken for the root of delegation, not for a control. */
const ROOT_SHARE = 0.5;
const MIN_AREA = 16;

/** Finds what can be acted on in a page at rest. */
export function findControls(look: Look, clues: Clues, game: boolean): Found[] {
  const { layout, backendIds } = look.draft;
  const { nodes } = layout;
  const heard = heardIn(look, clues);
  const { events, keys, mouse, wheel } = heard;
  const unveiling = new Set(clues.reveals.map(({ by }) => nodeAt(layout, by)));
  const first = new Map(look.state.lists.map((list) => [list.path.join(), list.first]));
  const found: Found[] = [];
  const taken = new Set<number>();
  const screen = layout.size[0] * layout.size[1];
  nodes.forEach((node, i) => {
    if (node.type !== 'element' || node.name.startsWith('::')) return;
    const above = nearestIn(layout, taken, node.parent);
    const own = events.get(i) ?? new Set<string>();
    const spoken = clues.spoken.get(backendIds[i]!);
    const sign =
      signOf(layout, i, own, isDelegated(layout, events, i), spoken?.role ?? '') ??
      (unveiling.has(i) || isSilentMenu(layout, i) ? 'hover' : null);
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
        bound: [...own].some((type) => ACTIVATING.has(type) || HANDLING.test(type)) || hasBinding(attributes),
        inForm: formOf(layout, i) >= 0,
        byLabel: node.name === 'input' && !isReachable(layout, i),
        announced: true,
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
  // The keys of a game are its play.
  const isGame = found.some(({ control }) => control.kind === 'game');
  const shortcuts = isGame ? [] : shortcutsOf(layout, heard.keyCode).map((one) => asKeys(layout, one));
  return [...found, ...shortcuts, ...endlessOf(layout).map((one) => asScroll(layout, one))];
}

/** A control of the whole page: at what tells of it, or nowhere. */
function ofPage(
  layout: Layout,
  node: number | null,
  own: Pick<Found, 'key' | 'path'> & Pick<Control, 'kind' | 'name' | 'announced'>,
): Found {
  const at = node ?? layout.nodes.findIndex(({ name }) => name === 'body');
  const { name: tag, box, source } = layout.nodes[at]!;
  const { kind, name, announced, key, path } = own;
  return {
    control: {
      kind,
      role: 'generic',
      name,
      tag,
      selector: selectorOf(layout, at),
      box: node === null ? null : box,
      source: source ?? null,
      bound: true,
      inForm: false,
      byLabel: false,
      announced,
      target: null,
    },
    node: at,
    path,
    disabled: false,
    hears: { keys: kind === 'keys', mouse: false },
    key,
    empty: false,
    drop: null,
    likeness: JSON.stringify([kind, key, path]),
    place: box ?? [0, 0, ...layout.size],
  };
}

function asKeys(layout: Layout, { key, node, says }: Shortcut): Found {
  const named = key === ' ' ? 'Space' : key;
  return ofPage(layout, node, {
    kind: 'keys',
    name: says === '' ? named : `${named}: ${says}`,
    // What Escape leaves has to be there first.
    announced: node !== null && key !== 'Escape',
    key,
    path: node === null ? [] : pathOf(layout, node),
  });
}

/** The way to it is that of what is scrolled: none of the window. */
function asScroll(layout: Layout, { node, scroller, announced }: Endless): Found {
  return ofPage(layout, node, {
    kind: 'scroll',
    name: textIn(layout, node),
    announced,
    key: null,
    path: scroller < 0 ? [] : pathOf(layout, scroller),
  });
}

type Sign = 'native' | 'role' | 'bound' | 'pointer' | 'hover';

/** By which sign an element is a control; null when by none. */
function signOf(
  layout: Layout,
  i: number,
  events: ReadonlySet<string>,
  delegated: boolean,
  spokenRole: string,
): Sign | null {
  const { name, attributes = {}, parent } = layout.nodes[i]!;
  const type = (attributes['type'] ?? '').toLowerCase();
  // A field that only shows a text promises nothing by itself.
  const shows =
    attributes['readonly'] !== undefined && /^(text|email|url|tel|password|number|search|)$/.test(type);
  if (name === 'input' && type === 'hidden') return null;
  if (/^(input|textarea)$/.test(name) && !shows) return 'native';
  if (/^(button|select|summary)$/.test(name)) return 'native';
  if (name === 'a' && attributes['href'] !== undefined) return 'native';
  if (isEditable(attributes)) return 'native';
  if (name === 'canvas') return 'bound';
  const role = attributes['role'] ?? '';
  if (WIDGETS.has(role)) return 'role';
  // A role that only assistive technology is told of: an element of the page's own making gives itself one.
  if (name.includes('-') && WIDGETS.has(spokenRole)) return 'role';
  if (/^(video|audio)$/.test(name)) return attributes['controls'] === undefined ? null : 'native';
  if (PARTS.has(role) && !isPointed(layout, i)) return null;
  if ([...events].some((event) => ACTIVATING.has(event))) return 'bound';
  if (hasBinding(attributes)) return 'bound';
  if (attributes['draggable'] === 'true') return 'bound';
  if (name === 'label' || name === 'option' || name === 'html' || name === 'body') return null;
  const tabindex = attributes['tabindex'];
  if (tabindex !== undefined && Number(tabindex) >= 0 && (events.size > 0 || delegated)) return 'bound';
  if (
    [...events].some((event) => /^(mouse|pointer)(enter|over)$/.test(event)) &&
    textIn(layout, i).length < 80
  )
    return 'bound';
  if (attributes['data-tooltip'] !== undefined || attributes['data-tip'] !== undefined) return 'role';
  // A hand that begins here, pointing or grabbing: below it is inherited.
  if (isPointed(layout, i) && !isPointed(layout, parent) && !inLabel(layout, i)) return 'pointer';
  if (isGrabbed(layout, i) && !isGrabbed(layout, parent)) return 'pointer';
  return null;
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

function isPointed({ nodes, styles }: Layout, i: number): boolean {
  return styles[nodes[i]?.style ?? -1]?.['cursor'] === 'pointer';
}

function inLabel({ nodes }: Layout, i: number): boolean {
  for (let at = i; at >= 0; at = nodes[at]!.parent) if (nodes[at]!.name === 'label') return true;
  return false;
}

function hasBinding(attributes: Record<string, string>): boolean {
  return Object.keys(attributes).some(isBinding);
}

const isBinding = (name: string) =>
  BINDING.test(name) || /^on(click|change|input|submit|mouse|pointer|key)/.test(name);

/** The code in attributes that bind events, its numbers and texts left out: rows call the same with other ones. */
function bindingsOf(attributes: Record<string, string>): string[] {
  return Object.entries(attributes).flatMap(([name, code]) =>
    isBinding(name) ? `${name}=${code.replace(/'[^']*'|"[^"]*"|`[^`]*`|\d+/g, '_')}` : [],
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

/** True of an entry of a menu with a hidden list in it, and with nothing to act on that is seen: it should open somehow. */
function isSilentMenu(layout: Layout, i: number): boolean {
  const { nodes } = layout;
  if (nodes[i]!.name !== 'li' || textIn(layout, i) === '') return false;
  const list = nodes.findIndex(({ parent, name }, at) => at > i && parent === i && /^[uo]l$/.test(name));
  if (list < 0 || isReachable(layout, list) || !isInNavigation(layout, i)) return false;
  return !nodes.some(({ name }, at) => at > i && at < list && /^(a|button|input|label|summary)$/.test(name));
}

function isInNavigation({ nodes }: Layout, from: number): boolean {
  for (let at = from; at >= 0; at = nodes[at]!.parent) {
    const { name, attributes } = nodes[at]!;
    if (name === 'nav' || /^(menubar|navigation)$/.test(attributes?.['role'] ?? '')) return true;
  }
  return false;
}

/** Where a control can be met by scrolling: its own box, or that of its label where it is hidden itself. */
function placeOf(layout: Layout, i: number): Box | null {
  const boxes = withLabels(layout, i)
    .filter((at) => isReachable(layout, at))
    .map((at) => reachableBoxOf(layout, at))
    .filter((box) => box !== null);
  return union(boxes);
}

function roleOf(tag: string, attributes: Record<string, string>, spoken: string): string {
  const role = attributes['role'];
  if (role) return role;
  if (tag.includes('-') && WIDGETS.has(spoken)) return spoken;
  if (tag === 'a') return 'link';
  if (tag === 'summary') return 'button';
  if (tag === 'select') return 'combobox';
  if (tag === 'textarea') return 'textbox';
  if (tag !== 'input') return tag === 'button' ? 'button' : 'generic';
  const roles: Record<string, string> = {
    checkbox: 'checkbox',
    radio: 'radio',
    range: 'slider',
    number: 'spinbutton',
    search: 'searchbox',
    submit: 'button',
    button: 'button',
    reset: 'button',
    image: 'button',
    file: 'button',
  };
  return roles[(attributes['type'] ?? '').toLowerCase()] ?? 'textbox';
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

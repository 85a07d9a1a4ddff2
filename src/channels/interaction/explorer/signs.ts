import { isReachable } from '../../../graph/visibility.js';
import type { Layout } from '../../../render/capture.js';
import { ACTIVATING, isEditable, isGrabbed, isPlayer } from './kinds.js';
import { textIn } from './texts.js';

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
/** Events by which a page learns that something is entered, moved or hovered. */
export const HANDLING =
  /^(change|input|submit|keydown|keyup|keypress|dragstart|mouseenter|mouseover|pointerenter|pointerover|wheel|mousemove|pointermove)$/;
/** By what an element is a control. */
type Sign = 'native' | 'role' | 'bound' | 'pointer' | 'hover' | 'looks';

/** By which sign an element is a control; null when by none. */
export function signOf(
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
  if (isEditable(attributes) || isPlayer(name, attributes)) return 'native';
  if (name === 'canvas') return 'bound';
  const role = attributes['role'] ?? '';
  if (WIDGETS.has(role)) return 'role';
  // A role that only assistive technology is told of: an element of the page's own making gives itself one.
  if (name.includes('-') && WIDGETS.has(spokenRole)) return 'role';
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
  if (isDescribed(layout, i)) return 'role';
  // A hand that begins here, pointing or grabbing: below it is inherited.
  if (isPointed(layout, i) && !isPointed(layout, parent) && !inLabel(layout, i)) return 'pointer';
  if (isGrabbed(layout, i) && !isGrabbed(layout, parent)) return 'pointer';
  return null;
}

/** True of what can be brought the focus and is described by a tooltip, though no script knows of it. */
export function isDescribed({ nodes }: Layout, i: number): boolean {
  const { attributes = {} } = nodes[i]!;
  const ids = (attributes['aria-describedby'] ?? '').split(/\s+/);
  return (
    attributes['tabindex'] !== undefined &&
    nodes.some(
      ({ attributes: own }) =>
        own?.['role'] === 'tooltip' && own['id'] !== undefined && ids.includes(own['id']),
    )
  );
}

/** True where the mouse turns into a pointing hand. */
export function isPointed({ nodes, styles }: Layout, i: number): boolean {
  return styles[nodes[i]?.style ?? -1]?.['cursor'] === 'pointer';
}

function inLabel({ nodes }: Layout, i: number): boolean {
  for (let at = i; at >= 0; at = nodes[at]!.parent) if (nodes[at]!.name === 'label') return true;
  return false;
}

/** True of attributes that bind an event. */
export function hasBinding(attributes: Record<string, string>): boolean {
  return Object.keys(attributes).some(isBinding);
}

const isBinding = (name: string) =>
  BINDING.test(name) || /^on(click|change|input|submit|mouse|pointer|key)/.test(name);

/** The code in attributes that bind events, its numbers and texts left out: rows call the same with other ones. */
export function bindingsOf(attributes: Record<string, string>): string[] {
  return Object.entries(attributes).flatMap(([name, code]) =>
    isBinding(name) ? `${name}=${code.replace(/'[^']*'|"[^"]*"|`[^`]*`|\d+/g, '_')}` : [],
  );
}

/** True of an entry of a menu with a hidden list in it, and with nothing to act on that is seen: it should open somehow. */
export function isSilentMenu(layout: Layout, i: number): boolean {
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

/** Its role for people and assistive technology; `spoken` is what the latter is told of an element of the page's own making. */
export function roleOf(tag: string, attributes: Record<string, string>, spoken: string): string {
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

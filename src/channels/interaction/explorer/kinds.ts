import type { Layout } from '../../../render/capture.js';
import { isReachable } from '../../../graph/visibility.js';
import type { ControlKind } from '../trace.js';
import { isChosen, partsOf } from '../oracle/lists.js';
import { isDescribed } from './signs.js';
import { textIn } from './texts.js';

/** What is known of an element that may be a control. */
export interface Clue {
  node: number;
  name: string;
  /** Types of events that it listens to itself. */
  events: ReadonlySet<string>;
  /** True when the page is a game, or listens to keys somewhere above a canvas. */
  playful: boolean;
  /** Of a list to choose from, the text of its first option: one outside of a form that begins with all of something filters. */
  firstChoice: string;
}

/** Events by which a page learns that an element was activated. */
export const ACTIVATING: ReadonlySet<string> = new Set([
  'click',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
]);

const WORDS = {
  theme: /\b(dark|light|theme|night|color[- ]?scheme|colour[- ]?scheme)\b|🌙|🌞|☀|🌓|🌗|🌚/u,
  copy: /^copy\b|\bcopy(-btn|-button|button|link| link| code| to clipboard)?$|clipboard/,
  carousel: /\b(prev|previous|next)\b|^[‹›«»←→❮❯◀▶<>]$|carousel|slider-(btn|arrow)|slide-?(prev|next)/,
  paging: /\bpag(e|ination|er)\b/,
  stepper: /^[+−–-]$|\b(increment|decrement|increase|decrease|plus|minus|qty|quantity)\b/,
  sort: /\b(sort(ed|ing)?|order by)\b/,
  filter: /\b(filters?|filter-\w+|category|categories|facet)\b/,
  // Of a box or list: what it leaves out, or the boxes that it ticks with it.
  choosing:
    /\bonly$|^only \S+( \S+)?$|^(show|hide) (only|all|done|completed|finished|archived|hidden|past)\b|^(select|check|tick|mark) all\b/,
  search: /\b(search|find|lookup)\b|🔍|🔎/u,
  dialog: /\b(modal|dialog|popup|lightbox)\b/,
  menu: /\b(menu|hamburger|dropdown|nav-?toggle|burger)\b|☰/,
  tab: /(^|[\s_-])tabs?([\s_-]|$)/,
  disclosure: /\b(accordion|collapse|faq|disclosure|expand|toggle-?details|show more|read more|see more)\b/,
  hint: /^(\?|i|ⓘ|ℹ️?)$|\b(tooltip|hint|help-icon|info-icon)\b/u,
  form: /^(submit|send|subscribe|sign ?up|register|log ?in|sign ?in|book|reserve|checkout|place order|join)\b/,
} as const;

/** Types of `input` into which a person writes. */
const WRITTEN = new Set(['text', 'email', 'tel', 'url', 'password', 'number', 'search', '']);

/** Decides what kind of control an element is: by what it is, what it says it is, and last by its words. */
export function kindOf(layout: Layout, clue: Clue): ControlKind {
  const { name: tag, attributes = {} } = layout.nodes[clue.node]!;
  const role = attributes['role'] ?? '';
  const own = clue.name.toLowerCase();
  // Names in code run words together: parted here, so that they can be looked for.
  const code = [attributes['id'], attributes['class'], attributes['data-action'], attributes['name']]
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/_/g, '-')
    .toLowerCase();
  const says = (word: keyof typeof WORDS) => WORDS[word].test(own) || WORDS[word].test(code);
  const isLink = tag === 'a' && attributes['href'] !== undefined;

  if (isPlayer(tag, attributes)) return 'media';
  if (tag === 'canvas') return clue.playful ? 'game' : 'canvas';
  // Libraries of charts listen on what they put around their drawing.
  if (tag === 'div' && role === '' && isFrame(layout, clue.node)) return 'canvas';
  if (role === 'tab') return 'tab';
  if (tag === 'summary') return 'disclosure';
  if (tag === 'select')
    return says('sort')
      ? 'sort'
      : says('filter') ||
          (formOf(layout, clue.node) < 0 && /^(all|any|every)\b/i.test(clue.firstChoice.trim()))
        ? 'filter'
        : 'select';
  if (role === 'slider') return 'slider';
  if (tag === 'textarea' || isEditable(attributes)) return 'text';
  if (tag === 'input') {
    const type = (attributes['type'] ?? '').toLowerCase();
    if (type === 'checkbox')
      return says('theme') ? 'theme' : says('filter') || WORDS.choosing.test(own) ? 'filter' : 'checkbox';
    if (type === 'radio')
      return says('filter') ? 'filter' : WORDS.tab.test(codeAround(layout, clue.node)) ? 'tab' : 'radio';
    if (type === 'range') return 'slider';
    if (WRITTEN.has(type))
      return type === 'search' || says('search') ? 'search' : says('filter') ? 'search' : 'text';
    if (
      type === 'date' ||
      type === 'time' ||
      type === 'month' ||
      type === 'week' ||
      type === 'datetime-local'
    )
      return 'text';
  }
  if (isLink) {
    const href = attributes['href']!.trim();
    if (/^#./.test(href) && !/^#!?$/.test(href)) return role === 'button' ? 'button' : 'anchor';
    if (href !== '' && href !== '#' && !/^javascript:/i.test(href)) return 'link';
  }
  if (says('theme') && !says('filter')) return 'theme';
  if (role === 'checkbox' || role === 'menuitemcheckbox') return 'checkbox';
  if (role === 'radio') return 'radio';
  if (role === 'switch' || attributes['aria-pressed'] !== undefined) return 'toggle';
  if (attributes['draggable'] === 'true' && !clue.events.has('click')) return 'drag';
  if (isGrabbed(layout, clue.node) && tag !== 'button' && !isLink && !clue.events.has('click')) return 'drag';
  const isHeld = ['mousedown', 'pointerdown', 'touchstart'].some((type) => clue.events.has(type));
  const isReleased = ['click', 'mouseup', 'pointerup'].some((type) => clue.events.has(type));
  if (isHeld && !isReleased && !isLink && tag !== 'button' && tag !== 'input') return 'drag';
  const popup = attributes['aria-haspopup'];
  if (popup === 'dialog' || attributes['data-bs-toggle'] === 'modal') return 'dialog';
  if ((popup && popup !== 'false') || says('menu')) return 'menu';
  if (attributes['aria-expanded'] !== undefined || says('disclosure')) return 'disclosure';
  if (isSubmit(layout, clue.node)) return 'form';
  if (WORDS.copy.test(own) || /\bcopy\b/.test(code)) return 'copy';
  if (tag === 'th' || attributes['aria-sort'] !== undefined || says('sort')) return 'sort';
  const row = rowOf(layout, clue.node);
  const isOne = row.length > 1;
  if (isOne && formOf(layout, clue.node) < 0) {
    if (/^(all|any|every|everything)\b/i.test(textIn(layout, row[0]!))) return 'filter';
    if (isPage(layout, clue.node, own) || isViewOf(layout, clue.node, row)) return 'tab';
  }
  // Where something is filled in, what is chosen of several goes with it; elsewhere it promises what is listed.
  const isChoice = isOne && isAmongFields(layout, clue.node, row);
  if (isOne && !isChoice && ORDER.test(own)) return 'sort';
  if (says('stepper')) return 'stepper';
  if (says('carousel') && !says('paging')) return 'carousel';
  if (WORDS.tab.test(code)) return 'tab';
  if ((WORDS.filter.test(code) && !(isChoice && !/filter/.test(code))) || /^filter/.test(own))
    return 'filter';
  if (isQuestion(layout, clue.node)) return 'disclosure';
  if (says('hint')) return 'tooltip';
  if (says('dialog')) return 'dialog';
  const hovered = [...clue.events].some((type) => /^(mouse|pointer)(enter|over)$/.test(type));
  const acted = [...clue.events].some((type) => ACTIVATING.has(type));
  const told =
    attributes['data-tooltip'] !== undefined ||
    attributes['data-tip'] !== undefined ||
    /\btooltip\b/.test(code) ||
    isDescribed(layout, clue.node);
  if (!acted && tag !== 'button' && !isLink && (hovered || told)) return 'tooltip';
  return 'button';
}

/** Names that put what is listed in an order. */
const ORDER =
  /^(most |least |top )?(cheapest|fastest|slowest|earliest|latest|newest|oldest|nearest|closest|shortest|longest|popular|rated|recent|a\s?[-–→]\s?z|z\s?[-–→]\s?a)( first)?$/i;
const PAGING = /\b(pages|paging|pagination|pager)\b/i;
/** What holds an answer, and how a question or its sign ends or begins. */
const BLOCK = /^(div|p|section|article|ul|ol|dl|dd)$/;
const UNFOLDING = /\?$|^[+▸▶›»⌄▾▼]|[+−–▸▶›»⌄▾▼]$/;

/** A control with those of the same tag in the same list, in the order of the document: alone where there are none. */
function rowOf({ nodes }: Layout, node: number): number[] {
  const { parent, name } = nodes[node]!;
  const list = nodes[parent]?.name === 'li' ? nodes[parent].parent : parent;
  return nodes.flatMap(({ name: tag, parent: above }, i) =>
    tag === name && (above === list || (nodes[above]?.name === 'li' && nodes[above].parent === list))
      ? i
      : [],
  );
}

/** True where a form is filled in around a control: fields that are no search, and another button than those of its row. */
function isAmongFields(layout: Layout, node: number, row: readonly number[]): boolean {
  if (formOf(layout, node) >= 0) return true;
  const { nodes } = layout;
  let top = node;
  for (let level = 0; level < 3 && !/^(body|main)$/.test(nodes[nodes[top]!.parent]?.name ?? 'body'); level++)
    top = nodes[top]!.parent;
  let [fields, buttons] = [0, 0];
  for (const i of partsOf(layout, top)) {
    const { name, attributes = {} } = nodes[i]!;
    if (name === 'button' && !row.includes(i)) buttons++;
    const isField = name === 'textarea' || (name === 'input' && WRITTEN.has(attributes['type'] ?? ''));
    if (isField && !/search|filter|find/i.test(JSON.stringify(attributes))) fields++;
  }
  return fields > 0 && buttons > 0;
}

/** True of a number of a page, or what leads to the next one, in something that calls itself paging. */
function isPage(layout: Layout, node: number, name: string): boolean {
  if (!/^((go to )?page )?\d+$|\b(prev(ious)?|next)\b|^[‹›«»←→❮❯]$/.test(name)) return false;
  const { nodes } = layout;
  for (let at = node, level = 0; at >= 0 && level < 4; at = nodes[at]!.parent, level++) {
    const { attributes = {} } = nodes[at]!;
    const code = [attributes['class'], attributes['id'], attributes['aria-label']]
      .join(' ')
      .replace(/[-_]/g, ' ');
    if (PAGING.test(code) || (at === node && /\bpage\b/.test(code))) return true;
  }
  return false;
}

/** True of one of several in a navigation, of which one is marked as the view that is shown. */
function isViewOf(layout: Layout, from: number, row: readonly number[]): boolean {
  const { nodes } = layout;
  const isMarked = (node: number) => isChosen(layout, node) || isChosen(layout, nodes[node]!.parent);
  if (!row.some(isMarked)) return false;
  for (let at = nodes[from]!.parent; at >= 0; at = nodes[at]!.parent)
    if (nodes[at]!.name === 'nav' || nodes[at]!.attributes?.['role'] === 'navigation') return true;
  return false;
}

/** True of one of several questions with hidden answers. */
function isQuestion(layout: Layout, node: number): boolean {
  if (!hidesAnswer(layout, node)) return false;
  const { name, attributes } = layout.nodes[node]!;
  const isLike = (i: number) =>
    layout.nodes[i]!.name === name && layout.nodes[i]!.attributes?.['class'] === attributes?.['class'];
  return layout.nodes.some((_, i) => i !== node && isLike(i) && hidesAnswer(layout, i));
}

/** True of what has its answer hidden right behind it, or behind the heading that it stands in. */
function hidesAnswer(layout: Layout, node: number): boolean {
  const { nodes } = layout;
  const { parent } = nodes[node]!;
  const at = /^(h[1-6]|dt)$/.test(nodes[parent]?.name ?? '') ? parent : node;
  const next = nodes.findIndex(
    ({ parent: above, type }, i) => i > at && above === nodes[at]!.parent && type === 'element',
  );
  if (next < 0 || !BLOCK.test(nodes[next]!.name) || isReachable(layout, next)) return false;
  const hasIcon = partsOf(layout, node).some((i) => /^(svg|i)$/.test(nodes[i]!.name));
  return hasIcon || UNFOLDING.test(textIn(layout, node));
}

/** True of what holds a drawing and nothing else. */
function isFrame(layout: Layout, node: number): boolean {
  const parts = partsOf(layout, node).map((i) => layout.nodes[i]!.name);
  return (
    parts.includes('canvas') &&
    textIn(layout, node) === '' &&
    !parts.some((name) => /^(button|a|input|select|textarea|img|video|svg)$/.test(name))
  );
}

/** True of sound and film that the browser itself gives controls to. */
export function isPlayer(tag: string, attributes: Record<string, string>): boolean {
  return /^(video|audio)$/.test(tag) && attributes['controls'] !== undefined;
}

/** True where the mouse turns into a hand that grabs. */
export function isGrabbed({ nodes, styles }: Layout, node: number): boolean {
  return /^(-webkit-)?(grab|move)$/.test(styles[nodes[node]?.style ?? -1]?.['cursor'] ?? '');
}

/** Id and classes of what an element stands in. */
function codeAround({ nodes }: Layout, node: number): string {
  const { attributes = {} } = nodes[nodes[node]!.parent] ?? {};
  return `${attributes['id'] ?? ''} ${attributes['class'] ?? ''}`.toLowerCase();
}

export function isEditable(attributes: Record<string, string>): boolean {
  const editable = attributes['contenteditable'];
  return editable !== undefined && editable !== 'false';
}

/** A button that submits a form: one in a form, unless it says that it is of another type. */
export function isSubmit(layout: Layout, node: number): boolean {
  const { name, attributes = {} } = layout.nodes[node]!;
  const type = attributes['type']?.toLowerCase();
  const submits =
    (name === 'button' && (type === undefined || type === 'submit')) ||
    (name === 'input' && (type === 'submit' || type === 'image'));
  return submits && formOf(layout, node) >= 0;
}

/** The form that an element is in, or -1. */
export function formOf({ nodes }: Layout, node: number): number {
  const id = nodes[node]!.attributes?.['form'];
  if (id !== undefined)
    return nodes.findIndex(({ name, attributes }) => name === 'form' && attributes?.['id'] === id);
  let at = nodes[node]!.parent;
  while (at >= 0 && nodes[at]!.name !== 'form') at = nodes[at]!.parent;
  return at;
}

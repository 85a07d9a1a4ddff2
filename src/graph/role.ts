import type { Layout, LayoutNode } from '../render/capture.js';
import { LIMITS } from './limits.js';
import type { Role } from './schema.js';

const BY_TAG: Readonly<Record<string, Role>> = {
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  button: 'button',
  summary: 'button',
  input: 'field',
  textarea: 'field',
  select: 'field',
  meter: 'field',
  progress: 'field',
  img: 'image',
  svg: 'drawing',
  canvas: 'canvas',
  video: 'media',
  audio: 'media',
  iframe: 'frame',
  object: 'frame',
  embed: 'frame',
  ul: 'list',
  ol: 'list',
  menu: 'list',
  dl: 'list',
  li: 'list-item',
  dt: 'list-item',
  dd: 'list-item',
  table: 'table',
  tr: 'row',
  td: 'cell',
  th: 'cell',
  article: 'section',
  aside: 'section',
  details: 'section',
  dialog: 'section',
  fieldset: 'section',
  figure: 'section',
  footer: 'section',
  form: 'section',
  header: 'section',
  main: 'section',
  nav: 'section',
  search: 'section',
  section: 'section',
};

/** Roles of WAI-ARIA 1.2 that say something else than the tag may. */
const BY_ARIA: Readonly<Record<string, Role>> = {
  heading: 'heading',
  link: 'link',
  button: 'button',
  tab: 'button',
  menuitem: 'button',
  textbox: 'field',
  searchbox: 'field',
  combobox: 'field',
  listbox: 'field',
  checkbox: 'field',
  radio: 'field',
  switch: 'field',
  slider: 'field',
  spinbutton: 'field',
  img: 'image',
  list: 'list',
  listitem: 'list-item',
  table: 'table',
  grid: 'table',
  row: 'row',
  cell: 'cell',
  gridcell: 'cell',
  columnheader: 'cell',
  rowheader: 'cell',
  article: 'section',
  banner: 'section',
  complementary: 'section',
  contentinfo: 'section',
  dialog: 'section',
  form: 'section',
  main: 'section',
  navigation: 'section',
  region: 'section',
};

const BUTTON_INPUTS = new Set(['button', 'submit', 'reset', 'image']);
/** Roles that a picture keeps, whatever size and ARIA role it has. */
const DRAWN = new Set<Role>(['image', 'drawing']);

/**
 * What an element is to a reader: its ARIA role where it has one that counts here, else its tag. Small pictures and single
 * glyphs of an icon font are icons. Elements that mean nothing in themselves are `text` when they draw some, else `box`.
 *
 * @param text what the element draws itself, "" for nothing
 */
export function roleOf(layout: Layout, element: number, text: string): Role {
  const node = layout.nodes[element]!;
  const { attributes = {} } = node;
  const aria = attributes.role?.trim().split(/\s+/)[0]?.toLowerCase() ?? '';
  const native = roleOfTag(node);
  if (native && DRAWN.has(native)) return isSmall(node) ? 'icon' : native;
  const role = BY_ARIA[aria] ?? native;
  if (role) return role === 'image' && isSmall(node) ? 'icon' : role;
  if (isEditable(attributes)) return 'field';
  if (!text) return 'box';
  return isIconGlyph(text) ? 'icon' : 'text';
}

function roleOfTag(node: LayoutNode): Role | undefined {
  const { name, attributes = {} } = node;
  if (name === 'a') return attributes.href === undefined ? undefined : 'link';
  if (name === 'input') return BUTTON_INPUTS.has(attributes.type?.toLowerCase() ?? '') ? 'button' : 'field';
  return BY_TAG[name];
}

function isEditable(attributes: Record<string, string>): boolean {
  const value = attributes.contenteditable;
  return value !== undefined && value.toLowerCase() !== 'false';
}

function isSmall({ box }: LayoutNode): boolean {
  return box !== null && Math.max(box[2], box[3]) <= LIMITS.iconSize.value;
}

/** Icon fonts put their pictures in the private use areas of Unicode. */
function isIconGlyph(text: string): boolean {
  return /^[\p{Co}]$/u.test(text);
}

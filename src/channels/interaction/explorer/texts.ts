import { isVisible } from '../../../graph/visibility.js';
import type { Layout, LayoutNode } from '../../../render/capture.js';

const LONGEST = 80;

/** The shown text in an element, white space collapsed, cut to 80 characters. */
export function textIn(layout: Layout, element: number): string {
  const within = new Set([element]);
  let text = '';
  for (let i = element + 1; i < layout.nodes.length && text.length < LONGEST; i++) {
    const { parent, text: own } = layout.nodes[i]!;
    if (!within.has(parent)) break;
    within.add(i);
    if (own !== undefined && isVisible(layout, i)) text += ` ${own}`;
  }
  return clean(text);
}

/**
 * What a control is called, in the order in which names are computed (accname 1.2): by `aria-labelledby`, `aria-label`, its labels,
 * its text or alternative text, its title or placeholder.
 */
export function nameOf(layout: Layout, element: number): string {
  const node = layout.nodes[element]!;
  const attribute = (name: string) => clean(node.attributes?.[name] ?? '');
  const named = (node.attributes?.['aria-labelledby'] ?? '')
    .split(/\s+/)
    .flatMap((id) => (id === '' ? [] : layout.nodes.findIndex(({ attributes }) => attributes?.['id'] === id)))
    .filter((at) => at >= 0)
    .map((at) => textIn(layout, at))
    .join(' ');
  return (
    clean(named) ||
    attribute('aria-label') ||
    labelOf(layout, element) ||
    (isField(node) ? '' : textIn(layout, element)) ||
    (node.name === 'input' && /^(submit|button|reset)$/.test(node.attributes?.['type'] ?? '')
      ? attribute('value')
      : '') ||
    altIn(layout, element) ||
    attribute('title') ||
    attribute('placeholder')
  );
}

/** True for what a person writes into or chooses from, whose content is no name. */
export function isField({ name, attributes }: LayoutNode): boolean {
  return (
    name === 'select' ||
    name === 'textarea' ||
    name === 'input' ||
    attributes?.['contenteditable'] !== undefined
  );
}

function labelOf(layout: Layout, element: number): string {
  const { nodes } = layout;
  if (!isField(nodes[element]!)) return '';
  for (let at = nodes[element]!.parent; at >= 0; at = nodes[at]!.parent) {
    if (nodes[at]!.name === 'label') return textIn(layout, at);
  }
  const id = nodes[element]!.attributes?.['id'];
  const label =
    id === undefined
      ? -1
      : nodes.findIndex(({ name, attributes }) => name === 'label' && attributes?.['for'] === id);
  return label < 0 ? '' : textIn(layout, label);
}

/** The alternative text or title of the first picture in an element. */
function altIn({ nodes }: Layout, element: number): string {
  const within = new Set([element]);
  for (let i = element; i < nodes.length; i++) {
    const { parent, attributes } = nodes[i]!;
    if (i > element && !within.has(parent)) break;
    within.add(i);
    const alt = attributes?.['alt'] ?? (i > element ? attributes?.['aria-label'] : undefined);
    if (alt) return clean(alt);
  }
  return '';
}

const clean = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST);

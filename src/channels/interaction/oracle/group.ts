import { isVisible } from '../../../graph/visibility.js';
import type { Layout } from '../../../render/capture.js';
import { fieldsOf } from '../explorer/filling.js';
import { formOf, isSubmit } from '../explorer/kinds.js';
import { nameOf } from '../explorer/texts.js';
import { withLabels } from './labels.js';
import { partsOf } from './lists.js';

/** What hands over what was written into fields, where no form does. */
export const HANDING = /^(add|send|post|submit|save|create|subscribe|join|sign up)\b/i;
/** Elements of which those in one list are alike, whatever classes tell them apart. */
const ALIKE = /^(button|a|th|input|label|summary)$/;
/** What shows something by itself: a list that holds one is no bare list of controls. */
const SHOWING = /^(canvas|video|audio|iframe|object|embed|img|picture|select|textarea|table|form)$/;
const WHOLE = /^(html|body|main|#document)$/;

/**
 * What a control acts together with, by index and without itself: the others of the list that it is one of, or the whole list where it
 * holds nothing else; of what sends a form, the fields of it. A mark that moves over these, or fields that are emptied, are not yet what
 * the control is for. Empty where it stands alone.
 */
export function groupOf(layout: Layout, control: number): number[] {
  if (control < 0) return [];
  const tops = handedOver(layout, control) ?? othersOf(layout, control);
  return tops.flatMap((node) => withLabels(layout, node));
}

function handedOver(layout: Layout, control: number): number[] | null {
  if (isSubmit(layout, control)) return fieldsOf(layout, formOf(layout, control));
  const isHanding = layout.nodes[control]!.name === 'button' && HANDING.test(nameOf(layout, control));
  return isHanding ? fieldsOf(layout, -1) : null;
}

function othersOf(layout: Layout, control: number): number[] {
  const { nodes } = layout;
  const item = itemOf(layout, control);
  const list = nodes[item]!.parent;
  const like = (node: number) => {
    const { parent, type, name } = nodes[node]!;
    if (parent !== list || type !== 'element' || name !== nodes[item]!.name || node === item) return false;
    return item === control
      ? ALIKE.test(name) || firstClass(layout, node) === firstClass(layout, control)
      : holds(layout, node, nodes[control]!.name);
  };
  const others = nodes.flatMap((_, i) => (like(i) ? i : []));
  if (others.length === 0) return [];
  return isBare(layout, list, [item, ...others]) ? [list] : others;
}

/** The outermost element that a control has to itself: that of a list, or what it is wrapped in. */
function itemOf({ nodes }: Layout, control: number): number {
  let item = control;
  for (;;) {
    const { parent } = nodes[item]!;
    const above = nodes[parent];
    if (!above || above.type !== 'element' || WHOLE.test(above.name)) return item;
    const isAlone = !nodes.some(
      ({ parent: at, type, name }, i) =>
        at === parent && i !== item && type === 'element' && !name.startsWith('::'),
    );
    if (above.name !== 'li' && !isAlone) return item;
    item = parent;
    if (above.name === 'li') return item;
  }
}

const firstClass = ({ nodes }: Layout, node: number) =>
  (nodes[node]!.attributes?.['class'] ?? '').trim().split(/\s+/)[0];

const holds = (layout: Layout, top: number, tag: string) =>
  partsOf(layout, top).some((i) => layout.nodes[i]!.name === tag);

/** True of a list in which nothing is said or shown but by its items. */
function isBare(layout: Layout, list: number, items: readonly number[]): boolean {
  const { nodes } = layout;
  if (!nodes[list] || WHOLE.test(nodes[list].name)) return false;
  const inItems = new Set(items.flatMap((item) => [item, ...partsOf(layout, item)]));
  return !partsOf(layout, list).some(
    (i) =>
      !inItems.has(i) &&
      ((nodes[i]!.type === 'text' && isVisible(layout, i)) || SHOWING.test(nodes[i]!.name)),
  );
}

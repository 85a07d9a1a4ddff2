import { z } from 'zod';
import type { DesignGraph } from '../../../graph/schema.js';
import { treeOf } from '../../../graph/tree.js';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult } from '../../check.js';
import { scoreByShare } from '../scale.js';
import { upFrom } from '../scene.js';
import { nameOf } from '../wording.js';

/**
 * Fields that nothing names: neither a `label`, nor a hint in the field, nor an ARIA attribute or a `title`.
 *
 * Not meant, and left out: buttons, fields that nobody sees, and fields kept from screen readers.
 */
export const fieldLabel = defineCheck({
  meta: {
    id: 'field-label',
    title: 'Field without a label',
    description:
      'A field that a person types or chooses in has to say what it is for, by a `label` that belongs to it. Text that only stands beside it is read by the eye alone: a screen reader says "edit text", voice control cannot call it, and a click on the words does not reach it. A hint (`placeholder`) counts here, though it goes away with the first letter.',
    remedy:
      'Tie the words beside it to it: `<label for="email">` with the id of the field, or a `label` around both; `aria-label` where no text can stand.',
    severity: 'warning',
    weight: 0.15,
    source:
      'WCAG 2.2, 1.3.1, 3.3.2 and 4.1.2, techniques H44 and H65; names as in Accessible Name and Description Computation 1.2',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ layout, graph }): CheckResult {
    const fields = fieldsOf(layout, graph);
    if (fields.length === 0) return { score: null, reason: 'no-fields' };
    const labels = labelledIds(layout);
    const unnamed = fields.filter((field) => !isNamed(layout, field, labels));
    return {
      score: scoreByShare(unnamed.length, fields.length, 'warning'),
      defects: unnamed.map((element) => ({
        element,
        box: layout.nodes[element]!.box,
        message: `${nameOf(layout, element)} has no label that belongs to it.`,
        measured: { value: 0, unit: 'labels' },
        expected: { min: 1 },
        suggestion: 'Give it a <label for="…"> with its id, or an aria-label.',
      })),
    };
  },
});

const BUTTONS = /^(?:hidden|submit|button|reset|image)$/i;

function fieldsOf(layout: Layout, { nodes }: DesignGraph): number[] {
  return nodes.flatMap(({ element, tag, clippedBox }) => {
    const type = layout.nodes[element]!.attributes?.['type'] ?? '';
    const isField = tag === 'select' || tag === 'textarea' || (tag === 'input' && !BUTTONS.test(type));
    return isField && clippedBox && !isKept(layout, element) ? [element] : [];
  });
}

/** Is it kept from screen readers, and so from needing a name? */
function isKept(layout: Layout, element: number): boolean {
  for (const i of upFrom(layout, element)) {
    const { attributes } = layout.nodes[i]!;
    if (attributes?.['aria-hidden'] === 'true' || attributes?.['inert'] !== undefined) return true;
  }
  return false;
}

/** The ids that a label with words names. */
function labelledIds(layout: Layout): Set<string> {
  return new Set(
    layout.nodes.flatMap(({ name, attributes }, i) => {
      const id = name === 'label' ? attributes?.['for'] : undefined;
      return id && saysSomething(layout, i) ? [id] : [];
    }),
  );
}

const NAMING = ['aria-label', 'title', 'placeholder'];

function isNamed(layout: Layout, field: number, labels: ReadonlySet<string>): boolean {
  const { attributes = {} } = layout.nodes[field]!;
  if (NAMING.some((name) => attributes[name]?.trim())) return true;
  if (attributes['id'] && labels.has(attributes['id'])) return true;
  const named = attributes['aria-labelledby']?.split(/\s+/) ?? [];
  if (
    layout.nodes.some(
      ({ attributes: other }, i) => named.includes(other?.['id'] ?? '') && saysSomething(layout, i),
    )
  )
    return true;
  for (const i of upFrom(layout, field)) {
    if (layout.nodes[i]!.name === 'label') return saysSomething(layout, i);
  }
  return false;
}

/** Words in an element, or the name of what is in it. */
function saysSomething(layout: Layout, element: number): boolean {
  const { attributes = {}, type, text = '' } = layout.nodes[element]!;
  if (type === 'text') return text.trim() !== '';
  if (['aria-label', 'title', 'alt'].some((name) => attributes[name]?.trim())) return true;
  return [...treeOf(layout).children(element)].some((child) => saysSomething(layout, child));
}

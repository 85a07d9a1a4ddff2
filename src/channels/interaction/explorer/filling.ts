import { isReachable } from '../../../graph/visibility.js';
import { selectorOf } from '../../../graph/selector.js';
import type { Layout } from '../../../render/capture.js';
import { pathOf } from '../../../render/probe/path.js';
import type { Deed } from '../trace.js';
import type { Act, Question } from './actions.js';
import { formOf, isSubmit } from './kinds.js';
import type { Ranked } from './rank.js';
import { nameOf } from './texts.js';

/** A form is filled in and sent; sent empty; and sent with an address that is none. */
export function formQuestions(layout: Layout, { node, path }: Ranked): Question[] {
  const form = formOf(layout, node);
  const fields = fieldsOf(layout, form);
  const submit: Act = { deed: { do: 'click', what: null, on: null }, path };
  const fill = fields.flatMap((field) => fillingOf(layout, field));
  const base = { acts: [submit], patience: 'slow' as const, hovers: true };
  const questions: Question[] = [{ ...base, asks: 'accepts', before: fill }];
  const written = fields.filter((field) => fillingOf(layout, field).some(({ deed }) => deed.do === 'type'));
  if (written.length > 0) questions.push({ ...base, asks: 'refuses-empty', before: [] });
  const mail = written.find((field) => isMail(layout, field));
  if (mail !== undefined) {
    const wrong = fill.map((act) =>
      act.path?.join() === pathOf(layout, mail).join()
        ? { ...act, deed: { ...act.deed, what: 'not an address' } }
        : act,
    );
    questions.push({ ...base, asks: 'refuses-invalid', before: wrong });
  }
  return questions;
}

/** Fields of a form that a person fills in, in document order. */
export function fieldsOf(layout: Layout, form: number): number[] {
  return layout.nodes.flatMap(({ name, attributes }, i) => {
    if (!/^(input|textarea|select)$/.test(name) || formOf(layout, i) !== form || isSubmit(layout, i))
      return [];
    if (attributes?.['disabled'] !== undefined || attributes?.['readonly'] !== undefined) return [];
    return /^(hidden|button|reset|image|file|color)$/.test(attributes?.['type'] ?? '') ||
      !isReachable(layout, i)
      ? []
      : i;
  });
}

/** What a person would do to fill in a field; nothing where it has a value that will do. */
export function fillingOf(layout: Layout, field: number): Act[] {
  const { name, attributes = {}, value, checked } = layout.nodes[field]!;
  const type = (attributes['type'] ?? 'text').toLowerCase();
  const path = pathOf(layout, field);
  const on = selectorOf(layout, field);
  const act = (deed: Deed['do'], what: string | null): Act => ({ deed: { do: deed, what, on }, path });
  if (name === 'select') {
    return [act('focus', null), { ...act('press', optionKeys(layout, field)), path: null }];
  }
  if (type === 'checkbox') return checked ? [] : [act('click', null)];
  if (type === 'radio') return checked ? [] : [act('click', null)];
  if (type === 'range' || (value && /^(number|date|time)/.test(type))) return [];
  return [act('type', wordFor(layout, field))];
}

function isMail(layout: Layout, field: number): boolean {
  const { attributes = {} } = layout.nodes[field]!;
  return (
    attributes['type'] === 'email' ||
    /e-?mail/i.test(`${attributes['name']} ${attributes['id']} ${nameOf(layout, field)}`)
  );
}

/** Something that fits a field, by its type and its name. */
export function wordFor(layout: Layout, field: number): string {
  const { attributes = {} } = layout.nodes[field]!;
  const type = (attributes['type'] ?? 'text').toLowerCase();
  const says = `${attributes['name']} ${attributes['id']} ${attributes['autocomplete']} ${attributes['placeholder']} ${nameOf(layout, field)}`;
  if (isMail(layout, field)) return 'ada@example.com';
  if (type === 'tel' || /phone|\btel\b|mobile/i.test(says)) return '5550123456';
  if (type === 'url' || /website|\burl\b/i.test(says)) return 'https://example.com';
  if (type === 'password' || /password/i.test(says)) return 'Quartz-Lamp-42';
  if (type === 'date') return '05152026';
  if (type === 'time') return '1030AM';
  if (type === 'month') return 'May2026';
  if (type === 'number' || attributes['inputmode'] === 'numeric') {
    const [min, max] = [Number(attributes['min'] ?? NaN), Number(attributes['max'] ?? NaN)];
    const wanted = Number.isNaN(min) ? 7 : min + 1;
    return String(Number.isNaN(max) ? wanted : Math.min(wanted, max));
  }
  if (/zip|postal/i.test(says)) return '10115';
  if (/card.?number/i.test(says)) return '4242424242424242';
  if (/city|town/i.test(says)) return 'Lisbon';
  if (/message|comment|description|notes?\b/i.test(says))
    return 'A short message about nothing in particular.';
  if (/name/i.test(says)) return 'Ada Palmer';
  return 'Blue lamp';
}

/** Keys that choose another option than the present one. */
export function optionKeys({ nodes }: Layout, select: number): string {
  const within = new Set([select]);
  const options: boolean[] = [];
  for (let i = select + 1; i < nodes.length && within.has(nodes[i]!.parent); i++) {
    within.add(i);
    if (nodes[i]!.name === 'option') options.push(nodes[i]!.checked ?? false);
  }
  return options.at(-1) && options.length > 1 ? 'ArrowUp' : 'ArrowDown';
}

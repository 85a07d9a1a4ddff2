import { safeText } from '../safe.js';

/** Markup that is known to be safe: made by {@link html} alone. */
export class Markup {
  constructor(readonly source: string) {}
}

export type Content = string | number | Markup | null | false | readonly Content[];

/**
 * Markup with holes. Strings are always text: they are escaped, and characters that would act on the reader's screen are
 * shown as codes. Nested markup stays, lists are joined, null and false leave nothing.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(strings.reduce((all, string, i) => all + render(values[i - 1] ?? null) + string));
}

function render(value: Content): string {
  if (value === null || value === false) return '';
  if (value instanceof Markup) return value.source;
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return value.map(render).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return safeText(text).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
}

import type { Layout } from '../../../render/capture.js';
import type { ControlKind } from '../trace.js';
import type { Found } from './find.js';
import { formOf } from './kinds.js';

/** Events by which code learns what is written into a field. */
const TELLING = /^((before)?input|change|key(down|up|press)|blur|focusout|paste)$/;
/** Attributes by which code is bound to a field, or frameworks to its value. */
const BINDING = /^(on|@|:|x-|v-|ng-|hx-|wire:|bind:|data-(bind|model|action|controller))/;
/** Kinds that need not know what stands in a field. */
const BLIND: ReadonlySet<ControlKind> = new Set([
  ...(['text', 'select', 'slider', 'checkbox', 'radio'] as const),
  ...(['link', 'anchor', 'disclosure', 'theme', 'tooltip', 'media', 'scroll'] as const),
]);
const BLIND_NAME = /^(clear|reset|close|cancel|back)\b/i;
const BUTTON = /^(button|submit|image|reset)$/;
/** With more fields than that it may be a sheet that is filled in to be printed. */
const MOST = 2;

/**
 * Fields into which one can write though nothing reads it: they stand in no form, no listener hears of them, no button could fetch what
 * they hold. On such a page they promise an effect that nothing can bring about.
 *
 * @param events what each node of the layout listens to
 * @param whole what the window listens to
 */
export function unreadIn(
  layout: Layout,
  found: readonly Found[],
  events: ReadonlyMap<number, ReadonlySet<string>>,
  whole: readonly string[],
): Found[] {
  const { nodes } = layout;
  const fields = found.filter(
    ({ control, node }) => control.kind === 'text' && /^(input|textarea)$/.test(nodes[node]!.name),
  );
  const isAsked = found.some(({ control }) => !BLIND.has(control.kind) && !BLIND_NAME.test(control.name));
  // What is hidden now may come up once something is entered.
  const hasMore = nodes.some(
    ({ name, attributes = {} }, i) =>
      (name === 'button' || (name === 'input' && BUTTON.test(attributes['type'] ?? ''))) &&
      !found.some(({ node }) => node === i),
  );
  if (fields.length > MOST || isAsked || hasMore || whole.some((type) => TELLING.test(type))) return [];
  return fields.filter(({ node }) => {
    if (formOf(layout, node) >= 0) return false;
    if (Object.keys(nodes[node]!.attributes ?? {}).some((name) => BINDING.test(name))) return false;
    for (let at = node; at >= 0; at = nodes[at]!.parent) {
      if (nodes[at]!.name.includes('-')) return false;
      if ([...(events.get(at) ?? [])].some((type) => TELLING.test(type))) return false;
    }
    return true;
  });
}

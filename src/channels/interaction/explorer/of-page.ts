import { selectorOf } from '../../../graph/selector.js';
import type { Layout } from '../../../render/capture.js';
import { pathOf } from '../../../render/probe/path.js';
import type { Control } from '../trace.js';
import type { Endless } from './endless.js';
import type { Found } from './find.js';
import type { Shortcut } from './shortcuts.js';
import { textIn } from './texts.js';

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
      unread: false,
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

/** A key that the whole page listens to. */
export function asKeys(layout: Layout, { key, node, says }: Shortcut): Found {
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

/** The end of a list. The way to it is that of what is scrolled: none of the window. */
export function asScroll(layout: Layout, { node, scroller, announced }: Endless): Found {
  return ofPage(layout, node, {
    kind: 'scroll',
    name: textIn(layout, node),
    announced,
    key: null,
    path: scroller < 0 ? [] : pathOf(layout, scroller),
  });
}

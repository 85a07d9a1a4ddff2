import type { Layout } from '../../../render/capture.js';

/** The end of a list that should grow when it is reached. */
export interface Endless {
  /** What stands at the end. */
  node: number;
  /** The element that is scrolled; -1 for the window. */
  scroller: number;
  /** True when a reader is told that more will come. */
  announced: boolean;
}

const CODE =
  /(^|[\s_-])(sentinel|infinite|load-?more|loading|loader|scroll-?(end|anchor|trigger|more))([\s_-]|$)/;
/** "Loading…" alone may wait for what the network never brings. */
const WORDS = /^(scroll( down)? (for|to (see|load)) more|loading more\b)/i;
/** Share of the page below which its end begins. */
const LATE = 0.5;
const SCROLLED = /^(auto|scroll)$/;

/** Ends of lists that speak of more, in words or in their names, further down than what is seen. One for the window and each list. */
export function endlessOf(layout: Layout): Endless[] {
  const { nodes, page, size } = layout;
  const found = new Map<number, Endless>();
  const said = new Map<number, string>();
  for (const { parent, text } of nodes)
    if (text !== undefined) said.set(parent, `${said.get(parent) ?? ''}${text}`);
  nodes.forEach(({ type, name, attributes, box }, i) => {
    if (
      type !== 'element' ||
      !box ||
      /^(button|a|input|script|style|body|html)$/.test(name) ||
      name.startsWith('::')
    )
      return;
    const code = `${attributes?.['id'] ?? ''} ${attributes?.['class'] ?? ''}`
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase();
    const announced = WORDS.test((said.get(i) ?? '').trim());
    if (!announced && !CODE.test(code)) return;
    const scroller = scrollerOf(layout, i);
    const frame = scroller < 0 ? null : nodes[scroller]!.box;
    const isBelow = frame
      ? box[1] + box[3] > frame[1] + frame[3]
      : page[1] > size[1] && box[1] > size[1] * 0.8 && box[1] > page[1] * LATE;
    if (!isBelow) return;
    const known = found.get(scroller);
    if (!known || (announced && !known.announced)) found.set(scroller, { node: i, scroller, announced });
  });
  return [...found.values()];
}

function scrollerOf({ nodes, styles }: Layout, from: number): number {
  for (let at = nodes[from]!.parent; at >= 0; at = nodes[at]!.parent) {
    if (/^(html|body|#document)$/.test(nodes[at]!.name)) return -1;
    if (SCROLLED.test(styles[nodes[at]!.style]?.['overflow-y'] ?? '')) return at;
  }
  return -1;
}

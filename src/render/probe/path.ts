import type { Layout } from '../capture.js';

/**
 * The way from the document to an element: the index among its parent's element children at each level, `s` into a shadow root and `f`
 * into a frame. The same in every run of a page, since it is built the same way each time; ids of the browser are not.
 */
export type Path = readonly (number | 's' | 'f')[];

const ways = new WeakMap<Layout, (Path | undefined)[]>();

/** The path of an element of a layout; of a pseudo-element or text, that of the element that it belongs to. */
export function pathOf(layout: Layout, node: number): Path {
  let paths = ways.get(layout);
  if (!paths) ways.set(layout, (paths = walk(layout)));
  let at = node;
  while (at >= 0 && !paths[at]) at = layout.nodes[at]!.parent;
  return paths[at] ?? [];
}

const places = new WeakMap<Layout, Map<string, number>>();

/** The element at a path, or -1 where the layout has none. */
export function nodeAt(layout: Layout, path: Path): number {
  let byPath = places.get(layout);
  if (!byPath) {
    byPath = new Map();
    for (const [i, { type, name }] of layout.nodes.entries()) {
      if (type !== 'element' || name.startsWith('::')) continue;
      const key = pathOf(layout, i).join();
      if (!byPath.has(key)) byPath.set(key, i);
    }
    places.set(layout, byPath);
  }
  return byPath.get(path.join()) ?? -1;
}

function walk({ nodes }: Layout): (Path | undefined)[] {
  const counts = new Int32Array(nodes.length + 1);
  const paths = new Array<Path | undefined>(nodes.length);
  nodes.forEach(({ parent, type, name }, i) => {
    const above: Path = parent < 0 ? [] : (paths[parent] ?? []);
    if (type === 'document') paths[i] = parent < 0 ? [] : [...above, 'f'];
    else if (type === 'shadow') paths[i] = [...above, 's'];
    else if (type === 'element' && !name.startsWith('::')) paths[i] = [...above, counts[parent + 1]!++];
  });
  return paths;
}

import type { Box } from '../capture.js';
import type { Protocol } from './cdp.js';

/* Reading the columns of numbers of which a snapshot of the browser's consists. */

type Doc = Protocol.DOMSnapshot.DocumentSnapshot;

export interface TextBox {
  box: Box;
  start: number;
  length: number;
}

/** First layout object of each node, -1 where it has none (a pseudo-element has a second one for its text). */
export function firstLayouts(nodeIndex: readonly number[], count: number): Int32Array {
  const first = new Int32Array(count).fill(-1);
  nodeIndex.forEach((node, l) => {
    if (first[node]! < 0) first[node] = l;
  });
  return first;
}

export function textBoxes({ textBoxes }: Doc): Map<number, TextBox[]> {
  const boxes = new Map<number, TextBox[]>();
  textBoxes.layoutIndex.forEach((l, i) => {
    const entry = {
      box: textBoxes.bounds[i] as Box,
      start: textBoxes.start[i]!,
      length: textBoxes.length[i]!,
    };
    const list = boxes.get(l);
    if (list) list.push(entry);
    else boxes.set(l, [entry]);
  });
  return boxes;
}

export function rareStrings(data: Protocol.DOMSnapshot.RareStringData | undefined): Map<number, number> {
  return new Map(data?.index.map((at, i) => [at, data.value[i]!]));
}

/** The nodes' indexes in document order: the browser lists `::after` before the content that it stands behind. */
export function documentOrder(nodes: Doc['nodes'], stringAt: (index: number) => string): number[] {
  const children = new Map<number, number[]>();
  nodes.parentIndex!.forEach((parent, i) => {
    const list = children.get(parent);
    if (list) list.push(i);
    else children.set(parent, [i]);
  });
  const order: number[] = [];
  const isAfter = (i: number) => stringAt(nodes.nodeName![i]!).toLowerCase() === '::after';
  const stack = [...(children.get(-1) ?? [])].reverse();
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    order.push(i);
    const below = children.get(i);
    if (!below) continue;
    // The last one put on the stack comes next.
    for (const child of below) if (isAfter(child)) stack.push(child);
    for (let k = below.length - 1; k >= 0; k--) if (!isAfter(below[k]!)) stack.push(below[k]!);
  }
  return order;
}

import type { Layout } from '../../../render/capture.js';

/** A control with the labels that name it, by index. */
export function withLabels(layout: Layout, node: number): number[] {
  if (node < 0) return [];
  const { nodes } = layout;
  const id = nodes[node]!.attributes?.['id'];
  const tops = [node];
  for (let at = nodes[node]!.parent; at >= 0; at = nodes[at]!.parent) {
    if (nodes[at]!.name === 'label') tops.push(at);
  }
  if (id !== undefined) {
    nodes.forEach(({ name, attributes }, i) => {
      if (name === 'label' && attributes?.['for'] === id && !tops.includes(i)) tops.push(i);
    });
  }
  return tops;
}

/** A number that shapes the graph, and why it is that number. */
export interface Limit {
  value: number;
  unit: string;
  source: string;
}

/** Everything in this folder that is a matter of degree. */
export const LIMITS = {
  minOpacity: {
    value: 0.05,
    unit: 'alpha',
    source: 'AeSlides (arXiv 2604.22840): elements below it are ignored.',
  },
  minArea: {
    value: 4,
    unit: 'px²',
    source:
      'AeSlides (arXiv 2604.22840): smaller elements are ignored. Covers the 1x1 px screen-reader-only pattern.',
  },
  iconSize: {
    value: 48,
    unit: 'px',
    source: 'Material Design and Fluent draw icons at 16 to 48 px; larger ones are illustrations.',
  },
  edge: { value: 1, unit: 'px', source: 'Edges closer than a device pixel look aligned.' },
  sizeRatio: { value: 0.1, unit: 'ratio', source: 'Layout relation literature: equal within 10 % of area.' },
  neighbourWindow: {
    value: 256,
    unit: 'nodes',
    source: 'Bounds the search for a neighbour in crowded rows; keeps the graph linear.',
  },
  overlapsPerNode: {
    value: 16,
    unit: 'relations',
    source: 'Bounds the relations of a pile of elements; keeps the graph linear.',
  },
  candidates: {
    value: 1024,
    unit: 'elements',
    source:
      'Bounds the search around one element in a pile. A background not settled by then counts as varied, since only pixels can tell.',
  },
  partialCover: {
    value: 0.1,
    unit: 'share of the area',
    source: 'A layer behind less than this of a text leaves its background what it was.',
  },
} as const satisfies Record<string, Limit>;

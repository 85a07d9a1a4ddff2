import type { GraphNode } from '../../../../graph/schema.js';
import type { Look } from '../look.js';

/** "10K+", "99.9%", "24/7", "$2M+", "150+": round figures that promise. A plain number is data. */
const PROMISE = /^(?:[<>~]?[$€£]?\d[\d.,]*\s?(?:[KMB]\+?|\+|%|x|×|ms|★)|24\/7)$/iu;
/** So many in a row. */
const LEAST = 3;
/** px: smaller figures are data in a table. */
const SIZE = 22;

/** A row of large round figures with a word under each. */
export const statStrip: Look = {
  id: 'stat-strip',
  title: 'Strip of promising figures',
  description:
    'At least three large figures of the kind “10K+”, “99.9%”, “24/7” in one row, of one size, each with a word or two under it. Figures in tables, and plain numbers, are data and left out; so are dashboards and charts.',
  remedy: 'Keep a figure that a reader can check, and say where it comes from; leave the others out.',
  suggestion: 'Keep the figures that can be checked, with their source.',
  stock: 0.25,
  sightings: ({ graph, kind }) => {
    if (kind === 'dashboard' || kind === 'chart') return [];
    const figures = graph.nodes.filter(
      ({ text, font }) => font !== null && font.size >= SIZE && PROMISE.test(text.trim()),
    );
    const row = (one: GraphNode) =>
      figures.filter((each) => each.font!.size === one.font!.size && Math.abs(each.box[1] - one.box[1]) <= 4);
    return figures
      .filter((each) => row(each).length >= LEAST)
      .map((each) => ({
        element: each.element,
        box: each.box,
        message: `“${each.text.trim()}” is one of ${row(each).length} round figures in a row.`,
        measured: { figures: row(each).length },
      }));
  },
};

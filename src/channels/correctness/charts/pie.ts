import type { Layout } from '../../../render/capture.js';
import { containerOf, textsAround } from './container.js';
import type { Chart, Slice } from './chart.js';
import { numberOf } from './numbers.js';
import { legendOf } from './series.js';

/** A slice of a pie, and the percentage that is written for it. */
export interface LabelledSlice {
  slice: Slice;
  text: string;
  /** In [0,1]. */
  said: number;
}

/**
 * The slices of a whole pie whose percentages are known: written in or beside the slice, or in the legend behind its
 * colour. Empty when not each slice has just one.
 */
export function labelledSlicesOf(layout: Layout, chart: Chart): LabelledSlice[] {
  const { slices } = chart;
  const whole = slices.reduce((sum, { share }) => sum + share, 0);
  if (slices.length < 2 || Math.abs(whole - 1) > 0.02) return [];
  const result = slices.flatMap((slice): LabelledSlice[] => {
    const said = inside(chart, slice) ?? inLegend(layout, chart, slice);
    return said ? [{ slice, ...said }] : [];
  });
  return result.length === slices.length ? result : [];
}

interface Said {
  text: string;
  said: number;
}

function percentOf(text: string): number | null {
  const found = [...text.matchAll(/(\d+(?:[.,]\d+)?)\s?%/g)];
  return found.length === 1 ? Number(found[0]![1]!.replace(',', '.')) / 100 : null;
}

/** The one percentage whose middle lies in the slice's box and in no smaller slice's. */
function inside({ texts, slices }: Chart, slice: Slice): Said | null {
  const found = texts.flatMap(({ text, box }): Said[] => {
    const said = percentOf(text);
    if (said === null || numberOf(text) === null) return [];
    const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
    const holders = slices.filter(
      (one) => x > one.box[0] && x < one.box[0] + one.box[2] && y > one.box[1] && y < one.box[1] + one.box[3],
    );
    // Boxes of slices overlap: only a text in a single box is surely the slice's.
    return holders.length === 1 && holders[0] === slice ? [{ text, said }] : [];
  });
  return found.length === 1 ? found[0]! : null;
}

function inLegend(layout: Layout, chart: Chart, slice: Slice): Said | null {
  const [entry] = legendOf(layout, chart, [{ color: slice.color, marks: [slice] }]);
  if (!entry) return null;
  const own = percentOf(entry.text);
  if (own !== null) return { text: entry.text, said: own };
  const middle = entry.box[1] + entry.box[3] / 2;
  const level = [...chart.texts, ...textsAround(layout, chart, containerOf(layout, chart))].filter(
    ({ box }) => middle > box[1] && middle < box[1] + box[3] && box[0] > entry.box[0],
  );
  const found = level.flatMap(({ text }) => {
    const said = percentOf(text);
    return said === null ? [] : [{ text: `${entry.text} ${text}`, said }];
  });
  return found.length === 1 ? found[0]! : null;
}

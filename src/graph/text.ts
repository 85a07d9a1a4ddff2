import type { Box, Layout } from '../render/capture.js';

/** One line of a text as laid out, unclipped. */
export interface TextLine {
  box: Box;
  text: string;
}

/** The lines of a text node with the text that stands on each; a text without lines but with a box is one line. */
export function linesOf(layout: Layout, node: number): TextLine[] {
  const { text = '', lines, box } = layout.nodes[node]!;
  if (!lines) return box && text.trim() ? [{ box, text: text.trim() }] : [];
  const result: TextLine[] = [];
  for (const line of lines) {
    const part = text.slice(line.start, line.start + line.length).trim();
    if (part && line.box[2] > 0 && line.box[3] > 0) result.push({ box: line.box, text: part });
  }
  return result;
}

import type { Box, Line } from '../capture.js';
import type { TextBox } from './columns.js';

/** Text as drawn, and its lines; `start` and `length` count UTF-16 units of `text`. */
export interface DrawnText {
  text: string;
  lines: Line[];
}

/**
 * Joins the browser's inline boxes into lines. The browser splits a line at collapsed spaces and changes of direction, and lists
 * boxes as they stand on the line; the text wants them as they are read.
 */
export function drawnText(
  source: string,
  boxes: readonly TextBox[],
  style: Readonly<Record<string, string>> = {},
): DrawnText {
  const vertical = /^(vertical|sideways)/.test(style['writing-mode'] ?? '');
  const collapses = (style['white-space-collapse'] ?? 'collapse') === 'collapse';
  // Of collapsed white space the browser keeps the first character, and draws a space for it.
  const drawn = collapses ? source.replace(/[\t\n\r\f]/g, ' ') : source;
  const inOrder = boxes.length < 2 ? boxes : [...boxes].sort((a, b) => a.start - b.start);
  const lines: Line[] = [];
  let text = '';
  let end = 0;
  for (const { box, start, length } of inOrder) {
    const piece = drawn.slice(start, start + length);
    // A kept line break is part of the text, and of no line: nothing is drawn for it.
    const ink = piece.replace(/\n$/, '').length;
    const last = lines.at(-1);
    if (last && continues(last.box, box, vertical)) {
      last.box = union(last.box, box);
      last.length = text.length + ink - last.start;
    } else {
      // The space at which a line was broken is drawn on neither side.
      if (last && /\s/.test(drawn.slice(end, start)) && !/\s$/.test(text)) text += ' ';
      if (ink > 0) lines.push({ box, start: text.length, length: ink });
    }
    text += piece;
    end = start + length;
  }
  return text.trim() === '' ? { text: '', lines: [] } : { text, lines };
}

/** True when `next` stands on the line of `box`: level with it, beside it, and not in another column. */
function continues(box: Box, next: Box, vertical: boolean): boolean {
  const [along, across] = vertical ? [1, 0] : [0, 1];
  const size = box[across + 2]!;
  if (Math.abs(box[across]! - next[across]!) > size / 2) return false;
  const gap = Math.max(
    next[along]! - (box[along]! + box[along + 2]!),
    box[along]! - (next[along]! + next[along + 2]!),
  );
  // Lines squeezed into each other lie over each other; parts of one line touch.
  return gap > -size / 4 && gap < 2 * size;
}

function union(a: Box, b: Box): Box {
  const x = Math.min(a[0], b[0]);
  const y = Math.min(a[1], b[1]);
  return [x, y, Math.max(a[0] + a[2], b[0] + b[2]) - x, Math.max(a[1] + a[3], b[1] + b[3]) - y];
}

import sharp from 'sharp';
import type { Look } from '../../../render/probe/look.js';
import type { Question } from './actions.js';
import type { Ranked } from './rank.js';

/** Points at which a drawing is asked again, and px between two of them at least. */
const MOST = 3;
const APART = 32;
/** Side of the square in which ink is counted: the dot of a chart fills it more than a line does. */
const DOT = 9;
/** Difference of the strongest and the weakest channel, of 255, from which a pixel is coloured: axes, grids and texts are grey. */
const COLOURED = 60;

/**
 * Asked of a drawing that does not answer in its middle, where there may be nothing: the mouse goes to where it has most ink. Empty
 * where it is not whole in the window, or has none.
 */
export async function inkQuestions(
  { picture, draft, state }: Look,
  { node, path }: Ranked,
  question: Question,
): Promise<Question[]> {
  const box = draft.layout.nodes[node]?.box;
  if (!picture || !box) return [];
  const [left, top, width, height] = [
    Math.round(box[0] - state.scroll[0]),
    Math.round(box[1] - state.scroll[1]),
    Math.round(box[2]),
    Math.round(box[3]),
  ];
  const [across, down] = draft.layout.size;
  if (left < 0 || top < 0 || left + width > across || top + height > down || width * height === 0) return [];
  const { data, info } = await sharp(picture)
    .extract({ left, top, width, height })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return fullest(data, info.width, info.height).map(([x, y]): Question => ({
    ...question,
    asks: 'answers-prepared',
    acts: [{ deed: { do: 'hover', what: null, on: null }, path, off: [x - width / 2, y - height / 2] }],
  }));
}

/** Middles of the squares with most ink, the fullest first. */
function fullest(data: Buffer, width: number, height: number): [number, number][] {
  const inked = new Uint8Array(width * height);
  for (let i = 0; i < inked.length; i++) {
    const [r, g, b] = [data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!];
    inked[i] = Math.max(r, g, b) - Math.min(r, g, b) >= COLOURED ? 1 : 0;
  }
  const half = DOT >> 1;
  const squares: { x: number; y: number; ink: number }[] = [];
  for (let y = half; y < height - half; y += 2) {
    for (let x = half; x < width - half; x += 2) {
      if (inked[y * width + x] === 0) continue;
      let ink = 0;
      for (let v = y - half; v <= y + half; v++)
        for (let u = x - half; u <= x + half; u++) ink += inked[v * width + u]!;
      squares.push({ x, y, ink });
    }
  }
  const kept: [number, number][] = [];
  for (const { x, y } of squares.sort((a, b) => b.ink - a.ink)) {
    if (kept.length === MOST) break;
    if (kept.every(([u, v]) => Math.hypot(x - u, y - v) >= APART)) kept.push([x, y]);
  }
  return kept;
}

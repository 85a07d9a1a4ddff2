import { drawingSchema, SMALLEST_CHART, type Box, type Drawing } from '../capture.js';
import type { CdpSession } from './cdp.js';
import { readChartJs } from './drawings/chart-js.js';
import { readECharts } from './drawings/echarts.js';
import type { LayoutDraft } from './snapshot.js';

/** Canvases of a page that are asked, and the length of an answer that is read. */
const MAX_CANVASES = 40;
const MAX_JSON = 400_000;

/**
 * Notes of every canvas what a chart library says that it has drawn there, in px of the page. A canvas itself tells nothing of what is
 * on it; libraries that stand in the page's globals (Chart.js 3 and 4, ECharts 5) know every label and mark. What a page answers
 * here is as much its own word as its markup is: it is read through the schema, and what doesn't fit is left out.
 */
export async function readDrawings(session: CdpSession, { layout, backendIds }: LayoutDraft): Promise<void> {
  const canvases = layout.nodes.flatMap(({ name, box }, i) =>
    name === 'canvas' && box && box[2] >= SMALLEST_CHART.width && box[3] >= SMALLEST_CHART.height ? [i] : [],
  );
  for (const at of canvases.slice(0, MAX_CANVASES)) {
    const drawing = await askCanvas(session, backendIds[at]!).catch(() => null);
    if (drawing) layout.nodes[at]!.drawing = placed(drawing, layout.nodes[at]!.box!);
  }
}

/** What stands on a canvas, in px of its drawing, and where the drawing lies in the canvas' box. */
interface Answer {
  drawing: Drawing;
  /** Of the drawing, px. */
  size: [number, number];
  /** Border and padding of the canvas, left, top, right and bottom, as shares of its width and height. */
  inset: [number, number, number, number];
}

async function askCanvas(session: CdpSession, backendNodeId: number): Promise<Answer | null> {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId });
  const { result } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId!,
    functionDeclaration: `function () { return (${answerOf.toString()})(this, [${READERS.map(String).join()}]); }`,
    returnByValue: true,
  });
  const text: unknown = result.value;
  if (typeof text !== 'string' || text.length > MAX_JSON) return null;
  const { drawing, size, inset } = JSON.parse(text) as Answer;
  const parsed = drawingSchema.safeParse(drawing);
  const numbers = [...size, ...inset].every(Number.isFinite) && size[0] > 0 && size[1] > 0;
  return parsed.success && numbers ? { drawing: parsed.data, size, inset } : null;
}

/** A reader of one library's charts: null where the canvas is none of its own. */
export type ReadDrawing = (canvas: HTMLCanvasElement) => { drawing: Drawing; size: [number, number] } | null;
const READERS: readonly ReadDrawing[] = [readChartJs, readECharts];

/* Runs in the page's own world, where its libraries are. */
function answerOf(canvas: HTMLCanvasElement, readers: readonly ReadDrawing[]): string | null {
  const style = getComputedStyle(canvas);
  const side = (name: string, of: number) =>
    (parseFloat(style.getPropertyValue(`border-${name}-width`)) +
      parseFloat(style.getPropertyValue(`padding-${name}`))) /
    of;
  const { offsetWidth: width, offsetHeight: height } = canvas;
  for (const read of readers) {
    const answer = read(canvas);
    if (answer) {
      const inset = [side('left', width), side('top', height), side('right', width), side('bottom', height)];
      return JSON.stringify({ ...answer, inset });
    }
  }
  return null;
}

/** The same drawing in px of the page. */
function placed(
  { drawing, size, inset: [left, top, right, bottom] }: Answer,
  [x, y, width, height]: Box,
): Drawing {
  const scale = [(width * (1 - left - right)) / size[0], (height * (1 - top - bottom)) / size[1]] as const;
  const move = <T extends { box: readonly number[] }>(one: T): T => ({
    ...one,
    box: [
      x + left * width + one.box[0]! * scale[0],
      y + top * height + one.box[1]! * scale[1],
      one.box[2]! * scale[0],
      one.box[3]! * scale[1],
    ],
  });
  return {
    library: drawing.library,
    texts: drawing.texts.map((text) => ({ ...move(text), size: text.size * scale[1] })),
    shapes: drawing.shapes.map(move),
  };
}

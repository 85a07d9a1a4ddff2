import type { z } from 'zod';
import { kindSchema, type Brief, type Kind } from '../../artifact/schema.js';
import { buildGraph } from '../../graph/build.js';
import type { Capture, CaptureData, Layout } from '../../render/capture.js';
import type { Check, Defect } from '../check.js';
import { pixelsOf } from '../pixels.js';
import { captureOf, graphsOf } from './capture.js';

/** Runs one check on a hand-made layout. */
export async function evaluate<Options extends z.ZodType>(
  check: Check<Options>,
  layout: Layout,
  given: { data?: Partial<CaptureData>; kind?: Kind; brief?: Brief; options?: object } = {},
): Promise<{ score: number | null; defects: Defect[] }> {
  const capture = captureOf({ layouts: [layout], ...given.data });
  const result = await check.evaluate({
    capture,
    layout,
    graph: graphsOf(capture).get(layout.viewport)!,
    brief: given.brief ?? {},
    kind: given.kind ?? 'website',
    options: check.options.parse(given.options ?? {}),
    pixels: () => Promise.resolve(null),
  });
  return result.score === null ? { score: null, defects: [] } : result;
}

/** Runs one check on the first layout of a real capture. */
export async function evaluateCapture(
  check: Check,
  capture: Capture,
  given: { brief?: Brief; options?: object } = {},
): Promise<{ score: number | null; defects: Defect[] }> {
  const layout = capture.data.layouts[0]!;
  const result = await check.evaluate({
    capture,
    layout,
    graph: buildGraph(capture),
    brief: given.brief ?? {},
    kind: kindSchema.parse(capture.data.artifact.kind),
    options: check.options.parse(given.options ?? {}),
    pixels: () => pixelsOf(capture, layout.viewport),
  });
  return result.score === null ? { score: null, defects: [] } : result;
}

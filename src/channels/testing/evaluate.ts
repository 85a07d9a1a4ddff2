import type { z } from 'zod';
import type { Brief, Kind } from '../../artifact/schema.js';
import type { CaptureData, Layout } from '../../render/capture.js';
import type { Check, Defect } from '../check.js';
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

import { z } from 'zod';
import type { Brief, Kind } from '../artifact/schema.js';
import type { Box, Capture, Layout, Source } from '../render/capture.js';
import type { DesignGraph } from '../graph/schema.js';
import type { Finding, Severity } from './schema.js';

/** What a check sees: everything, read-only. */
export interface CheckContext<Options = unknown> {
  capture: Capture;
  /** The layout under judgement, one of `capture.data.layouts`. */
  layout: Layout;
  /** The design graph of that layout. */
  graph: DesignGraph;
  brief: Brief;
  /** The graph of the design that the artifact was to reproduce, where there is one. */
  reference?: DesignGraph | undefined;
  kind: Kind;
  options: Options;
  /** Decoded full-page picture of this viewport, or null when the profile took none. Decoding is done once, on demand. */
  pixels(): Promise<Pixels | null>;
}

/** A decoded picture: RGB, 3 bytes a pixel, rows without padding. Origin and scale are those of the page (1 CSS px = 1 px). */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A defect as a check states it; the mechanism adds check id, channel, selector, source and fingerprint. */
export interface Defect {
  /** Index of the element in `layout.nodes`, or null for the page as a whole. */
  element: number | null;
  box: Box | null;
  message: string;
  measured: Finding['measured'];
  expected: Finding['expected'];
  suggestion: string;
  fix?: Finding['fix'];
  certainty?: Finding['certainty'];
  /** Overrides the check's severity downwards: a check may find some of its defects less grave. */
  severity?: Severity;
  /** Overrides the element's own source position (lint messages know theirs). */
  source?: Source | null;
  /** Overrides the element's own selector (checks of a deck speak of elements in several layouts). */
  selector?: string | null;
}

/** `score` in [0,1]: 1 is free of defects. `null` when the check has nothing to look at on this page. */
export type CheckResult = { score: number; defects: Defect[] } | { score: null; reason: string };

export interface CheckMeta {
  /** A noun, kebab-case, the name of the file: "text-contrast". */
  id: string;
  title: string;
  /** What is measured and why it matters: the opening of the check's documentation page (Markdown). */
  description: string;
  /** How to repair what the check finds (Markdown). */
  remedy: string;
  severity: Severity;
  /** In [0,1]: how much of the channel a complete failure takes away; 0 for what is only told. */
  weight: number;
  /** Kinds the check applies to; all when absent. */
  kinds?: readonly Kind[];
  /** Where the rule comes from: a standard, a paper, a measurement. */
  source: string;
  /** Which layouts it looks at: the primary one only, or every one captured. */
  viewports: 'primary' | 'all';
}

export interface Check<Options extends z.ZodType = z.ZodType> {
  meta: CheckMeta;
  /** Thresholds a user may set, with the defaults from `thresholds.ts`. */
  options: Options;
  evaluate(context: CheckContext<z.infer<Options>>): CheckResult | Promise<CheckResult>;
}

/** Declares a check. It must be pure: the same context gives the same result, and nothing else is read. */
export function defineCheck<Options extends z.ZodType>(check: Check<Options>): Check<Options> {
  return check;
}

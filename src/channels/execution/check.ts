import type { z } from 'zod';
import type { Brief, Kind, Language } from '../../artifact/schema.js';
import type { Capture } from '../../render/capture.js';
import type { CheckMeta, CheckResult, Pixels } from '../check.js';

/** What a check of the execution channel sees: the artifact as a whole, whether or not it was shown. */
export interface ExecutionContext<Options = unknown> {
  capture: Capture;
  kind: Kind;
  language: Language;
  brief: Brief;
  /** The entry file: its path and its text. Null when the artifact has none. */
  entry: { file: string; code: string } | null;
  options: Options;
  /** Decoded picture of the primary viewport, or null when there is none. */
  pixels: () => Promise<Pixels | null>;
}

/** A check of the execution channel. It differs from a correctness check in needing no layout. */
export interface ExecutionCheck<Options extends z.ZodType = z.ZodType> {
  meta: CheckMeta;
  options: Options;
  evaluate(context: ExecutionContext<z.infer<Options>>): CheckResult | Promise<CheckResult>;
}

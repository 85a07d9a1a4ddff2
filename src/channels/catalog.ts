import type { z } from 'zod';
import type { CheckMeta } from './check.js';
import { DECK_CHECKS } from './correctness/deck/index.js';
import { CHECKS } from './correctness/index.js';
import { EXECUTION_CHECKS } from './execution/index.js';
import { INTERACTION_CHECKS } from './interaction/checks.js';
import type { ChannelName } from './schema.js';
import { VISUAL_CHECKS } from './visual/checks.js';

/** A check as documentation and configuration see it. */
export interface CatalogEntry {
  channel: ChannelName;
  meta: CheckMeta;
  options: z.ZodType;
}

/** Every check of every channel: what has a page under docs/checks and may stand in the configuration. */
export const CATALOG: readonly CatalogEntry[] = [
  ...EXECUTION_CHECKS.map(({ meta, options }) => ({ channel: 'execution' as const, meta, options })),
  ...[...CHECKS, ...DECK_CHECKS].map(({ meta, options }) => ({
    channel: 'correctness' as const,
    meta,
    options,
  })),
  ...VISUAL_CHECKS.map(({ meta, options }) => ({ channel: 'visual' as const, meta, options })),
  ...INTERACTION_CHECKS.map(({ meta, options }) => ({ channel: 'interaction' as const, meta, options })),
];

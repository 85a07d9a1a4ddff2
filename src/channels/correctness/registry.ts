import type { Check } from '../check.js';

/** Every correctness check, in the order in which parts and findings appear. One file a check. */
export const CHECKS: readonly Check[] = [];

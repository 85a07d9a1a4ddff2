/** A threshold as data: the number, its unit, and why it is that number. */
export interface Threshold {
  value: number;
  unit: string;
  source: string;
}

/** The defaults of every correctness check, by check id. Users override them in `kallos.config.json`. */
export const THRESHOLDS = {} as const satisfies Record<string, Record<string, Threshold>>;

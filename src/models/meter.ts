import { KallosError } from '../errors.js';
import type { ModelSettings } from './settings.js';

/** What a model was used for so far. */
export interface Usage {
  /** Requests that were answered. */
  calls: number;
  /** Answers that came from disk. */
  cached: number;
  /** Requests in which a model was told what was wrong with its reply. */
  repairs: number;
  /** Requests sent again after a passing fault. */
  retries: number;
  /** Questions without an answer in the end. */
  failures: number;
  inputTokens: number;
  outputTokens: number;
  images: number;
  /** US dollars; null where no price is configured or a server does not count. */
  usd: number | null;
}

/** What one request used; null where the server does not count. */
export interface Consumption {
  inputTokens?: number | null;
  outputTokens?: number | null;
  images?: number;
}

/** Counts what is used, and refuses what would be too dear. */
export interface Meter {
  /**
   * Stands before every request; what it returns takes the outcome, null for none.
   * @throws KallosError KALLOS_MODEL_BUDGET when the next request could exceed `maxUsd`, or when what was spent is unknown
   */
  admit(): (used: Consumption | null) => number | null;
  /** US dollars for what was used; null where a price or a count is not known. */
  price(used: Consumption): number | null;
  count(what: 'cached' | 'repairs' | 'retries' | 'failures', by?: number): void;
  usage(): Usage;
}

/** A request yet to come, and each that is under way, is taken to cost as much as the dearest so far. */
export function createMeter(name: string, { maxUsd, price }: Pick<ModelSettings, 'maxUsd' | 'price'>): Meter {
  const sums = {
    calls: 0,
    cached: 0,
    repairs: 0,
    retries: 0,
    failures: 0,
    inputTokens: 0,
    outputTokens: 0,
    images: 0,
  };
  let spent = 0;
  let isKnown = price !== undefined;
  let dearest = 0;
  let running = 0;

  const cost = ({ inputTokens = 0, outputTokens = 0, images = 0 }: Consumption): number | null => {
    const parts = [
      priced(inputTokens, price?.input, 1e6),
      priced(outputTokens, price?.output, 1e6),
      priced(images, price?.image, 1),
    ];
    return parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + part!, 0);
  };

  return {
    admit() {
      if (maxUsd !== undefined && !isKnown) {
        throw new KallosError(
          'KALLOS_MODEL_BUDGET',
          `${name} does not say how many tokens it used, so that maxUsd cannot be kept.`,
          'Remove maxUsd for this model, or use a server that counts tokens.',
        );
      }
      if (maxUsd !== undefined && (spent >= maxUsd || spent + (running + 1) * dearest > maxUsd)) {
        throw new KallosError(
          'KALLOS_MODEL_BUDGET',
          `${name} has spent $${spent.toFixed(4)} of $${maxUsd}; another call could exceed it.`,
          'Raise maxUsd; answers so far are kept, so that a repeated run goes on from here.',
        );
      }
      running++;
      return (used) => {
        running--;
        if (!used) return null;
        sums.calls++;
        sums.inputTokens += used.inputTokens ?? 0;
        sums.outputTokens += used.outputTokens ?? 0;
        sums.images += used.images ?? 0;
        const usd = cost(used);
        if (usd === null) isKnown = false;
        spent += usd ?? 0;
        dearest = Math.max(dearest, usd ?? 0);
        return usd;
      };
    },
    count(what, by = 1) {
      sums[what] += by;
    },
    price: cost,
    usage: () => ({ ...sums, usd: isKnown ? spent : null }),
  };
}

/** Nothing used costs nothing, whatever the price. */
function priced(amount: number | null, price: number | undefined, per: number): number | null {
  if (amount === 0) return 0;
  return amount === null || price === undefined ? null : (amount * price) / per;
}

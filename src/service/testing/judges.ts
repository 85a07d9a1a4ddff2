import type { Judge } from '../../channels/visual/judge.js';
import { KallosError } from '../../errors.js';

/** A judge of looks that fails so many times before it gives everything half the marks. */
export function judgeAfter(failures: number): Judge & { readonly asked: number } {
  let asked = 0;
  const opinion = { interval: null, pulls: [], reasons: [] };
  return {
    id: `after-${failures}`,
    get asked() {
      return asked;
    },
    judge: () =>
      ++asked <= failures
        ? Promise.reject(new KallosError('KALLOS_MODEL_UNAVAILABLE', 'The model is away.', 'Ask again.'))
        : Promise.resolve({ score: 0.5, parts: {}, spread: null, opinion, usd: 0 }),
  };
}

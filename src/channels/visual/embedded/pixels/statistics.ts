/** Mean; 0 of nothing. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return values.length > 0 ? sum / values.length : 0;
}

/** Standard deviation of a population; 0 of nothing. */
export function deviation(values: ArrayLike<number>): number {
  const middle = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i]! - middle) ** 2;
  return values.length > 0 ? Math.sqrt(sum / values.length) : 0;
}

/** Value below which a share of the values lies (nearest rank); 0 of nothing. */
export function quantile(values: Float64Array, share: number): number {
  if (values.length === 0) return 0;
  return values.slice().sort()[Math.min(values.length - 1, Math.floor(share * values.length))]!;
}

/** Shannon entropy of counts, in bits. */
export function entropy(counts: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += counts[i]!;
  let bits = 0;
  for (let i = 0; i < counts.length; i++) {
    const share = counts[i]! / sum;
    if (share > 0) bits -= share * Math.log2(share);
  }
  return bits;
}

/** Correlation of two series, in [-1,1]; 1 when neither varies, 0 when one does not. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const meanA = mean(a);
  const meanB = mean(b);
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    ab += (a[i]! - meanA) * (b[i]! - meanB);
    aa += (a[i]! - meanA) ** 2;
    bb += (b[i]! - meanB) ** 2;
  }
  if (aa < 1e-9 && bb < 1e-9) return 1;
  return aa < 1e-9 || bb < 1e-9 ? 0 : ab / Math.sqrt(aa * bb);
}

/** Upper median; 0 of nothing. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

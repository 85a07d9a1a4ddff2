const Z = 1.96;

/**
 * A share with its 95% interval (Wilson, 1927), as "0.97 [0.93, 0.99] (97 of 100)".
 * @param {number} hits
 * @param {number} all
 */
export function share(hits, all) {
  if (all === 0) return 'no case';
  const p = hits / all;
  const centre = (p + Z ** 2 / (2 * all)) / (1 + Z ** 2 / all);
  const half = (Z / (1 + Z ** 2 / all)) * Math.sqrt((p * (1 - p)) / all + Z ** 2 / (4 * all ** 2));
  const [low, high] = [Math.max(0, centre - half), Math.min(1, centre + half)];
  return `${p.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] (${hits} of ${all})`;
}

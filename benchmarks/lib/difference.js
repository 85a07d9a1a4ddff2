/** The path and the two values of the first difference between two trees of JSON; null when they are equal. */
export function firstDifference(a, b, path = '') {
  if (a === b) return null;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    const short = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 120);
    return `${path}: ${short(a)}, now ${short(b)}`;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = firstDifference(a[key], b[key], Array.isArray(a) ? `${path}[${key}]` : `${path}.${key}`);
    if (found) return found;
  }
  return null;
}

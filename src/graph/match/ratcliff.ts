/** Texts from this length on leave out their frequent characters, as Python's `difflib` does by default. */
const LONG = 200;

/**
 * Similarity of two texts after Ratcliff & Obershelp (1988): twice the length of the longest common block, of the longest
 * ones left and right of it, and so on, over the length of both. In [0,1], and the same number as
 * `difflib.SequenceMatcher(None, a, b).ratio()` of Python, whose heuristic for long texts is part of published figures:
 * characters that make up more than 1 % of a `b` of 200 or more start no block. Not symmetric. Time grows with the
 * product of the lengths.
 */
export function ratcliff(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const total = left.length + right.length;
  if (total === 0) return 1;
  if (a === b) return 1;
  const places = placesOf(right);
  let common = 0;
  const pending: Span[] = [{ a: [0, left.length], b: [0, right.length] }];
  while (pending.length > 0) {
    const span = pending.pop()!;
    const [i, j, size] = longestBlock(left, right, places, span);
    if (size === 0) continue;
    common += size;
    pending.push({ a: [span.a[0], i], b: [span.b[0], j] });
    pending.push({ a: [i + size, span.a[1]], b: [j + size, span.b[1]] });
  }
  return (2 * common) / total;
}

/** Ranges of both texts, ends excluded. */
interface Span {
  a: [number, number];
  b: [number, number];
}

/** Where each character of `b` stands, without those too frequent to start a block. */
function placesOf(b: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  b.forEach((character, j) => {
    const known = places.get(character);
    if (known) known.push(j);
    else places.set(character, [j]);
  });
  if (b.length >= LONG) {
    const most = Math.floor(b.length / 100) + 1;
    for (const [character, at] of places) if (at.length > most) places.delete(character);
  }
  return places;
}

/** The first of the longest common blocks within a span: start in a, start in b, length. */
function longestBlock(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, number[]>,
  { a: [fromA, toA], b: [fromB, toB] }: Span,
): [number, number, number] {
  let [bestA, bestB, size] = [fromA, fromB, 0];
  // Length of the block that ends at each place of b and the character of a before this one.
  let ending = new Map<number, number>();
  for (let i = fromA; i < toA; i++) {
    const next = new Map<number, number>();
    for (const j of places.get(a[i]!) ?? []) {
      if (j < fromB) continue;
      if (j >= toB) break;
      const length = (ending.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > size) [bestA, bestB, size] = [i - length + 1, j - length + 1, length];
    }
    ending = next;
  }
  // Frequent characters start no block, but belong to one that they touch.
  while (bestA > fromA && bestB > fromB && a[bestA - 1] === b[bestB - 1]) {
    bestA--;
    bestB--;
    size++;
  }
  while (bestA + size < toA && bestB + size < toB && a[bestA + size] === b[bestB + size]) size++;
  return [bestA, bestB, size];
}

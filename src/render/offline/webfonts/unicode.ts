/** The code points of a text, each once, in order. */
export function codePointsOf(text: string): number[] {
  return [...new Set(Array.from(text, (character) => character.codePointAt(0)!))].sort((a, b) => a - b);
}

/** Those of the code points that a `unicode-range` ("U+0-FF,U+131,U+4??") holds. */
export function within(range: string, codePoints: readonly number[]): number[] {
  const spans = [...range.matchAll(/U\+([0-9A-F?]+)(?:-([0-9A-F]+))?/gi)].map(([, from = '', to]) => [
    parseInt(from.replaceAll('?', '0'), 16),
    parseInt(to ?? from.replaceAll('?', 'F'), 16),
  ]);
  return codePoints.filter((point) => spans.some(([low, high]) => point >= low! && point <= high!));
}

/** Value of a `unicode-range` descriptor of these code points. */
export function unicodeRange(codePoints: readonly number[]): string {
  return codePoints.map((point) => `U+${point.toString(16).toUpperCase()}`).join(', ');
}

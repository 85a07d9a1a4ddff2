/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Rows as an aligned table: the first column to the left, numbers to the right.
 * @param {(string | number)[][]} rows
 */
export function table(rows) {
  const text = rows.map((row) => row.map(String));
  const widths = text[0].map((_, column) => Math.max(...text.map((row) => row[column].length)));
  return text
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '),
    )
    .join('\n');
}

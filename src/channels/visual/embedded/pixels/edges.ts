import type { Screen } from './screen.js';
import { mean } from './statistics.js';

const EDGE = 24;
/** Less than this is no part of a line: most of a page. */
const FLAT = 8;
/** px; a straight edge of this length is a rule or the side of a box, not a stroke of a letter. */
const RULE = 96;

export type EdgeMeasure =
  | 'edgeDensity'
  | 'horizontalEdges'
  | 'diagonalEdges'
  | 'slantedEdges'
  | 'horizontalRules'
  | 'verticalRules'
  | 'columnPeaks'
  | 'rowPeaks'
  | 'rowRhythm'
  | 'leftEdges';

/** Edges of luma (central differences), their directions, and the straight lines and the grid that they make. */
export function edgeMeasures({ luma }: Screen): Record<EdgeMeasure, number> {
  const { width, height, data } = luma;
  const columns = new Float64Array(width);
  const rows = new Float64Array(height);
  const runs = new Uint16Array(width);
  let edges = 0;
  let horizontal = 0;
  let diagonal = 0;
  let slanted = 0;
  let horizontalRule = 0;
  let verticalRule = 0;
  for (let y = 1; y < height - 1; y++) {
    let run = 0;
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const across = Math.abs(data[i + 1]! - data[i - 1]!);
      const down = Math.abs(data[i + width]! - data[i - width]!);
      if (across + down <= FLAT) {
        runs[x] = run = 0;
        continue;
      }
      if (across > 4 * down && across > FLAT) {
        if (++runs[x]! === RULE) verticalRule += RULE;
        else if (runs[x]! > RULE) verticalRule++;
      } else runs[x] = 0;
      if (down > 4 * across && down > FLAT) {
        if (++run === RULE) horizontalRule += RULE;
        else if (run > RULE) horizontalRule++;
      } else run = 0;
      if (across + down < EDGE) continue;
      edges++;
      if (down > 2 * across) horizontal++;
      else if (across <= 2 * down) diagonal++;
      const more = Math.max(across, down);
      const less = Math.min(across, down);
      if (more > 60 && less > 0.02 * more && less < 0.2 * more) slanted++;
      columns[x]! += across > down ? 1 : 0;
      rows[y]! += 1;
    }
  }
  const of = Math.max(1, edges);
  return {
    edgeDensity: edges / data.length,
    horizontalEdges: horizontal / of,
    diagonalEdges: diagonal / of,
    slantedEdges: slanted / of,
    horizontalRules: Math.log2(1 + horizontalRule / height),
    verticalRules: Math.log2(1 + verticalRule / height),
    columnPeaks: topShare(columns, 0.02),
    rowPeaks: topShare(rows, 0.1),
    rowRhythm: rhythm(rows),
    leftEdges: starts(luma),
  };
}

/** What part of the sum the largest values have. */
function topShare(values: Float64Array, share: number): number {
  const sorted = values.slice().sort().reverse();
  const sum = mean(sorted) * sorted.length;
  return sum > 0
    ? (mean(sorted.slice(0, Math.ceil(share * sorted.length))) * Math.ceil(share * sorted.length)) / sum
    : 0;
}

/** Highest autocorrelation of the rows' edges at a distance of 10 to 64 px: 1 for lines at one pitch. */
function rhythm(rows: Float64Array): number {
  const middle = mean(rows);
  const at = (lag: number): number => {
    let sum = 0;
    for (let y = lag; y < rows.length; y++) sum += (rows[y]! - middle) * (rows[y - lag]! - middle);
    return sum / (rows.length - lag);
  };
  const whole = at(0);
  if (whole < 1e-9) return 1;
  let best = 0;
  for (let lag = 10; lag <= 64; lag++) best = Math.max(best, at(lag) / whole);
  return best;
}

/** Share of the line starts (content after at least 24 flat px) that the eight commonest columns (3 px wide) hold. */
function starts({ width, height, data }: Screen['luma']): number {
  const counts = new Float64Array(Math.ceil(width / 3));
  let all = 0;
  for (let y = 0; y < height; y += 2) {
    let flat = 0;
    for (let x = 1, i = y * width + 1; x < width; x++, i++) {
      if (Math.abs(data[i]! - data[i - 1]!) < 10) flat++;
      else {
        if (flat >= 24) {
          counts[Math.floor(x / 3)]!++;
          all++;
        }
        flat = 0;
      }
    }
  }
  if (all === 0) return 1;
  return (
    counts
      .sort()
      .slice(-8)
      .reduce((sum, n) => sum + n, 0) / all
  );
}

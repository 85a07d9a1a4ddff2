import type { Screen } from './screen.js';

export type FaultMeasure = 'seams' | 'cuts' | 'blocking' | 'impulses';

/** A step between neighbours that is seen, grey levels. */
const STEP = 16;
/** px; a straight line of this length through content is no stroke of a letter. */
const LENGTH = 16;
/** Of so many px of a seam each side has to differ. */
const CLEAN = 12;
/** Steps along a side that make it content, not ground. */
const BUSY = 2;
/** Steps that an encoder makes where its blocks meet, grey levels. */
const FAINT = 2;
const CODING = 48;
/** Side of the blocks in which JPEG codes a picture, px. */
const CODED = 8;

/**
 * What no designer draws, seen directly; letters on one line make a little of it too: straight lines at which content meets other content
 * (`seams`) or is cut off by a plain surface (`cuts`), log2 of 1 + their number in lengths of 16 px; the grid of an encoder
 * (`blocking`, after Wang, Bovik & Evans 2000: log2 of how much more the steps at every eighth px are than the others); and single
 * pixels that differ from all around (`impulses`, a share).
 */
export function faultMeasures({ luma }: Screen): Record<FaultMeasure, number> {
  const { width, height, data } = luma;
  const found = { seams: 0, cuts: 0 };
  /** By column, within the last rows: steps to the right, and downwards. */
  const right = new Uint8Array(width);
  const down = new Uint8Array(width);
  const phases = [new Float64Array(CODED), new Float64Array(CODED)] as const;
  let rowBefore: Row | null = null;
  let impulses = 0;
  for (let y = 1; y < height - 1; y++) {
    const row: Row = { across: new Uint8Array(width / LENGTH), along: new Uint8Array(width / LENGTH) };
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const here = data[i]!;
      const dx = data[i + 1]! - here;
      const dy = data[i + width]! - here;
      if (dx === 0 && dy === 0) continue;
      const [stepX, stepY] = [Math.abs(dx), Math.abs(dy)];
      if (stepX > FAINT && stepX < CODING && isAlone(stepX, here - data[i - 1]!, data[i + 2]! - data[i + 1]!))
        phases[0][x % CODED]!++;
      if (stepX >= STEP) {
        right[x]!++;
        row.along[x >> 4]!++;
      }
      if (
        stepY > FAINT &&
        stepY < CODING &&
        y < height - 2 &&
        isAlone(stepY, here - data[i - width]!, data[i + 2 * width]! - data[i + width]!)
      )
        phases[1][y % CODED]!++;
      if (stepY >= STEP) {
        down[x]!++;
        row.across[x >> 4]!++;
      }
      if (stepX > 40 && stepY > 40 && dx > 0 === dy > 0) {
        const [left, up] = [data[i - 1]! - here, data[i - width]! - here];
        if (Math.abs(left) > 40 && Math.abs(up) > 40 && left > 0 === dx > 0 && up > 0 === dx > 0) impulses++;
      }
    }
    count(found, rowBefore, row);
    rowBefore = row;
    if (y % LENGTH === LENGTH - 1) {
      for (let x = 2; x < width - 2; x++) {
        if (right[x]! < CLEAN || right[x - 1]! > LENGTH / 2 || right[x + 1]! > LENGTH / 2) continue;
        tell(found, down[x]!, down[x + 1]!);
      }
      right.fill(0);
      down.fill(0);
    }
  }
  return {
    seams: Math.log2(1 + found.seams),
    cuts: Math.log2(1 + found.cuts),
    blocking: Math.max(...phases.map(peak)),
    impulses: impulses / data.length,
  };
}

/** Is a step more than twice those before and after it together? */
function isAlone(step: number, before: number, after: number): boolean {
  return step > 2 * (Math.abs(before) + Math.abs(after));
}

/** By length of 16 px of a row: steps to the next row, and along it. */
interface Row {
  across: Uint8Array;
  along: Uint8Array;
}

/** The seams between the row before and the one after it: many steps across, of which its neighbours have few. */
function count(found: { seams: number; cuts: number }, row: Row | null, next: Row): void {
  if (!row) return;
  for (let i = 0; i < row.across.length; i++) {
    if (row.across[i]! >= CLEAN && next.across[i]! <= LENGTH / 2) tell(found, row.along[i]!, next.along[i]!);
  }
}

function tell(found: { seams: number; cuts: number }, side: number, other: number): void {
  if (Math.min(side, other) >= BUSY) found.seams++;
  else if (Math.max(side, other) > BUSY && Math.min(side, other) === 0) found.cuts++;
}

/** How far the most frequent place within the blocks is above the mean of the others, log2. */
function peak(counts: Float64Array): number {
  const most = Math.max(...counts);
  const others = (counts.reduce((sum, n) => sum + n, 0) - most) / (CODED - 1);
  return Math.log2((most + 200) / (others + 200));
}

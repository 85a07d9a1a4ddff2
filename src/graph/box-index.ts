import type { Box } from '../render/capture.js';

/** Side of the smallest cell in px. */
const CELL = 16;
const COLUMNS = 2 ** 26;

/**
 * Boxes on a hierarchical grid: each lies on the level whose cells are at least as large as itself, in at most four
 * cells, so that adding and finding stay near-linear whatever the mixture of sizes.
 */
export class BoxIndex {
  readonly #levels: Map<number, number[]>[] = [];
  readonly #size: number[] = [];
  readonly #seen: Int32Array;
  #stamp = 0;

  constructor(readonly boxes: readonly (Box | null)[]) {
    this.#seen = new Int32Array(boxes.length);
    boxes.forEach((box, i) => {
      if (box) this.#add(box, i);
    });
  }

  /**
   * Visits the items of every cell that `box` touches, latest item first within a cell and each item once. Smaller than
   * `smallest` px (longer side, as a power of two) is passed over. `visit` returns false to leave the cell.
   */
  visit(box: Box, smallest: number, visit: (item: number) => boolean): void {
    const stamp = ++this.#stamp;
    for (let level = levelOf(smallest); level < this.#levels.length; level++) {
      const cells = this.#levels[level];
      if (!cells) continue;
      this.#eachCell(box, level, (key) => {
        const items = cells.get(key);
        if (!items) return;
        for (let i = items.length - 1; i >= 0; i--) {
          const item = items[i]!;
          if (this.#seen[item] === stamp) continue;
          this.#seen[item] = stamp;
          if (!visit(item)) return;
        }
      });
    }
  }

  #add(box: Box, item: number): void {
    const level = levelOf(Math.max(box[2], box[3]));
    const cells = (this.#levels[level] ??= new Map<number, number[]>());
    this.#eachCell(box, level, (key) => {
      const items = cells.get(key);
      if (items) items.push(item);
      else cells.set(key, [item]);
    });
  }

  #eachCell([x, y, width, height]: Box, level: number, use: (key: number) => void): void {
    const size = (this.#size[level] ??= CELL * 2 ** level);
    const right = Math.floor((x + width) / size);
    const bottom = Math.floor((y + height) / size);
    for (let row = Math.floor(y / size); row <= bottom; row++) {
      for (let column = Math.floor(x / size); column <= right; column++) use(row * COLUMNS + column);
    }
  }
}

function levelOf(side: number): number {
  return Math.max(0, Math.ceil(Math.log2(side / CELL)));
}

import { hypot } from '@site/sim';
import { DIAMETER, RADIUS, type Balls } from './balls.rules.ts';

/** Balls closer than this are in the neighbor list, which is valid until a ball has moved half of its skin. */
export const NEIGHBOR_REACH = 3 * RADIUS;
/** Radius of a neighbor list for a single substep: contacts, and pairs that position correction may bring into contact. */
export const TIGHT_REACH = 2.2 * RADIUS;
/** Half of the list's skin: when a ball has moved farther, the list is outdated. */
export const HALF_SKIN = (NEIGHBOR_REACH - DIAMETER) / 2;
/**
 * Without overlaps, at most 10 centers lie within three radii of a ball's center (6 in hexagonal packing), and each pair is
 * listed once; the rest is room for overlaps.
 */
export const NEIGHBORS_PER_BALL = 10;

/** Allocates the grid for the smaller cells; the larger ones need less. */
export function sizeGrid({ width, height, work }: Balls): void {
  const columns = Math.ceil(width / TIGHT_REACH) + 2;
  const rows = Math.ceil(height / TIGHT_REACH) + 2;
  work.cellStart = new Int32Array(columns * rows + 2);
}

/** Pairs each ball with those after it in its cell and the next, and with those in the three cells above, from the floor up. */
export function findNeighbors(balls: Balls, reach: number = NEIGHBOR_REACH): void {
  sortIntoCells(balls, reach);
  const { count, x, y, work } = balls;
  const { columns, cellStart, sorted, sortedCell, sortedX, sortedY, first, second } = work;
  const squareReach = reach * reach;
  const room = first.length;
  let pairs = 0;
  // Every candidate is written, and overwritten by the next one if it is too far away: a branch would be mispredicted half the time,
  // and `? 1 : 0` is a branch. Ball by ball, not cell by cell, because empty cells would be mispredicted as well.
  // Repeated on purpose: one loop over both ranges takes a sixth longer.
  for (let a = 0; a < count; a += 1) {
    const c = sortedCell[a]!;
    const i = sorted[a]!;
    const xi = sortedX[a]!;
    const yi = sortedY[a]!;
    const rowEnd = cellStart[c + 2]!;
    const aboveEnd = cellStart[c + columns + 2]!;
    for (let b = a + 1; b < rowEnd; b += 1) {
      const dx = sortedX[b]! - xi;
      const dy = sortedY[b]! - yi;
      first[pairs] = i;
      second[pairs] = sorted[b]!;
      pairs += Number(dx * dx + dy * dy < squareReach);
    }
    for (let b = cellStart[c + columns - 1]!; b < aboveEnd; b += 1) {
      const dx = sortedX[b]! - xi;
      const dy = sortedY[b]! - yi;
      first[pairs] = i;
      second[pairs] = sorted[b]!;
      pairs += Number(dx * dx + dy * dy < squareReach);
    }
    if (pairs > room) pairs = room;
  }
  work.pairs = pairs;
  work.maxDisplacement = 0;
  work.listX.set(x);
  work.listY.set(y);
}

/**
 * Counting sort, rows from the floor up. `cellStart[c]` is the start of cell c, valid from the lowest row with a ball to the row
 * above the highest. Other rows are skipped, because a pile leaves most of the grid empty.
 */
function sortIntoCells({ count, width, height, x, y, work }: Balls, reach: number): void {
  const { cell, sorted, sortedCell, sortedX, sortedY, cellStart } = work;
  const perCell = 1 / reach;
  const columns = Math.ceil(width / reach) + 2;
  const rows = Math.ceil(height / reach) + 2;
  work.columns = columns;
  let lowest = rows;
  let highest = 0;
  for (let i = 0; i < count; i += 1) {
    const column = Math.min(Math.max((x[i]! * perCell) | 0, 0), columns - 3) + 1;
    const row = Math.min(Math.max(((height - y[i]!) * perCell) | 0, 0), rows - 3) + 1;
    cell[i] = column + row * columns;
    lowest = Math.min(lowest, row);
    highest = Math.max(highest, row);
  }
  const from = lowest * columns;
  const to = (highest + 2) * columns;
  cellStart.fill(0, from, to + 1);
  for (let i = 0; i < count; i += 1) cellStart[cell[i]!]! += 1;
  let sum = 0;
  for (let c = from; c <= to; c += 1) {
    sum += cellStart[c]!;
    cellStart[c] = sum;
  }
  for (let i = count - 1; i >= 0; i -= 1) {
    const c = cell[i]!;
    const at = cellStart[c]! - 1;
    cellStart[c] = at;
    sorted[at] = i;
    sortedCell[at] = c;
    sortedX[at] = x[i]!;
    sortedY[at] = y[i]!;
  }
}

/** Deepest overlap of two balls, in px. */
export function deepestOverlap(balls: Balls): number {
  const { x, y, work } = balls;
  findNeighbors(balls);
  let nearest = DIAMETER;
  for (let p = 0; p < work.pairs; p += 1) {
    const i = work.first[p]!;
    const j = work.second[p]!;
    nearest = Math.min(nearest, hypot(x[j]! - x[i]!, y[j]! - y[i]!));
  }
  return DIAMETER - nearest;
}

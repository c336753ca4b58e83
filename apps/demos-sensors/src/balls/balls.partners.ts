import { hypot } from '@site/sim';
import { DIAMETER, RADIUS, type Balls } from './balls.rules.ts';

/** Balls nearer than this are listed as possible partners; the list holds until a ball has moved half of the gap. */
export const PARTNER_REACH = 3 * RADIUS;
/** The reach of a list for one slice: a contact, and what pushes of that slice may bring near. */
export const TIGHT_REACH = 2.2 * RADIUS;
export const MAX_TRAVEL = (PARTNER_REACH - DIAMETER) / 2;
/** A disc has at most 16 others' centers within three radii (hexagonal packing has 6 + 6); each pair is listed once. */
export const PARTNERS_PER_BALL = 10;

/** Room for the smaller cells; the larger ones need less. */
export function sizeGrid({ width, height, work }: Balls): void {
  const columns = Math.ceil(width / TIGHT_REACH) + 2;
  const rows = Math.ceil(height / TIGHT_REACH) + 2;
  work.cellStart = new Int32Array(columns * rows + 2);
}

/** Lists each ball with the rest of its row's three cells and those of the row above, from the floor up. */
export function findPartners(balls: Balls, reach: number = PARTNER_REACH): void {
  sortIntoCells(balls, reach);
  const { count, x, y, work } = balls;
  const { columns, cellStart, sorted, sortedCell, sortedX, sortedY, first, second } = work;
  const squareReach = reach * reach;
  const room = first.length;
  let pairs = 0;
  // Every candidate is written, and the next one over it if it is too far: a branch would be guessed wrong half the time,
  // and `? 1 : 0` is one. Ball by ball, not cell by cell: whether a cell is empty would be guessed as well.
  // Written out twice: one loop over both ranges takes a sixth longer.
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
  work.travel = 0;
  work.listX.set(x);
  work.listY.set(y);
}

/**
 * Counting sort, rows from the floor up: from the lowest row with a ball to the one above the highest `cellStart[c]` is where
 * cell c begins. The other rows are not looked at: a pile leaves most of the grid empty.
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
  findPartners(balls);
  let nearest = DIAMETER;
  for (let p = 0; p < work.pairs; p += 1) {
    const i = work.first[p]!;
    const j = work.second[p]!;
    nearest = Math.min(nearest, hypot(x[j]! - x[i]!, y[j]! - y[i]!));
  }
  return DIAMETER - nearest;
}

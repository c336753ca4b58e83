import { DIAMETER, RADIUS, type Balls } from './balls.rules.ts';

/** Balls nearer than this are listed as possible partners; the list holds until a ball has moved half of the gap. */
const PARTNER_REACH = 3 * RADIUS;
const SQUARE_REACH = PARTNER_REACH * PARTNER_REACH;
export const MAX_TRAVEL = (PARTNER_REACH - DIAMETER) / 2;
/** A disc has at most 16 others' centres within three radii (hexagonal packing has 6 + 6); each pair is listed once. */
export const PARTNERS_PER_BALL = 10;

export function sizeGrid({ width, height, work }: Balls): void {
  work.columns = Math.ceil(width / PARTNER_REACH) + 2;
  work.rows = Math.ceil(height / PARTNER_REACH) + 2;
  work.cellStart = new Int32Array(work.columns * work.rows + 2);
}

/** Lists each ball with the rest of its row's three cells and those of the row above, from the floor up. */
export function findPartners(balls: Balls): void {
  const [lowest, highest] = sortIntoCells(balls);
  const { columns, cellStart, sorted, sortedX, sortedY, first, second } = balls.work;
  const room = first.length;
  let pairs = 0;
  for (let row = lowest; row <= highest; row += 1) {
    for (let c = row * columns + 1; c < (row + 1) * columns - 1; c += 1) {
      const begin = cellStart[c]!;
      const end = cellStart[c + 1]!;
      if (begin === end) continue;
      const rowEnd = cellStart[c + 2]!;
      const aboveBegin = cellStart[c + columns - 1]!;
      const aboveEnd = cellStart[c + columns + 2]!;
      for (let a = begin; a < end; a += 1) {
        const i = sorted[a]!;
        const xi = sortedX[a]!;
        const yi = sortedY[a]!;
        // Every candidate is written, and the next one over it if it is too far: a branch would be guessed wrong half the time.
        // Written out twice: one loop over both ranges takes a sixth longer.
        for (let b = a + 1; b < rowEnd; b += 1) {
          const dx = sortedX[b]! - xi;
          const dy = sortedY[b]! - yi;
          first[pairs] = i;
          second[pairs] = sorted[b]!;
          pairs += dx * dx + dy * dy < SQUARE_REACH ? 1 : 0;
        }
        for (let b = aboveBegin; b < aboveEnd; b += 1) {
          const dx = sortedX[b]! - xi;
          const dy = sortedY[b]! - yi;
          first[pairs] = i;
          second[pairs] = sorted[b]!;
          pairs += dx * dx + dy * dy < SQUARE_REACH ? 1 : 0;
        }
        if (pairs > room) pairs = room;
      }
    }
  }
  balls.work.pairs = pairs;
  balls.work.travel = 0;
}

/**
 * Counting sort, rows from the floor up. Answers the lowest and the highest row with a ball; from the one to the row above
 * the other `cellStart[c]` is where cell c begins. The other rows are not looked at: a pile leaves most of the grid empty.
 */
function sortIntoCells({ count, height, x, y, work }: Balls): readonly [lowest: number, highest: number] {
  const { cell, sorted, sortedX, sortedY, cellStart, columns, rows } = work;
  const perCell = 1 / PARTNER_REACH;
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
    sortedX[at] = x[i]!;
    sortedY[at] = y[i]!;
  }
  return [lowest, highest];
}

/** Deepest overlap of two balls, in px. */
export function deepestOverlap(balls: Balls): number {
  const { x, y, work } = balls;
  findPartners(balls);
  let nearest = DIAMETER;
  for (let p = 0; p < work.pairs; p += 1) {
    const i = work.first[p]!;
    const j = work.second[p]!;
    nearest = Math.min(nearest, Math.hypot(x[j]! - x[i]!, y[j]! - y[i]!));
  }
  return DIAMETER - nearest;
}

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

/** Counting sort into cells of one reach, then each ball with the rest of its row's three cells and those of the row above. */
export function findPartners({ count, x, y, work }: Balls): void {
  const { cell, sorted, sortedX, sortedY, cellStart, columns, rows, first, second } = work;
  const perCell = 1 / PARTNER_REACH;
  const room = first.length;
  let pairs = 0;
  cellStart.fill(0);
  for (let i = 0; i < count; i += 1) {
    const column = Math.min(Math.max((x[i]! * perCell) | 0, 0), columns - 3);
    const row = Math.min(Math.max((y[i]! * perCell) | 0, 0), rows - 3);
    const at = column + 1 + (row + 1) * columns;
    cell[i] = at;
    cellStart[at + 1]! += 1;
  }
  for (let c = 1; c < cellStart.length; c += 1) cellStart[c]! += cellStart[c - 1]!;
  // After this loop cellStart[c + 1] is where cell c begins.
  for (let i = count - 1; i >= 0; i -= 1) {
    const at = (cellStart[cell[i]! + 1]! -= 1);
    sorted[at] = i;
    sortedX[at] = x[i]!;
    sortedY[at] = y[i]!;
  }
  for (let row = rows - 2; row >= 1; row -= 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const c = column + row * columns;
      const begin = cellStart[c + 1]!;
      const end = cellStart[c + 2]!;
      if (begin === end) continue;
      const rowEnd = cellStart[Math.min(c + 3, cellStart.length - 1)]!;
      const aboveBegin = cellStart[c - columns]!;
      const aboveEnd = cellStart[c - columns + 3]!;
      for (let a = begin; a < end; a += 1) {
        const i = sorted[a]!;
        const xi = sortedX[a]!;
        const yi = sortedY[a]!;
        // Written out twice: one loop over both ranges takes a sixth longer.
        for (let b = a + 1; b < rowEnd; b += 1) {
          const dx = sortedX[b]! - xi;
          const dy = sortedY[b]! - yi;
          if (dx * dx + dy * dy < SQUARE_REACH && pairs < room) {
            first[pairs] = i;
            second[pairs] = sorted[b]!;
            pairs += 1;
          }
        }
        for (let b = aboveBegin; b < aboveEnd; b += 1) {
          const dx = sortedX[b]! - xi;
          const dy = sortedY[b]! - yi;
          if (dx * dx + dy * dy < SQUARE_REACH && pairs < room) {
            first[pairs] = i;
            second[pairs] = sorted[b]!;
            pairs += 1;
          }
        }
      }
    }
  }
  work.pairs = pairs;
  work.travel = 0;
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

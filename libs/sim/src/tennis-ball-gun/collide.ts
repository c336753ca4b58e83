import type { Box } from './bodies.ts';

/** First contact of a moving circle: the fraction of its movement (0 to 1), and the contact normal. */
export interface Contact {
  readonly at: number;
  readonly normalX: number;
  readonly normalY: number;
}

/** A moving point against a box that is `growX` and `growY` larger on each side. */
function sweepPoint(x: number, y: number, dx: number, dy: number, box: Box, growX: number, growY: number): Contact | undefined {
  const left = box.x - growX;
  const right = box.x + box.width + growX;
  const top = box.y - growY;
  const bottom = box.y + box.height + growY;
  let enter = -Infinity;
  let leave = Infinity;
  let normalX = 0;
  let normalY = 0;
  if (dx === 0) {
    if (x <= left || x >= right) return undefined;
  } else {
    const near = ((dx > 0 ? left : right) - x) / dx;
    const far = ((dx > 0 ? right : left) - x) / dx;
    enter = near;
    leave = far;
    normalX = dx > 0 ? -1 : 1;
  }
  if (dy === 0) {
    if (y <= top || y >= bottom) return undefined;
  } else {
    const near = ((dy > 0 ? top : bottom) - y) / dy;
    const far = ((dy > 0 ? bottom : top) - y) / dy;
    if (near > enter) {
      enter = near;
      normalX = 0;
      normalY = dy > 0 ? -1 : 1;
    }
    leave = Math.min(leave, far);
  }
  return enter >= 0 && enter <= 1 && enter < leave ? { at: enter, normalX, normalY } : undefined;
}

/** A moving point against a circle around a box's corner. */
function sweepCorner(
  x: number,
  y: number,
  dx: number,
  dy: number,
  cornerX: number,
  cornerY: number,
  radius: number,
): Contact | undefined {
  const offX = x - cornerX;
  const offY = y - cornerY;
  const a = dx * dx + dy * dy;
  const b = offX * dx + offY * dy;
  const c = offX * offX + offY * offY - radius * radius;
  if (a === 0 || b >= 0 || c < 0) return undefined;
  const root = b * b - a * c;
  if (root < 0) return undefined;
  const at = (-b - Math.sqrt(root)) / a;
  if (at < 0 || at > 1) return undefined;
  return { at, normalX: (offX + dx * at) / radius, normalY: (offY + dy * at) / radius };
}

/** A circle that already overlaps the box is an immediate contact, along the shortest way out. */
function overlap(x: number, y: number, radius: number, box: Box): Contact | undefined {
  const nearX = Math.min(Math.max(x, box.x), box.x + box.width);
  const nearY = Math.min(Math.max(y, box.y), box.y + box.height);
  const offX = x - nearX;
  const offY = y - nearY;
  const square = offX * offX + offY * offY;
  if (square >= radius * radius) return undefined;
  if (square > 0) {
    const distance = Math.sqrt(square);
    return { at: 0, normalX: offX / distance, normalY: offY / distance };
  }
  const toLeft = x - box.x;
  const toRight = box.x + box.width - x;
  const toTop = y - box.y;
  const toBottom = box.y + box.height - y;
  const min = Math.min(toLeft, toRight, toTop, toBottom);
  if (min === toTop) return { at: 0, normalX: 0, normalY: -1 };
  if (min === toBottom) return { at: 0, normalX: 0, normalY: 1 };
  return { at: 0, normalX: min === toLeft ? -1 : 1, normalY: 0 };
}

/**
 * First contact of a circle that moves from (x, y) by (dx, dy) with a box. The circle's center is tested against the box grown by
 * the radius, with round corners: the union of two grown boxes and four circles (C. Ericson, Real-Time Collision Detection,
 * 5.5.7). No tunneling, however fast the circle and however thin the box.
 */
export function sweep(x: number, y: number, dx: number, dy: number, radius: number, box: Box): Contact | undefined {
  // Most boxes are far from the path.
  if (Math.max(x, x + dx) + radius <= box.x || Math.min(x, x + dx) - radius >= box.x + box.width) return undefined;
  if (Math.max(y, y + dy) + radius <= box.y || Math.min(y, y + dy) - radius >= box.y + box.height) return undefined;
  const inside = overlap(x, y, radius, box);
  if (inside) return inside;
  let first = sweepPoint(x, y, dx, dy, box, radius, 0);
  const other = sweepPoint(x, y, dx, dy, box, 0, radius);
  if (other && (!first || other.at < first.at)) first = other;
  for (const cornerX of [box.x, box.x + box.width]) {
    for (const cornerY of [box.y, box.y + box.height]) {
      const corner = sweepCorner(x, y, dx, dy, cornerX, cornerY, radius);
      if (corner && (!first || corner.at < first.at)) first = corner;
    }
  }
  return first;
}

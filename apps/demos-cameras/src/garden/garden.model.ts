import type { Random } from '@site/sim';

/** Diameter of a flower in pixels. Smaller ones would need too many photos; five larger ones would fill a phone. */
export const FLOWER_SIZE = { from: 150, to: 250 } as const;
/** Pixels per tick; 60 ticks are a second. */
export const FALL_SPEED = { from: 2, to: 5 } as const;
/** Share of the view that settled flowers cover when the garden is complete. */
export const COMPLETE_AT = 0.6;
export const PHOTO_EVERY_MS = 1000;
/** Delay between the flower that completes the garden and the picture. */
export const DELAY_MS = 1000;

/** Twelve mirrored wedges give a flower six-fold symmetry, with one petal for each fold. */
export const FOLDS = 6;
/** Depth of the rim between two petals, as a share of the radius. */
const PETAL_DEPTH = 0.08;
/** Flowers touch slightly inside their rims. Smaller values make them overlap more and cover less of the view. */
const TOUCH = 0.94;
/** Distance between two samples of the coverage, in pixels. Halving it quadruples the work for a tenth of a percent. */
const SAMPLE = 4;
/** Length of one move in pixels: a flower never jumps through another. */
const MOVE = 1;
/** Tolerance for rounding between neighbors, in pixels. */
const TOLERANCE = 0.25;

export interface Flower {
  readonly id: number;
  x: number;
  y: number;
  readonly radius: number;
  /** Pixels per tick. */
  readonly speed: number;
  /** Radians; flowers turn while they fall. */
  rotation: number;
  /** Radians per tick. */
  readonly turn: number;
  /** The side to which it slides when it lands exactly on top of another flower. */
  readonly leaning: -1 | 1;
  isSettled: boolean;
}

export interface Garden {
  readonly width: number;
  readonly height: number;
  readonly flowers: Flower[];
  /** One byte for every sample of the view: 1 under a settled flower. */
  readonly mask: Uint8Array;
  readonly columns: number;
  readonly rows: number;
  covered: number;
}

/** An empty garden the size of a view, in pixels. */
export function createGarden(width: number, height: number): Garden {
  const columns = Math.ceil(width / SAMPLE);
  const rows = Math.ceil(height / SAMPLE);
  return { width, height, flowers: [], mask: new Uint8Array(columns * rows), columns, rows, covered: 0 };
}

/** Distance of a flower's rim from its center, in a direction relative to the unrotated flower. */
export const rimAt = (radius: number, angle: number): number =>
  radius * (1 - PETAL_DEPTH + PETAL_DEPTH * Math.abs(Math.cos((FOLDS / 2) * angle)));

/** Returns true if a point is inside a flower. */
export function isInFlower({ x, y, radius, rotation }: Flower, pointX: number, pointY: number): boolean {
  const [dx, dy] = [pointX - x, pointY - y];
  const squared = dx * dx + dy * dy;
  if (squared > radius * radius) return false;
  const inner = radius * (1 - PETAL_DEPTH);
  if (squared <= inner * inner) return true;
  const rim = rimAt(radius, Math.atan2(dy, dx) - rotation);
  return squared <= rim * rim;
}

/** Share of the view under settled flowers, 0 to 1; where two overlap it counts once. */
export const coverageOf = ({ covered, mask }: Garden): number => covered / mask.length;

export const isComplete = (garden: Garden): boolean => coverageOf(garden) > COMPLETE_AT;

/** Flowers that are at least partly visible. */
export const visibleFlowers = ({ flowers }: Garden): Flower[] => flowers.filter(({ y, radius }) => y + radius > 0);

function settle(garden: Garden, flower: Flower): void {
  flower.isSettled = true;
  const { mask, columns, rows } = garden;
  const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  const left = clamp(Math.floor((flower.x - flower.radius) / SAMPLE), columns);
  const right = clamp(Math.ceil((flower.x + flower.radius) / SAMPLE), columns);
  const top = clamp(Math.floor((flower.y - flower.radius) / SAMPLE), rows);
  const bottom = clamp(Math.ceil((flower.y + flower.radius) / SAMPLE), rows);
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      const at = row * columns + column;
      if (mask[at] === 1 || !isInFlower(flower, (column + 0.5) * SAMPLE, (row + 0.5) * SAMPLE)) continue;
      mask[at] = 1;
      garden.covered += 1;
    }
  }
}

const reachOf = (one: Flower, other: Flower): number => TOUCH * (one.radius + other.radius);

/** The settled flower that overlaps most with a flower at this position. */
function touchedAt(garden: Garden, flower: Flower, x: number, y: number): Flower | undefined {
  let deepest: Flower | undefined;
  let depth = TOLERANCE;
  for (const other of garden.flowers) {
    if (!other.isSettled) continue;
    const overlap = reachOf(flower, other) - Math.hypot(x - other.x, y - other.y);
    if (overlap > depth) [deepest, depth] = [other, overlap];
  }
  return deepest;
}

/** Adds a flower at a random position above the view. */
export function addFlower(garden: Garden, random: Random): Flower {
  const between = ({ from, to }: { readonly from: number; readonly to: number }) => from + random() * (to - from);
  const radius = between(FLOWER_SIZE) / 2;
  const flower: Flower = {
    id: garden.flowers.length,
    x: Math.max(radius, radius + random() * (garden.width - 2 * radius)),
    y: -radius,
    radius,
    speed: between(FALL_SPEED),
    rotation: random() * 2 * Math.PI,
    turn: (random() - 0.5) * 0.03,
    leaning: random() < 0.5 ? -1 : 1,
    isSettled: false,
  };
  if (garden.width < 2 * radius) flower.x = garden.width / 2;
  garden.flowers.push(flower);
  // Without room above the view, it is placed inside immediately.
  if (touchedAt(garden, flower, flower.x, flower.y)) {
    flower.y = radius;
    settle(garden, flower);
  }
  return flower;
}

/** Slides around the flower below toward its lower side. Returns false if it is blocked by a flower or a wall. */
function slide(garden: Garden, flower: Flower, below: Flower): boolean {
  const side = Math.sign(flower.x - below.x) || flower.leaning;
  const reach = reachOf(flower, below);
  const angle = Math.atan2(flower.y - below.y, flower.x - below.x) + (side * MOVE) / reach;
  const x = below.x + reach * Math.cos(angle);
  const y = below.y + reach * Math.sin(angle);
  const isInside = x >= flower.radius && x <= garden.width - flower.radius && y <= garden.height - flower.radius;
  if (!isInside || y < flower.y - TOLERANCE || touchedAt(garden, flower, x, y)) return false;
  [flower.x, flower.y] = [x, y];
  return true;
}

/** Moves a falling flower by at most a pixel. */
function move(garden: Garden, flower: Flower, length: number): void {
  const y = flower.y + length;
  const ground = garden.height - flower.radius;
  const below = touchedAt(garden, flower, flower.x, Math.min(y, ground));
  if (below) {
    if (!slide(garden, flower, below)) settle(garden, flower);
  } else if (y >= ground) {
    flower.y = ground;
    settle(garden, flower);
  } else flower.y = y;
}

function fall(garden: Garden, flower: Flower): void {
  for (let left = flower.speed; left > 0 && !flower.isSettled; left -= MOVE) move(garden, flower, Math.min(left, MOVE));
  flower.rotation += flower.turn;
}

/** Advances by one tick of 1/60 s; returns the flowers that settled during it. */
export function step(garden: Garden): Flower[] {
  const falling = garden.flowers.filter(({ isSettled }) => !isSettled);
  for (const flower of falling) fall(garden, flower);
  return falling.filter(({ isSettled }) => isSettled);
}

/** Moves a flower to its final place at once, for visitors who prefer reduced motion. */
export function settleNow(garden: Garden, flower: Flower): void {
  while (!flower.isSettled) fall(garden, flower);
}

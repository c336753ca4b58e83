import { createRandom } from '@site/sim';
import { colorOf, mix, type Color, type Palette } from './palettes.ts';

/**
 * The initial picture as two fields over the unit square (x right, y down): the pigment at each point, and the direction in which the
 * paint drifts. Both depend only on the position, and are the same for the screen, the still and the saved file.
 */

interface Swirl {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  /** Rotation of its center in radians. */
  readonly turn: number;
}

/** Initial swirls. Placed by the rule of thirds rather than in a row: large ones apart, small ones at their edges. */
const SWIRLS: readonly Swirl[] = [
  { x: 0.31, y: 0.36, reach: 0.24, turn: 3.6 },
  { x: 0.72, y: 0.58, reach: 0.28, turn: -3.9 },
  { x: 0.56, y: 0.2, reach: 0.13, turn: 2.8 },
  { x: 0.12, y: 0.76, reach: 0.17, turn: -3 },
  { x: 0.93, y: 0.18, reach: 0.16, turn: 3 },
  { x: 0.45, y: 0.86, reach: 0.15, turn: 2.6 },
];

const LATTICE = 64;
const lattice = (() => {
  const random = createRandom(1840);
  return Float32Array.from({ length: LATTICE * LATTICE }, random);
})();

/** Smooth value noise, 0 to 1, repeating every 64. */
function noise(x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const ease = (t: number) => t * t * (3 - 2 * t);
  const at = (i: number, j: number) => lattice[((x0 + i) & (LATTICE - 1)) + LATTICE * ((y0 + j) & (LATTICE - 1))]!;
  const u = ease(x - x0);
  const v = ease(y - y0);
  return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
}

function stir(x: number, y: number): readonly [number, number] {
  let u = x;
  let v = y;
  for (const swirl of SWIRLS) {
    const dx = u - swirl.x;
    const dy = v - swirl.y;
    const angle = swirl.turn * Math.exp((-2 * (dx * dx + dy * dy)) / (swirl.reach * swirl.reach));
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    u = swirl.x + dx * cos - dy * sin;
    v = swirl.y + dx * sin + dy * cos;
  }
  return [u, v];
}

/** Pigment at a position. */
export function pigmentAt({ ground, accents }: Palette, x: number, y: number): Color {
  const [u, v] = stir(x, y);
  const streak = noise(u * 3 + 7, v * 11) - 0.5;
  const drift = noise(u * 2 + 31, v * 3 + 5) - 0.5;
  const height = Math.min(0.999, Math.max(0, v + 0.3 * drift + 0.16 * streak)) * (ground.length - 1);
  const band = Math.floor(height);
  const share = height - band;
  let color = mix(colorOf(ground[band]!), colorOf(ground[band + 1]!), share * share * (3 - 2 * share));
  accents.forEach((accent, i) => {
    const vein = 1 - Math.abs(2 * noise(u * 4 + 11 * i + 2, v * 9 + 17 * i) - 1);
    const patch = noise(u * 3 + 5 + 23 * i, v * 3 + 40 - 9 * i);
    const strength = smoothstep(0.72, 0.96, vein) * smoothstep(0.42, 0.68, patch);
    color = mix(color, colorOf(accent), 0.92 * strength);
  });
  return color;
}

function smoothstep(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}

/** Stream functions of the two drifts between which the paint alternates. The curl of a stream function has no sources and no sinks. */
function streamAt(half: 0 | 1, x: number, y: number): number {
  if (half === 1) return 0.02 * noise(x * 4 + 20, y * 4 + 3) + 0.006 * noise(x * 9, y * 9 + 30);
  // A constant wind, so that every stroke has a direction.
  let stream = 0.03 * y + 0.012 * noise(x * 4 + 3, y * 5 + 9);
  for (const { x: atX, y: atY, reach, turn } of SWIRLS) {
    const square = (x - atX) ** 2 + (y - atY) ** 2;
    stream -= 0.017 * turn * reach * Math.exp((-2 * square) / (reach * reach));
  }
  return stream;
}

/** One of the two drifts at a position, in sides of the picture per second. */
export function driftAt(half: 0 | 1, x: number, y: number): readonly [number, number] {
  const e = 1e-3;
  const dx = (streamAt(half, x + e, y) - streamAt(half, x - e, y)) / (2 * e);
  const dy = (streamAt(half, x, y + e) - streamAt(half, x, y - e)) / (2 * e);
  return [dy, -dx];
}

/** Largest drift that `driftBytes` can represent. */
export const MAX_DRIFT = 0.5;

/** Pigment field as RGBA bytes, row by row from the top. */
export function pigmentBytes(palette: Palette, width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const color = pigmentAt(palette, (column + 0.5) / width, (row + 0.5) / height);
      bytes.set([...color.map((channel) => Math.round(channel * 255)), 255], 4 * (row * width + column));
    }
  }
  return bytes;
}

/** Both halves of the drift, with 127.5 for zero: x and y of the first, x and y of the second. */
export function driftBytes(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(4 * width * height);
  const byteOf = (speed: number) => Math.round(127.5 + 127.5 * Math.min(1, Math.max(-1, speed / MAX_DRIFT)));
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const x = (column + 0.5) / width;
      const y = (row + 0.5) / height;
      bytes.set([...driftAt(0, x, y), ...driftAt(1, x, y)].map(byteOf), 4 * (row * width + column));
    }
  }
  return bytes;
}

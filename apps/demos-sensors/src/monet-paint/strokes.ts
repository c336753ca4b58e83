import type { Random } from '@site/sim';

/**
 * One brush stroke. Positions are relative to the picture, sizes to the square root of its area, so that the same strokes work for a
 * phone, a large screen and a 4K file.
 */
export interface Stroke {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly width: number;
  /** Phase of the stroke's lifetime at the start, 0 to 1, so that strokes do not respawn together. */
  readonly phase: number;
  /** Deviation of its color from the pigment under it, -1 to 1. Broken color looks brighter than a flat mix. */
  readonly tint: number;
  /** Angle to the flow in radians, and how much the stroke bends. */
  readonly lean: number;
  readonly bend: number;
}

/** Broad strokes are below fine ones. `share` of all strokes, length, width. */
const LAYERS = [
  { share: 0.14, length: 0.16, width: 0.05 },
  { share: 0.36, length: 0.092, width: 0.024 },
  { share: 0.5, length: 0.052, width: 0.0115 },
] as const;

export const MAX_STROKES = 9000;
/** Floats of one stroke in `strokeFloats`. */
export const STROKE_FLOATS = 8;

/** R2 sequence (Roberts 2018): points that fill the square evenly for any count, without visible rows. */
const R2_X = 0.754_877_666_246_692_7;
const R2_Y = 0.569_840_290_998_053_2;

/** `count` strokes, the broad ones first: painted in this order. */
export function createStrokes(count: number, random: Random): readonly Stroke[] {
  const strokes: Stroke[] = [];
  const around = (spread: number) => 1 + spread * (2 * random() - 1);
  for (const [layer, { share, length, width }] of LAYERS.entries()) {
    const many = layer === LAYERS.length - 1 ? count - strokes.length : Math.round(count * share);
    // With fewer strokes, each must cover more.
    const grow = Math.min(2, Math.max(1, (MAX_STROKES / count) ** 0.3));
    for (let i = 0; i < many; i += 1) {
      strokes.push({
        x: ((i + 0.5) * R2_X + 0.31 * layer) % 1,
        y: ((i + 0.5) * R2_Y + 0.17 * layer) % 1,
        length: length * around(0.35) * grow,
        width: width * around(0.3) * grow,
        phase: random(),
        tint: 2 * random() - 1,
        lean: 0.5 * (random() + random() - 1),
        bend: 0.7 * (2 * random() - 1),
      });
    }
  }
  return strokes;
}

/** The strokes as a GPU reads them. */
export function strokeFloats(strokes: readonly Stroke[]): Float32Array {
  const floats = new Float32Array(strokes.length * STROKE_FLOATS);
  strokes.forEach(({ x, y, length, width, phase, tint, lean, bend }, i) =>
    floats.set([x, y, length, width, phase, tint, lean, bend], i * STROKE_FLOATS),
  );
  return floats;
}

/** Side of the square of bristle marks. */
export const BRISTLE_SIZE = 128;

/** One channel, tiling: fine lines along x, like those of bristles, with some gaps. */
export function bristleBytes(random: Random): Uint8Array {
  const bytes = new Uint8Array(BRISTLE_SIZE * BRISTLE_SIZE);
  for (let row = 0; row < BRISTLE_SIZE; row += 1) {
    let target = random();
    let value = target;
    const first = value;
    for (let column = 0; column < BRISTLE_SIZE; column += 1) {
      if (random() < 0.06) target = random();
      // Returns to its start, so that the edge is not visible.
      const pull = column > 0.8 * BRISTLE_SIZE ? first : target;
      value += (pull - value) * 0.14;
      bytes[row * BRISTLE_SIZE + column] = Math.round(255 * value);
    }
  }
  return bytes;
}

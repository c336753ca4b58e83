import type { Random } from '@site/sim';

/**
 * One stroke of the brush. Places are shares of the picture, sizes shares of the root of its area, so the same strokes paint a
 * phone, a wall and a 4K file.
 */
export interface Stroke {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly width: number;
  /** Where in its life the stroke begins, 0 to 1: never are two of them born together. */
  readonly phase: number;
  /** -1 to 1: how far its color is from the pigment under it. Color broken into neighbors shines more than one mixed flat. */
  readonly tint: number;
  /** Radians beside the flow, and how much the stroke bends. */
  readonly lean: number;
  readonly bend: number;
}

/** Broad strokes lie under fine ones. `share` of all strokes, length, width. */
const LAYERS = [
  { share: 0.14, length: 0.16, width: 0.05 },
  { share: 0.36, length: 0.092, width: 0.024 },
  { share: 0.5, length: 0.052, width: 0.0115 },
] as const;

export const MAX_STROKES = 9000;
/** Floats of one stroke in `strokeFloats`. */
export const STROKE_FLOATS = 8;

/** R2 sequence (Roberts 2018): points that fill the square evenly however many are taken, without rows. */
const R2_X = 0.754_877_666_246_692_7;
const R2_Y = 0.569_840_290_998_053_2;

/** `count` strokes, the broad ones first: painted in this order. */
export function createStrokes(count: number, random: Random): readonly Stroke[] {
  const strokes: Stroke[] = [];
  const around = (spread: number) => 1 + spread * (2 * random() - 1);
  for (const [layer, { share, length, width }] of LAYERS.entries()) {
    const many = layer === LAYERS.length - 1 ? count - strokes.length : Math.round(count * share);
    // Fewer strokes must each cover more.
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

/** The strokes as a graphics card reads them. */
export function strokeFloats(strokes: readonly Stroke[]): Float32Array {
  const floats = new Float32Array(strokes.length * STROKE_FLOATS);
  strokes.forEach(({ x, y, length, width, phase, tint, lean, bend }, i) =>
    floats.set([x, y, length, width, phase, tint, lean, bend], i * STROKE_FLOATS),
  );
  return floats;
}

/** Side of the square of bristle marks. */
export const BRISTLE_SIZE = 128;

/** One channel, repeating: fine lines along x, as hairs leave them, here and there torn off. */
export function bristleBytes(random: Random): Uint8Array {
  const bytes = new Uint8Array(BRISTLE_SIZE * BRISTLE_SIZE);
  for (let row = 0; row < BRISTLE_SIZE; row += 1) {
    let target = random();
    let value = target;
    const first = value;
    for (let column = 0; column < BRISTLE_SIZE; column += 1) {
      if (random() < 0.06) target = random();
      // Walks back to where it began, so that the edge does not show.
      const pull = column > 0.8 * BRISTLE_SIZE ? first : target;
      value += (pull - value) * 0.14;
      bytes[row * BRISTLE_SIZE + column] = Math.round(255 * value);
    }
  }
  return bytes;
}

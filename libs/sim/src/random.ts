/** Returns numbers from 0 (inclusive) to 1 (exclusive); the same seed gives the same numbers. */
export type Random = () => number;

/** Taken from `Math` once: where code runs in a sandbox, as in tests, looking up a global costs more than the multiplication. */
const { imul } = Math;

/**
 * A small seeded generator: Mulberry32, by Tommy Ettinger (public domain, 2017). Good enough for pictures and games,
 * never for secrets.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Upper bound of the first class; each class ends at the square root of two times the bound before it. */
const FIRST_BOUND_MS = 16;
/** The last class has no upper bound: 16 ms times the square root of two to the 30th is 8.7 minutes. */
const LAST_CLASS = 31;

/** Class of a load time: bounds are 41 % apart, which is precise enough for decisions about speed. */
export const loadClassOf = (ms: number): number =>
  ms <= FIRST_BOUND_MS ? 0 : Math.min(LAST_CLASS, Math.ceil(2 * Math.log2(ms / FIRST_BOUND_MS)));

/** Upper bound of a class, in milliseconds. */
export const boundOf = (loadClass: number): number => FIRST_BOUND_MS * 2 ** (loadClass / 2);

/**
 * A percentile of the load times in milliseconds; null without views. It is the time of the view nearest by rank, placed within its class
 * as if the views of a class were spread evenly: with a single view all percentiles are equal.
 * @param part such as 0.75
 */
export function quantileOf(views: ReadonlyMap<number, number>, part: number): number | null {
  const classes = [...views].toSorted(([a], [b]) => a - b);
  const total = classes.reduce((sum, [, count]) => sum + count, 0);
  const rank = Math.ceil(part * total);
  let before = 0;
  for (const [loadClass, count] of classes) {
    if (before + count >= rank) {
      const from = loadClass === 0 ? 0 : boundOf(loadClass - 1);
      return Math.round(from + ((rank - 0.5 - before) / count) * (boundOf(loadClass) - from));
    }
    before += count;
  }
  return null;
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The scale shrinks once the data have used less than this share of the height for SHRINK_MILLISECONDS. */
const SHRINK_SHARE = 0.4;
const SHRINK_MILLISECONDS = 2000;
const STEPS = [1, 2, 2.5, 5, 10];

/** The next of 1, 2, 2.5, 5, 10 … at or above `min`. */
export function niceStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(min));
  return power * (STEPS.find((step) => step * power >= min * (1 - 1e-9)) ?? 10);
}

/** A range for the data in whole steps; flat data get `minSpan`. */
export function fit(min: number, max: number, minSpan: number): Range {
  const span = Math.max(max - min, minSpan);
  const middle = (min + max) / 2;
  const step = niceStep(span / 4);
  return {
    low: Math.floor((middle - span / 2) / step + 1e-9) * step,
    high: Math.ceil((middle + span / 2) / step - 1e-9) * step,
  };
}

export interface AutoScale {
  follow(min: number, max: number, now: number): Range;
}

/**
 * A scale that grows at once, so that nothing is cut off, and shrinks with a delay; otherwise a shaking hand would rescale the
 * chart with every shake.
 */
export function createAutoScale(minSpan: number, floor = -Infinity): AutoScale {
  let range: Range | undefined;
  let smallSince: number | undefined;
  return {
    follow(min, max, now) {
      if (!range) range = fit(min, max, minSpan);
      const isOutside = min < range.low || max > range.high;
      if (isOutside) range = fit(Math.min(min, range.low), Math.max(max, range.high), minSpan);
      const wanted = fit(min, max, minSpan);
      const isSmall = wanted.high - wanted.low < (range.high - range.low) * SHRINK_SHARE || min > range.high || max < range.low;
      if (!isSmall) smallSince = undefined;
      else if (smallSince === undefined) smallSince = now;
      else if (now - smallSince >= SHRINK_MILLISECONDS) {
        range = wanted;
        smallSince = undefined;
      }
      return { low: Math.max(range.low, floor), high: range.high };
    },
  };
}

/** Three to six round numbers inside the range. */
export function ticksOf({ low, high }: Range): readonly number[] {
  const step = niceStep((high - low) / 5);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

interface Scale {
  /** Upper bound of the first class. */
  readonly first: number;
  /** Classes between a value and its double. */
  readonly perOctave: number;
  /** The last class has no upper bound. */
  readonly last: number;
}

/** Counts values in classes whose bounds grow by a constant factor: many measurements become few rows; any percentile can be read later. */
export class ValueClasses {
  constructor(private readonly scale: Scale) {}

  of(value: number): number {
    const { first, perOctave, last } = this.scale;
    return value <= first ? 0 : Math.min(last, Math.ceil(perOctave * Math.log2(value / first)));
  }

  /** Upper bound of a class. */
  boundOf(at: number): number {
    return this.scale.first * 2 ** (at / this.scale.perOctave);
  }

  /**
   * A percentile of counted values: the nearest-rank value, placed within its class as if the values of a class were spread evenly. With a
   * single value all percentiles are equal.
   * @param counts by class
   * @param part such as 0.75
   * @returns null without values
   */
  quantile(counts: ReadonlyMap<number, number>, part: number): number | null {
    const classes = [...counts].toSorted(([a], [b]) => a - b);
    const rank = Math.ceil(part * classes.reduce((sum, [, count]) => sum + count, 0));
    let before = 0;
    for (const [at, count] of classes) {
      if (before + count >= rank) {
        // Most of the first class is zero: a page on which nothing moves.
        if (at === 0) return 0;
        const from = this.boundOf(at - 1);
        return from + ((rank - 0.5 - before) / count) * (this.boundOf(at) - from);
      }
      before += count;
    }
    return null;
  }
}

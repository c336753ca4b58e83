export type SortValue = string | number | null;

/** Place of each row in the order of a column; equal values share one, and a row without a value has none. */
export interface Ranks<Row> {
  readonly of: ReadonlyMap<Row, number>;
  /** How many places there are. */
  readonly count: number;
}

/** Rows read, sorted or merged between two looks at the clock: about a millisecond on a slow phone. */
const STEP = 256;

/**
 * Text in a form whose plain comparison is a reader's order: marks and case fall away, punctuation parts words, and numbers
 * count as numbers. Comparing so is ten times quicker than a collator, and each text is read once.
 */
export function readersOrder(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))
    .trim();
}

interface Keyed<Row> {
  readonly row: Row;
  readonly key: string | number;
}

/** Numbers stand before words; a column holds either. */
function compare({ key: one }: Keyed<unknown>, { key: other }: Keyed<unknown>): number {
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

function* merge<Row>(one: readonly Keyed<Row>[], other: readonly Keyed<Row>[]): Generator<undefined, Keyed<Row>[]> {
  const merged: Keyed<Row>[] = [];
  let [left, right] = [0, 0];
  while (merged.length < one.length + other.length) {
    const [mine, theirs] = [one[left], other[right]];
    if (mine && (!theirs || compare(mine, theirs) <= 0)) {
      merged.push(mine);
      left += 1;
    } else if (theirs) {
      merged.push(theirs);
      right += 1;
    }
    if (merged.length % STEP === 0) yield;
  }
  return merged;
}

/** A merge sort that can stop between any two steps. */
export function* rankRows<Row>(rows: readonly Row[], valueOf: (row: Row) => SortValue): Generator<undefined, Ranks<Row>> {
  let runs: Keyed<Row>[][] = [];
  for (let start = 0; start < rows.length; start += STEP) {
    const run: Keyed<Row>[] = [];
    for (const row of rows.slice(start, start + STEP)) {
      const value = valueOf(row);
      if (value !== null) run.push({ row, key: typeof value === 'string' ? readersOrder(value) : value });
    }
    runs.push(run.sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Keyed<Row>[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? []));
    }
    runs = merged;
  }
  const of = new Map<Row, number>();
  let count = 0;
  let before: Keyed<Row> | undefined;
  for (const keyed of runs[0] ?? []) {
    if (before && compare(before, keyed) !== 0) count += 1;
    of.set(keyed.row, count);
    before = keyed;
    if (of.size % STEP === 0) yield;
  }
  return { of, count: count + 1 };
}

/** The rows by their ranks; those without one last, either way, and equal ones in the order they came in. */
export function orderByRank<Row>(rows: readonly Row[], ranks: Ranks<Row>, descending: boolean): Row[] {
  // Rank and place in one number: the quickest sort there is, and a stable one.
  const places = new Float64Array(rows.length);
  rows.forEach((row, index) => {
    const rank = ranks.of.get(row);
    const turned = rank === undefined ? ranks.count : descending ? ranks.count - 1 - rank : rank;
    places[index] = turned * rows.length + index;
  });
  places.sort();
  return Array.from(places, (place) => rows[place % rows.length]).filter((row) => row !== undefined);
}

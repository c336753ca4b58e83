import { atOnce, inSlices } from './in-slices.ts';
import { naturalSortKey, orderByRank, rankRows, type SortValue } from './rank-rows.ts';

const sorted = (values: readonly SortValue[], descending = false) => {
  const rows = values.map((value) => ({ value }));
  const ranks = atOnce(rankRows(rows, ({ value }) => value));
  return atOnce(orderByRank(rows, ranks, descending)).map(({ value }) => value);
};

test('words sort as a reader expects: numbers by size, ignoring case and accents, punctuation separating words', () => {
  const words = ['Report 10', 'report 9', 'Écorce', 'ebb', 'Beef, Boneless', 'Beef Bone-In', 'Zebra'];
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base', ignorePunctuation: true });
  expect(sorted(words)).toEqual(['Beef Bone-In', 'Beef, Boneless', 'ebb', 'Écorce', 'report 9', 'Report 10', 'Zebra']);
  expect(sorted(words)).toEqual(words.toSorted(collator.compare));
  expect(naturalSortKey('Québec, No. 7')).toBe('quebec no 000000000007');
});

test('rows without a value come last in both directions', () => {
  expect(sorted([null, 2, null, -1, 10])).toEqual([-1, 2, 10, null, null]);
  expect(sorted([null, 2, null, -1, 10], true)).toEqual([10, 2, -1, null, null]);
  expect(sorted([null, null], true)).toEqual([null, null]);
  expect(sorted([])).toEqual([]);
});

test('equal rows keep their original order in both directions', () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => ({ index, value: index % 3 }));
  const ranks = atOnce(rankRows(rows, ({ value }) => value));
  for (const descending of [false, true]) {
    const order = atOnce(orderByRank(rows, ranks, descending));
    const firsts = order.filter(({ value }) => value === 1).map(({ index }) => index);
    expect(firsts).toEqual(firsts.toSorted((one, other) => one - other));
    expect(order[0]?.value).toBe(descending ? 2 : 0);
  }
});

test('a subset of the rows is ordered by the ranks of all rows', () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => ({ value: (index * 7_919) % 2_000 }));
  const ranks = atOnce(rankRows(rows, ({ value }) => value));
  expect(atOnce(orderByRank(rows.slice(0, 3), ranks, false)).map(({ value }) => value)).toEqual([0, 1_838, 1_919]);
  expect(atOnce(orderByRank(rows, ranks, true)).map(({ value }) => value)).toEqual(
    Array.from({ length: 2_000 }, (_, index) => 1_999 - index),
  );
});

test('no sorting step handles more than a few hundred rows', () => {
  let read = 0;
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ value: index % 700 }));
  const ranks = atOnce(rankRows(rows, ({ value }) => value));
  const counted = {
    count: ranks.count,
    of: {
      get: (row: { value: number }) => {
        read += 1;
        return ranks.of.get(row);
      },
    } as ReadonlyMap<{ value: number }, number>,
  };
  const work = orderByRank(rows, counted, false);
  let max = 0;
  for (let step = work.next(); !step.done; step = work.next()) {
    max = Math.max(max, read);
    read = 0;
  }
  expect(max).toBeGreaterThan(0);
  expect(max).toBeLessThanOrEqual(512);
});

test('work in slices yields to other tasks, gives the same result, and stops when it is no longer wanted', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => ({ value: `Report ${(index * 7_919) % 30_000}` }));
  const valueOf = ({ value }: { value: string }) => value;
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  }, 0);
  const ranks = await inSlices(rankRows(rows, valueOf), () => true);
  clearInterval(timer);
  expect(others).toBeGreaterThan(1);
  expect(ranks && atOnce(orderByRank(rows, ranks, false))[29_999]).toEqual({ value: 'Report 29999' });
  let checks = 0;
  const never = inSlices(rankRows(rows, valueOf), () => {
    checks += 1;
    return checks < 2;
  });
  await expect(never).resolves.toBeNull();
});

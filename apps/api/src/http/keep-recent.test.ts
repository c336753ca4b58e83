import { keepRecent } from './keep-recent.ts';

test('drops the entry that was used least recently, not the one that was added first', () => {
  const kept = new Map<string, number>();
  keepRecent(kept, 'a', 1, 2);
  keepRecent(kept, 'b', 2, 2);
  expect(keepRecent(kept, 'a', 1, 2)).toBe(1);
  keepRecent(kept, 'c', 3, 2);
  expect([...kept]).toEqual([
    ['a', 1],
    ['c', 3],
  ]);
});

test('reusing an entry evicts no other', () => {
  const kept = new Map([['a', 1]]);
  keepRecent(kept, 'a', 2, 1);
  expect([...kept]).toEqual([['a', 2]]);
});

import { leftOutWords } from './left-out.tsx';

test.each([
  [{ rows: 0, missing: [], unknown: [] }, null],
  [{ rows: 1, missing: [], unknown: [] }, 'This page and its server come from different releases: 1 row could not be read.'],
  [
    { rows: 1_200, missing: ['section'], unknown: ['lean', 'page'] },
    'This page and its server come from different releases: 1,200 rows could not be read; not shown: lean, page; treated as not stated: section.',
  ],
])('%o reads %p', (leftOut, words) => {
  expect(leftOutWords(leftOut)).toBe(words);
});

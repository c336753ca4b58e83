import { periodOf } from './period.ts';

test.each([
  ['2024-05', undefined, 'May 2024 to present'],
  ['2019-11', '2020-08', 'Nov 2019 to Aug 2020'],
  ['2008', '2010-12-31', '2008 to Dec 2010'],
])('%s and %s read "%s"', (start, end, text) => {
  expect(periodOf(start, end)).toBe(text);
});

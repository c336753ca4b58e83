import { daysAfter, YEAR_DAYS } from './price-sentence.ts';

test('52 weeks before a Monday is a Monday', () => {
  expect(daysAfter('2026-09-14', -7)).toBe('2026-09-07');
  expect(daysAfter('2026-09-14', -YEAR_DAYS)).toBe('2025-09-15');
});

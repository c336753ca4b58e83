import { aMarsRow } from '../test-support/a-mars-row.ts';
import { withPriceChanges } from './price-change.ts';
import { mapPriceRows } from './usda.mapper.ts';

type Columns = Parameters<typeof aMarsRow>[0];

const beef = (columns: Columns): ReturnType<typeof aMarsRow> =>
  aMarsRow({ slug_id: 3228, commodity: 'Beef', price_unit: 'Per lb', package_size: 'Regular', ...columns });

function changes(...rows: readonly ReturnType<typeof aMarsRow>[]): (readonly [number | null, number | null])[] {
  return withPriceChanges('beef', mapPriceRows(rows).records)
    .filter((record) => record.report_date === '2026-09-14')
    .map((record) => [record.price_change, record.price_change_percent]);
}

describe('the price change', () => {
  test.each([
    ['Chuck Roast, Boneless', 7.52, 7.82, 0.3, 4],
    ['Ground Beef 80-89%', 6.85, 6.47, -0.38, -5.5],
    ['Strip Steak, Boneless', 17.94, 8.49, -9.45, -52.7],
  ])('of %s from %d to %d is %d dollars and %d percent', (type, before, now, dollars, percent) => {
    const rows = [beef({ type, price_avg: now }), beef({ type, price_avg: before, report_date: '09/07/2026' })];
    expect(changes(...rows)).toEqual([[dollars, percent]]);
  });

  test.each([
    ['a week was skipped', { report_date: '08/31/2026' }],
    ['the region differs', { report_date: '09/07/2026', region: 'Midwest' }],
    ['the package differs', { report_date: '09/07/2026', package_size: 'Value' }],
    ['the environment differs', { report_date: '09/07/2026', environment: 'Kosher' }],
    ['the condition differs', { report_date: '09/07/2026', condition: 'Frozen' }],
    ['the grade differs', { report_date: '09/07/2026', quality_grade: 'Choice' }],
    ['the earlier row has no average', { report_date: '09/07/2026', price_avg: null }],
    ['the earlier price is 0', { report_date: '09/07/2026', price_avg: 0 }],
  ])('is null when %s: nothing is guessed', (_why, columns) => {
    expect(changes(beef({ price_avg: 5 }), beef({ price_avg: 4, ...columns }))).toEqual([[null, null]]);
  });

  test('does not depend on which name USDA uses for the commodity that week', () => {
    const rows = [beef({ commodity: 'Beef Cuts', price_avg: 5 }), beef({ price_avg: 4, report_date: '09/07/2026' })];
    expect(changes(...rows)).toEqual([[1, 25]]);
  });

  test('does not depend on case and spaces', () => {
    const rows = [
      beef({ type: 'Chuck  Roast', price_avg: 5 }),
      beef({ type: 'CHUCK ROAST', price_avg: 4, report_date: '09/07/2026' }),
    ];
    expect(changes(...rows)).toEqual([[1, 25]]);
  });

  test('is relative to the mean weighted by stores if the earlier week has several rows of the item', () => {
    const earlier = { report_date: '09/07/2026' };
    const rows = [
      beef({ price_avg: 5 }),
      beef({ ...earlier, price_avg: 4, store_count: 300, price_min: 1 }),
      beef({ ...earlier, price_avg: 8, store_count: 100, price_min: 2 }),
    ];
    expect(changes(...rows)).toEqual([[0, 0]]);
  });
});

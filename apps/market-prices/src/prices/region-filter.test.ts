import type { PriceRecord } from '@site/contracts';
import { aPriceRecord } from './price-record.factory.ts';
import { filterRows } from './region-filter.ts';

const isBrown = (record: PriceRecord) => record.type.includes('Brown');

test('type and region filter together, and the hidden national rows are counted', () => {
  const northwestBrown = aPriceRecord({ type: 'Large Brown', region: 'NORTH WEST U.S.' });
  const records = [
    northwestBrown,
    aPriceRecord({ type: 'Large White', region: 'Northwest' }),
    aPriceRecord({ type: 'Large Brown', region: 'Southwest' }),
    aPriceRecord({ type: 'Large Brown', region: 'NATIONAL' }),
    aPriceRecord({ type: 'Large Brown', region: 'National' }),
    aPriceRecord({ type: 'Large White', region: 'NATIONAL' }),
  ];
  expect(filterRows(records, isBrown, 'Northwest')).toEqual({ shown: [northwestBrown], hiddenNational: 2 });
});

test('without a region nothing is hidden', () => {
  const records = [aPriceRecord(), aPriceRecord({ region: 'Hawaii' })];
  expect(filterRows(records, () => true, null)).toEqual({ shown: records, hiddenNational: 0 });
});

import { isOfType } from './egg-filters.ts';
import { aPriceRecord } from '../prices/price-record.factory.ts';
import { EGG_TYPES } from './egg-types.ts';

test('offers nine types and “all”, three of them under Specialty', () => {
  expect(EGG_TYPES.map((type) => type.value)).toEqual([
    '',
    'large',
    'extra large',
    'medium',
    'small',
    'cage free',
    'organic',
    'pasture raised',
    'brown',
    'white',
  ]);
  expect(EGG_TYPES.filter((type) => type.category === 'Specialty').map((type) => type.value)).toEqual([
    'cage free',
    'organic',
    'pasture raised',
  ]);
});

test.each([
  ['large', aPriceRecord({ type: 'Extra Large Brown' })],
  ['brown', aPriceRecord({ type: 'LARGE BROWN' })],
  ['cage free', aPriceRecord({ environment: 'Cage-Free' })],
  ['organic', aPriceRecord({ environment: 'USDA Organic, Free Range' })],
  ['pasture raised', aPriceRecord({ condition: 'Pasture-Raised' })],
  ['small', aPriceRecord({ commodity: 'Small Eggs' })],
  ['', aPriceRecord({ condition: null, environment: null })],
])('"%s" finds a row that says so', (type, record) => {
  expect(isOfType(record, type)).toBe(true);
});

test('a word that occurs only in the section or package does not match', () => {
  expect(isOfType(aPriceRecord({ section: 'Medium', package_size: 'medium', quality_grade: 'medium' }), 'medium')).toBe(false);
});

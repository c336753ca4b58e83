import { filterEggs, isOfType } from './egg-filters.ts';
import { anEggRecord } from './egg-record.factory.ts';
import { EGG_TYPES } from './egg-types.ts';

test('nine types and all of them can be chosen, three of them under Specialty', () => {
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
  ['large', anEggRecord({ type: 'Extra Large Brown' })],
  ['brown', anEggRecord({ type: 'LARGE BROWN' })],
  ['cage free', anEggRecord({ environment: 'Cage-Free' })],
  ['organic', anEggRecord({ environment: 'USDA Organic, Free Range' })],
  ['pasture raised', anEggRecord({ condition: 'Pasture-Raised' })],
  ['small', anEggRecord({ commodity: 'Small Eggs' })],
  ['', anEggRecord({ condition: null, environment: null })],
])('"%s" finds a row that says so', (type, record) => {
  expect(isOfType(record, type)).toBe(true);
});

test('a word that stands only in the section or package does not count', () => {
  expect(isOfType(anEggRecord({ section: 'Medium', package_size: 'medium', quality_grade: 'medium' }), 'medium')).toBe(false);
});

test('type and region narrow together, and the national rows left out are counted', () => {
  const northwestBrown = anEggRecord({ type: 'Large Brown', region: 'NORTH WEST U.S.' });
  const records = [
    northwestBrown,
    anEggRecord({ type: 'Large White', region: 'Northwest' }),
    anEggRecord({ type: 'Large Brown', region: 'Southwest' }),
    anEggRecord({ type: 'Large Brown', region: 'NATIONAL' }),
    anEggRecord({ type: 'Large Brown', region: 'National' }),
    anEggRecord({ type: 'Large White', region: 'NATIONAL' }),
  ];
  expect(filterEggs(records, 'brown', 'Northwest')).toEqual({ shown: [northwestBrown], hiddenNational: 2 });
});

test('without a region nothing is hidden', () => {
  const records = [anEggRecord(), anEggRecord({ region: 'Hawaii' })];
  expect(filterEggs(records, '', null)).toEqual({ shown: records, hiddenNational: 0 });
});

import { placeNamed } from '@site/contracts';
import { readZip } from './zip-region.ts';

test.each([
  ['10000', 'Northeast'],
  ['19999', 'Northeast'],
  ['20000', 'Southeast'],
  ['39999', 'Southeast'],
  ['40000', 'Midwest'],
  ['59999', 'Midwest'],
  ['60000', 'Southcentral'],
  ['79999', 'Southcentral'],
  ['80000', 'Northwest'],
  ['99999', 'Northwest'],
])('%s belongs to %s according to the specified table', (zip, region) => {
  expect(readZip(zip)).toMatchObject({ kind: 'region', region });
});

test.each(['', '1', '1234'])('"%s" is still being typed', (zip) => {
  expect(readZip(zip)).toEqual({ kind: 'incomplete' });
});

test.each(['1234x', '12 34', '1e100', '-1234', '1234.', '１２３４５'])('"%s" is not a ZIP code', (zip) => {
  expect(readZip(zip)).toEqual({ kind: 'invalid', startsWithZero: false });
});

test.each(['00000', '02134', '09999'])('%s is rejected as a code that starts with 0', (zip) => {
  expect(readZip(zip)).toEqual({ kind: 'invalid', startsWithZero: true });
});

test.each([
  ['90210', 'California', 'Southwest'],
  ['96162', 'California', 'Southwest'],
  ['89101', 'Nevada', 'Southwest'],
  ['85001', 'Arizona', 'Southwest'],
  ['84101', 'Utah', 'Southwest'],
  ['96801', 'Hawaii', 'Hawaii'],
  ['99501', 'Alaska', 'Alaska'],
])('%s (%s) reads Northwest, and USDA lists it under %s', (zip, _state, listedUnder) => {
  expect(readZip(zip)).toEqual({ kind: 'region', region: 'Northwest', listedUnder });
});

test.each(['80202', '83702', '87101', '97201', '98101', '10001', '60601'])('%s has no second region', (zip) => {
  expect(readZip(zip)).toMatchObject({ listedUnder: null });
});

test.each([
  ['SOUTH CENTRAL U.S.', 'Southcentral'],
  ['MidWest', 'Midwest'],
  [' northeast u.s. ', 'Northeast'],
  ['SOUTHWEST', 'Southwest'],
  ['National', 'NATIONAL'],
])('"%s" means %s, even on repeated lookups', (text, place) => {
  expect(placeNamed(text)).toBe(place);
  expect(placeNamed(text)).toBe(place);
});

test('a region that is not in the reports is not a place', () => {
  expect(placeNamed('Atlantis')).toBeNull();
});

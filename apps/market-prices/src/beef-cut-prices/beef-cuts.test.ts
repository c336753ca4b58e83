import { aPriceRecord } from '../prices/price-record.factory.ts';
import { ALL_CUTS, BEEF_CUTS, findBeefCut, PRIMAL_SECTIONS } from './beef-cuts.ts';
import { isBroadMatch, isExactMatch } from './beef-filters.ts';
import { BEEF } from './beef-kind.ts';

const STATED = [
  'chuck roast, chuck eye, denver, flat iron, shoulder clod, cross rib, chuck short ribs, ribeye, ribeye cap, back ribs, strip',
  't-bone, porterhouse, tenderloin, top sirloin, coulotte, sirloin tip, tri-tip, top round, bottom round, eye of round',
  'rump roast, brisket flat, brisket point, skirt, hanger, plate short ribs, flank, shank',
].flatMap((line) => line.split(', '));

const beef = (type: string, section = 'Other/Misc.') => aPriceRecord({ commodity: 'Beef', type, section });
const cutOf = (value: string) => findBeefCut(value) ?? ALL_CUTS;

test('lists the 29 specified cuts in the specified order, each in a primal section', () => {
  expect(BEEF_CUTS.map(({ value }) => value)).toEqual(STATED);
  expect(STATED).toHaveLength(29);
  expect([...new Set(BEEF_CUTS.map(({ primalSection }) => primalSection))]).toEqual([...PRIMAL_SECTIONS]);
});

test.each([
  ['strip', 'New York Strip'],
  ['tenderloin', 'Filet Mignon'],
  ['coulotte', 'Picanha'],
])('%s is also %s', (value, name) => {
  expect(cutOf(value).alternateNames).toContain(name);
});

test('the broad filter matches any word in commodity, section or type', () => {
  const chuckEye = cutOf('chuck eye');
  expect(isBroadMatch(beef('Chuck Roast, Boneless'), chuckEye)).toBe(true);
  expect(isBroadMatch(beef('Eye of Round Roast'), chuckEye)).toBe(true);
  expect(isBroadMatch(beef('Stew Meat', 'Chuck'), chuckEye)).toBe(true);
  expect(isBroadMatch(beef('Ribeye Steak'), chuckEye)).toBe(true);
  expect(isBroadMatch(beef('Skirt Steak'), chuckEye)).toBe(false);
  expect(isBroadMatch(beef('Anything'), ALL_CUTS)).toBe(true);
});

test('a slash separates words as a space does', () => {
  const cut = { ...ALL_CUTS, value: 'flank/shank' };
  expect(isBroadMatch(beef('Beef Shank'), cut)).toBe(true);
});

test.each([
  ['chuck eye', 'Chuck Eye Steak', true],
  ['chuck eye', 'Chuck Roast, Boneless', false],
  ['brisket flat', 'Brisket, Flat', true],
  ['tri-tip', 'Tri Tip Roast', true],
  ['tenderloin', 'Filet Mignon', true],
  ['strip', 'Strip Steak, Boneless', true],
  ['ribeye', 'Ribeyes', false],
])('exactly “%s” in “%s”: %s', (value, type, expected) => {
  expect(isExactMatch(beef(type), cutOf(value))).toBe(expected);
});

test.each([
  [{ price_min: 5.99, price_max: 9.74, price_avg: 7.49 }, '$5.99 - $9.74', 'per lb'],
  [{ price_min: 5.99, price_max: 5.99, price_avg: 7.5 }, '$7.50', 'per lb'],
  [{ price_min: null, price_max: 9, price_avg: 7 }, '$7.00', 'per lb'],
  [{ price_min: null, price_max: null, price_avg: null }, '-', null],
])('%o reads %s', (prices, text, unit) => {
  expect(BEEF.read(aPriceRecord({ ...prices, price_unit: 'Per lb' }))).toEqual({ text, unit, asSold: null });
});

test('an item not sold by the pound keeps its own unit and is not drawn to scale', () => {
  const item = aPriceRecord({ price_unit: 'Each', package_size: null, price_avg: 4 });
  expect(BEEF.read(item).unit).toBe('each');
  expect(BEEF.range(item)).toBeNull();
});

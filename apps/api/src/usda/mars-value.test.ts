import { normalizeRegion, normalizeType, readCalendarDate, readCount, readNumber, readText } from './mars-value.ts';

describe('readNumber', () => {
  test.each([
    [6.28, 6.28],
    [0, 0],
    ['120.00', 120],
    ['$1,234.50', 1234.5],
    ['$ 2.99', 2.99],
    ['18,314', 18314],
  ])('reads %j', (value, expected) => {
    expect(readNumber(value)).toEqual({ kind: 'number', value: expected });
  });

  test.each([null, undefined, '', '  ', 'N/A', 'None'])('treats %j as missing, not as 0', (value) => {
    expect(readNumber(value)).toEqual({ kind: 'missing' });
  });

  test.each(['2/5.00', '2 for 5', '1.99-2.99', '1,5', '1.2.3', '-1.00', 'NaN', -1, Number.NaN, Infinity, true, {}])(
    'does not guess what %j means',
    (value) => {
      expect(readNumber(value)).toEqual({ kind: 'ambiguous' });
    },
  );
});

describe('readCalendarDate', () => {
  test("keeps the calendar day, whatever the server's time zone", () => {
    expect(readCalendarDate('06/29/2026')).toBe('2026-06-29');
    expect(readCalendarDate('01/01/2026')).toBe('2026-01-01');
  });

  test.each(['02/30/2026', '13/01/2026', '2026-06-29', '6/29/2026', '06/29/2026 10:00:00', '', null, 20260629])(
    'refuses %j',
    (value) => {
      expect(readCalendarDate(value)).toBeNull();
    },
  );
});

describe('readText', () => {
  test.each([
    ['  Cage-Free ', 'Cage-Free'],
    [12, '12'],
    ['', null],
    ['N/A', null],
    ['None', null],
    [null, null],
    [undefined, null],
    [{ a: 1 }, null],
  ])('reads %j as %j', (value, expected) => {
    expect(readText(value)).toBe(expected);
  });

  test('keeps at most 500 characters of text', () => {
    expect(readText('x'.repeat(501))).toHaveLength(500);
  });
});

test('a store count is a whole number, with or without commas', () => {
  expect([readCount('2,561'), readCount(13), readCount(1.5), readCount('many'), readCount(null)]).toEqual([
    2561,
    13,
    null,
    null,
    null,
  ]);
});

describe('normalizeRegion', () => {
  test.each([
    ['NATIONAL', 'NATIONAL'],
    ['National', 'NATIONAL'],
    ['MidWest', 'Midwest'],
    ['NORTHEAST U.S.', 'Northeast'],
    ['SOUTH CENTRAL U.S.', 'Southcentral'],
    ['South West', 'Southwest'],
    ['NORTHWEST US', 'Northwest'],
    ['southeast', 'Southeast'],
    ['ALASKA', 'Alaska'],
    ['Hawaii', 'Hawaii'],
  ])('writes %j as %j', (text, expected) => {
    expect(normalizeRegion(text)).toBe(expected);
  });

  test('keeps a region it does not know', () => {
    expect(normalizeRegion('Puerto Rico')).toBe('Puerto Rico');
    expect(normalizeRegion('Austin')).toBe('Austin');
  });
});

test('old names of egg types become the new ones, and other names stay', () => {
  expect(['WHITE LARGE', 'BROWN EXTRA LARGE', 'Large White', 'WHITE GOLD'].map(normalizeType)).toEqual([
    'Large White',
    'Extra Large Brown',
    'Large White',
    'WHITE GOLD',
  ]);
});

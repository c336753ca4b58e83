import { readFilters, writeFilters } from './use-egg-filters.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

test('an address without filters shows everything', () => {
  expect(read('')).toEqual({ zip: '', type: '', region: null });
});

test('a ZIP code in the address resolves its region', () => {
  expect(read('zip=60601&type=cage%20free')).toEqual({ zip: '60601', type: 'cage free', region: 'Southcentral' });
});

test('a region in the address outranks the one of the ZIP code', () => {
  expect(read('zip=90210&region=Southwest').region).toBe('Southwest');
});

test('unknown values in the address are ignored', () => {
  expect(read('zip=123456789&type=ostrich&region=Atlantis')).toEqual({ zip: '12345', type: '', region: 'Northeast' });
});

test.each(['', 'zip=60601&type=cage+free', 'zip=90210&region=Southwest', 'type=brown&region=Hawaii'])(
  '"%s" survives a reload',
  (search) => {
    expect(writeFilters(read(search)).toString()).toBe(search);
  },
);

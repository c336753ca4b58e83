import { changeView, placeOf, readView, toggleItem, writeView, type PriceView } from './use-price-view.ts';

const EGGS = {
  choiceParam: 'type',
  isChoice: (value: string) => ['cage free', 'brown'].includes(value),
  hasExactMatch: false,
  units: ['dozen', 'egg'],
} as const;
const BEEF = {
  choiceParam: 'cut',
  isChoice: (value: string) => value === 'chuck eye',
  hasExactMatch: true,
  units: ['lb', 'kg'],
} as const;

const eggs = (search: string) => readView(new URLSearchParams(search), EGGS);
const beef = (search: string) => readView(new URLSearchParams(search), BEEF);

test('an address without choices shows everything', () => {
  expect(eggs('')).toEqual({
    zip: '',
    choice: '',
    exact: false,
    region: null,
    items: [],
    place: null,
    chartAlone: false,
    unit: 'dozen',
    percent: false,
    rows: 'items',
    order: 'stores',
    sort: null,
  });
});

test('a ZIP code in the address resolves its region', () => {
  expect(eggs('zip=60601&type=cage%20free')).toMatchObject({ zip: '60601', choice: 'cage free', region: 'Southcentral' });
});

test('a region in the address takes precedence over that of the ZIP code', () => {
  expect(eggs('zip=90210&region=Southwest').region).toBe('Southwest');
});

test('unknown values in the address are ignored', () => {
  const view = eggs(
    'zip=123456789&type=ostrich&region=Atlantis&chart-region=Mars&match=exact&unit=ounce&rows=none&order=up&show=x',
  );
  expect(view).toMatchObject({
    zip: '12345',
    choice: '',
    region: 'Northeast',
    place: null,
    exact: false,
    unit: 'dozen',
    rows: 'items',
    percent: false,
  });
  expect(beef('cut=unicorn').choice).toBe('');
});

test.each([
  '',
  'zip=60601&type=cage+free',
  'zip=90210&region=Southwest',
  'type=brown&region=Hawaii',
  'unit=egg&show=percent&rows=small&order=rise',
  'order=most-expensive',
  'rows=all&sort=-price',
])('eggs: "%s" survives a reload', (search) => {
  expect(writeView(eggs(search), EGGS).toString()).toBe(search);
});

test('a link with the former name of an order still sorts by it, and the address then has the new name', () => {
  const view = eggs('order=dearest');
  expect(view.order).toBe('most-expensive');
  expect(writeView(view, EGGS).toString()).toBe('order=most-expensive');
});

test.each(['cut=chuck+eye&match=exact', 'item=a%7Cb%2C+c&item=d&chart-region=Midwest&view=chart'])(
  'beef: "%s" survives a reload',
  (search) => {
    expect(writeView(beef(search), BEEF).toString()).toBe(search);
  },
);

test('keeps at most four items, each once', () => {
  expect(beef('item=a&item=b&item=a&item=c&item=d&item=e').items).toEqual(['a', 'b', 'c', 'd']);
});

test('a row adds its item in its region, and removes it again', () => {
  const view = beef('');
  const added = { ...view, ...toggleItem(view, 'a', 'Midwest') };
  expect(added).toMatchObject({ items: ['a'], place: 'Midwest' });
  expect(toggleItem(added, 'a', 'Midwest').items).toEqual([]);
  expect(toggleItem(added, 'a', 'NATIONAL')).toEqual({ items: ['a'], place: null });
});

test('a fifth item replaces the first', () => {
  expect(toggleItem(beef('item=a&item=b&item=c&item=d'), 'e', 'NATIONAL').items).toEqual(['b', 'c', 'd', 'e']);
});

test('the chart follows the filter until it has a region of its own', () => {
  expect(placeOf(beef(''))).toBe('NATIONAL');
  expect(placeOf(beef('region=Hawaii'))).toBe('Hawaii');
  expect(placeOf(beef('region=Hawaii&item=a&chart-region=Alaska'))).toBe('Alaska');
});

test('a chart’s region in an address without a chart is ignored', () => {
  expect(placeOf(beef('chart-region=Alaska'))).toBe('NATIONAL');
  expect(placeOf(beef('region=Hawaii&chart-region=Alaska'))).toBe('Hawaii');
  // A standalone chart shows an item that the address need not name.
  expect(placeOf(beef('chart-region=Alaska&view=chart'))).toBe('Alaska');
});

test.each<[string, Partial<PriceView>, string]>([
  ['removing one of two items keeps the chart’s region', { items: ['a'] }, 'item=a&chart-region=Alaska'],
  ['removing the last item drops it', { items: [] }, ''],
  ['choosing a region drops it', { region: 'Hawaii' }, 'region=Hawaii&item=a&item=b'],
  ['choosing all regions drops it', { region: null }, 'item=a&item=b'],
])('%s', (_, part, search) => {
  expect(writeView(changeView(beef('item=a&item=b&chart-region=Alaska'), part), BEEF).toString()).toBe(search);
});

test('pressing the only row’s sparkline again drops the chart’s region', () => {
  const view = beef('item=a&chart-region=Alaska');
  expect(writeView(changeView(view, toggleItem(view, 'a', 'Alaska')), BEEF).toString()).toBe('');
});

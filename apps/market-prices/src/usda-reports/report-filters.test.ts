import type { MarketReport } from '@site/contracts';
import { categoryOf } from './report-category.ts';
import { countCategories, filterReports, listReports } from './report-filters.ts';

const aReport = (fields: Partial<MarketReport> = {}): MarketReport => ({
  report_id: '3228',
  report_title: 'Weekly Grocery Store Beef Feature Activity',
  slug_id: '3228',
  slug_name: 'AMS_3228',
  commodity: 'Beef',
  market: 'Retail - Livestock/Poultry/Egg',
  report_desc: null,
  report_date: '2026-09-14',
  report_status: 'Final',
  discontinued: false,
  ...fields,
});

test.each([
  ['National Weekly Boxed Beef Cutout', 'Beef'],
  ['Feeder Cattle Auction', 'Beef'],
  ['Beef and Pork Summary', 'Beef'],
  ['Daily Direct Hogs', 'Pork'],
  ['Weekly Shell Eggs', 'Poultry'],
  ['Turkey Parts', 'Poultry'],
  ['Dairy Products: Cheese and Eggs', 'Poultry'],
  ['Fluid Milk and Cream', 'Dairy'],
  ['Iowa Daily Grain Bids', 'Grains'],
  ['Sweet Corn and Vegetables', 'Grains'],
  ['National Fruit and Vegetable Summary', 'Fruits'],
  ['Potatoes and Onions', 'Vegetables'],
  ['Price Summary of Goats', 'Other'],
  ['Eggplant', 'Other'],
  ['Cotton Quotations', 'Other'],
])('“%s” belongs to %s', (report_title, category) => {
  expect(categoryOf(aReport({ report_title, commodity: null }))).toBe(category);
});

test('if the title matches nothing, the commodity decides; the market never does', () => {
  expect(categoryOf(aReport({ report_title: null, commodity: 'Milk' }))).toBe('Dairy');
  expect(categoryOf(aReport({ report_title: 'Lamb', commodity: null }))).toBe('Other');
});

test('missing fields have placeholders', () => {
  const [listed] = listReports([aReport({ report_title: null, slug_id: null, commodity: null, market: ' ' })]);
  expect(listed).toMatchObject({ title: 'Untitled Report', slug: 'N/A', commodity: '-', market: '-', category: 'Other' });
});

test('the search covers title, slug and commodity, ignores case, and covers nothing else', () => {
  const listed = listReports([aReport(), aReport({ report_title: 'Pork', slug_id: '2868', commodity: 'Swine' })]);
  const found = (search: string) => filterReports(listed, search, null).map(({ slug }) => slug);
  expect(found('GROCERY')).toEqual(['3228']);
  expect(found('2868')).toEqual(['2868']);
  expect(found('swine')).toEqual(['2868']);
  expect(found('ams_')).toEqual([]);
  expect(found('retail')).toEqual([]);
  expect(found('')).toHaveLength(2);
});

test('title matches come before commodity matches, each in list order', () => {
  const named = (report_title: string, commodity: string) => aReport({ report_title, commodity });
  const listed = listReports([
    named('Weekly Summary', 'Eggs'),
    named('Shell Egg Index', 'Eggs'),
    named('Daily Notes', 'Eggs'),
    named('Egg Inventory', 'Poultry'),
  ]);
  expect(filterReports(listed, 'egg', null).map(({ title }) => title)).toEqual([
    'Shell Egg Index',
    'Egg Inventory',
    'Weekly Summary',
    'Daily Notes',
  ]);
});

test('search and category work together, and the category is exact', () => {
  const listed = listReports([aReport(), aReport({ report_title: 'Pork', commodity: null })]);
  expect(filterReports(listed, '3228', 'Pork')).toHaveLength(1);
  expect(filterReports(listed, 'grocery', 'Pork')).toHaveLength(0);
});

test('categories are counted in the specified order', () => {
  const listed = listReports([
    aReport({ report_title: 'x', commodity: null }),
    aReport(),
    aReport(),
    aReport({ report_title: 'Milk', commodity: null }),
  ]);
  expect(countCategories(listed)).toEqual([
    { category: 'Beef', count: 2 },
    { category: 'Dairy', count: 1 },
    { category: 'Other', count: 1 },
  ]);
});

import { parseMarketReports } from '@site/contracts';
import { mapReportList } from './report-list.mapper.ts';

const ROW = {
  slug_id: 3228,
  slug_name: 'AMS_3228',
  report_title: 'Weekly Grocery Store Beef Feature Activity',
  report_date: '09/14/2026',
  published_date: '09/18/2026 10:04:13',
  report_status: 'Final',
  markets: [],
  market_types: ['Retail - Livestock/Poultry/Egg'],
  offices: ['Washington, DC - LP (Retail)'],
  hasCorrectionsInLastThreeDays: false,
  sectionNames: ['Report Header'],
};

describe("an entry of USDA's list", () => {
  test('becomes the fields that the site shows', () => {
    expect(mapReportList([ROW])).toEqual([
      {
        report_id: '3228',
        report_title: 'Weekly Grocery Store Beef Feature Activity',
        slug_id: '3228',
        slug_name: 'AMS_3228',
        commodity: 'Beef',
        market: 'Retail - Livestock/Poultry/Egg',
        report_desc: 'Retail - Livestock/Poultry/Egg · Washington, DC - LP (Retail) · last published 2026-09-18',
        report_date: '2026-09-14',
        report_status: 'Final',
        discontinued: false,
      },
    ]);
  });

  test('may have its number as text, and markets before market types', () => {
    expect(mapReportList([{ ...ROW, slug_id: '1280', markets: ['Oklahoma National Stockyards'] }])).toMatchObject([
      { slug_id: '1280', market: 'Oklahoma National Stockyards' },
    ]);
  });

  test('that is discontinued says so', () => {
    expect(mapReportList([{ ...ROW, report_title: 'Atlanta Terminal Prices (Discontinued)' }])).toMatchObject([
      { discontinued: true },
    ]);
  });

  test('with nothing in it has nothing made up for it, and is still an entry', () => {
    const [entry] = mapReportList([{}]);
    expect(entry).toEqual({
      report_id: '',
      report_title: null,
      slug_id: null,
      slug_name: null,
      commodity: null,
      market: null,
      report_desc: null,
      report_date: null,
      report_status: null,
      discontinued: false,
    });
    expect(parseMarketReports([entry])).toHaveLength(1);
  });

  test.each([
    ['Daily National Shell Egg Index', 'Eggs'],
    ['Weekly National Chicken Report', 'Chicken'],
    ['Weekly Direct Hog Report', 'Pork'],
    ['Feeder Cattle Auction', 'Beef'],
    ['Terminal Market Fruit Prices', 'Fruits'],
    ['Weekly Weather Summary', null],
  ])('called "%s" is about %s', (title, commodity) => {
    expect(mapReportList([{ report_title: title }])).toMatchObject([{ commodity }]);
  });
});

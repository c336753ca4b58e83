import { parseMarketReports } from '@site/contracts';
import { mapReportList } from './report-list.mapper.ts';
import { SAMPLE_REPORTS } from './sample/sample-reports.ts';

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

  test('may have its number as text, and names its markets rather than its market types', () => {
    expect(mapReportList([{ ...ROW, slug_id: '1280', markets: ['Oklahoma National Stockyards'] }])).toMatchObject([
      { slug_id: '1280', market: 'Oklahoma National Stockyards' },
    ]);
  });

  test('that is discontinued says so', () => {
    expect(mapReportList([{ ...ROW, report_title: 'Atlanta Terminal Prices (Discontinued)' }])).toMatchObject([
      { discontinued: true },
    ]);
  });

  test('without any fields gets no invented values, and is still an entry', () => {
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
  ])('titled "%s" has the commodity %s', (title, commodity) => {
    expect(mapReportList([{ report_title: title }])).toMatchObject([{ commodity }]);
  });

  test.each([
    ['Weekly Grocery Store Lamb Feature Activity', 'Retail - Livestock/Poultry/Egg', 'Lamb'],
    ['National Index', 'Point of Sale - Eggs', 'Eggs'],
    ['Weekly Grocery Store Feature Activity', 'Retail - Livestock/Poultry/Egg', null],
  ])(
    'titled "%s" with market type "%s" has the commodity %s: the title decides, then a market type that names only one',
    (title, market, commodity) => {
      expect(mapReportList([{ report_title: title, market_types: [market] }])).toMatchObject([{ commodity }]);
    },
  );

  test('of the sample has the commodity that its title names', () => {
    expect(mapReportList(SAMPLE_REPORTS).map(({ slug_id, commodity }) => [slug_id, commodity])).toEqual([
      ['3228', 'Beef'],
      ['2757', 'Eggs'],
      ['2868', 'Pork'],
      ['2756', 'Chicken'],
      ['2867', 'Turkey'],
      ['3229', 'Lamb'],
      ['3796', 'Veal'],
      ['3797', 'Goat'],
      ['2995', 'Dairy'],
      ['3324', 'Specialty crops'],
      ['2843', 'Eggs'],
      ['2848', 'Eggs'],
      ['2734', 'Eggs'],
      ['1427', 'Eggs'],
      ['3646', 'Chicken'],
      ['2277', 'Fruits'],
      ['2315', 'Fruits'],
      ['2850', 'Grains'],
      ['1280', null],
    ]);
  });
});

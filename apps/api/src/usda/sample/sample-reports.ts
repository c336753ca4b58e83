import type { MarsRow } from '../mars-sections.ts';

const RETAIL = 'Retail - Livestock/Poultry/Egg';
const RETAIL_OFFICE = 'Washington, DC - LP (Retail)';
const SECTIONS = ['Report Header', 'Report Metrics', 'Report Details'];

type Line = readonly [
  slug: string,
  name: string,
  title: string,
  types: readonly string[],
  offices: readonly string[],
  ...rest: Rest,
];
type Rest = readonly [markets?: readonly string[], date?: string, sections?: readonly string[]];

const TWO_SECTIONS = ['Report Header', 'Report Details'];

/**
 * USDA's numbers and titles, except for 2850, which is from memory, and 2315, which is made up. Dates, offices and markets of all
 * reports other than the retail ones are made up as well.
 */
const LINES: readonly Line[] = [
  ['3228', 'AMS_3228', 'Weekly Grocery Store Beef Feature Activity', [RETAIL], [RETAIL_OFFICE]],
  ['2757', 'AMS_2757', 'Weekly Grocery Store Egg Feature Activity', [RETAIL], [RETAIL_OFFICE]],
  ['2868', 'AMS_2868', 'Weekly Grocery Store Pork Feature Activity', [RETAIL], [RETAIL_OFFICE]],
  ['2756', 'AMS_2756', 'Weekly Grocery Store Chicken Feature Activity', [RETAIL], [RETAIL_OFFICE]],
  ['2867', 'AMS_2867', 'Weekly Grocery Store Turkey Feature Activity', [RETAIL], [RETAIL_OFFICE]],
  ['3229', 'AMS_3229', 'Weekly Grocery Store Lamb Feature Activity', [RETAIL], [RETAIL_OFFICE]],
  ['3796', 'AMS_3796', 'Weekly Grocery Store Veal Feature Activity', [RETAIL], [RETAIL_OFFICE]],
  ['3797', 'AMS_3797', 'Weekly Grocery Store Goat Feature Activity', [RETAIL], [RETAIL_OFFICE]],
  [
    '2995',
    'DYBRETAIL',
    'Weekly Grocery Store Dairy Feature Activity',
    ['Retail - Dairy'],
    [RETAIL_OFFICE],
    [],
    '09/18/2026',
    ['Report Details'],
  ],
  [
    '3324',
    'FVWRETAIL',
    'Weekly Grocery Store Specialty Crops Feature Activity',
    ['Retail - Specialty Crops'],
    ['Specialty Crops Market News'],
    [],
    '09/18/2026',
    ['Report Header', 'Report Details', 'Report by Region'],
  ],
  ['2843', 'AMS_2843', 'Daily National Shell Egg Index', ['Point of Sale - Eggs'], ['Des Moines, IA'], ['National']],
  ['2848', 'AMS_2848', 'Daily National Shell Egg Report', ['Point of Sale - Eggs'], ['Des Moines, IA'], ['National']],
  ['2734', 'AMS_2734', 'Daily New York Shell Egg Report', ['Point of Sale - Eggs'], ['Des Moines, IA'], ['New York']],
  ['1427', 'AMS_1427', 'Weekly Shell Egg Inventory', ['Point of Sale - Eggs'], ['Des Moines, IA'], ['National']],
  ['3646', 'AMS_3646', 'Weekly National Chicken Report', ['Point of Sale - Poultry'], ['Des Moines, IA'], ['National']],
  [
    '2277',
    'AJ_FV010',
    'Atlanta Terminal Market Fruit Prices (Discontinued)',
    ['Terminal'],
    ['Atlanta, GA'],
    ['Atlanta Terminal Market'],
    '07/28/2026',
    ['Report Header'],
  ],
  [
    '2315',
    'NX_FV010',
    'New York Terminal Market Fruit Prices',
    ['Terminal'],
    ['New York, NY'],
    ['New York Terminal Market'],
    '09/18/2026',
    TWO_SECTIONS,
  ],
  [
    '2850',
    'AMS_2850',
    'Iowa Daily Cash Grain Bids',
    ['Point of Sale - Grain'],
    ['Des Moines, IA'],
    ['Iowa'],
    '09/18/2026',
    TWO_SECTIONS,
  ],
  [
    '1280',
    'AMS_1280',
    'Oklahoma National Stockyards Market - Oklahoma City, OK',
    ['Auction Livestock'],
    ['Oklahoma City, OK'],
    ['Oklahoma National Stockyards Market'],
    '09/14/2026',
    TWO_SECTIONS,
  ],
];

/** The sample's list of reports in the format of the MARS API. */
export const SAMPLE_REPORTS: readonly MarsRow[] = LINES.map(
  ([slug, name, title, types, offices, markets = [], date = '09/14/2026', sections = SECTIONS]) => ({
    slug_id: slug,
    slug_name: name,
    report_title: title,
    report_date: date,
    published_date: '09/18/2026 10:00:00',
    report_status: 'Final',
    markets,
    market_types: types,
    offices,
    hasCorrectionsInLastThreeDays: false,
    sectionNames: sections,
  }),
);

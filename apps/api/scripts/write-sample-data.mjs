// Writes the bundled sample of USDA report 2757 (retail egg features) in the shape of the MARS API.
// The table holds what USDA published; the rest is made by the rules below. The README beside the output tells which is which.
// Usage: node apps/api/scripts/write-sample-data.mjs [output file]
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const OUTPUT = resolve(import.meta.dirname, '../src/usda/sample/egg-feature-activity.json');

const WEEKS = [
  { report: '09/14/2026', begin: '09/12/2026', end: '09/18/2026' },
  { report: '09/07/2026', begin: '09/05/2026', end: '09/11/2026' },
];

// type | size of the carton | environment | then per week of WEEKS: weighted average price in dollars, and stores; "-": no ad
const PUBLISHED = `
Extra Large Brown | 12 | Cage-Free | - | 3.80 97
Extra Large Brown | 12 | Free Range | 5.64 204 | -
Extra Large Brown | 12 | Pasture Raised | 9.29 1998 | -
Extra Large Brown | 12 | USDA Organic | 4.99 146 | -
Extra Large White | 12 | Conventional | 1.00 73 | -
Extra Large White | 12 | Nutritionally Enhanced (Omega-3) | 2.50 256 | 3.49 298
Large Brown | 12 | Cage-Free | 4.14 352 | 3.48 234
Large Brown | 12 | Free Range | 4.74 1102 | 5.50 3296
Large Brown | 12 | Nutritionally Enhanced (Omega-3) | 3.67 61 | 3.51 188
Large Brown | 12 | Pasture Raised | 6.83 3159 | 6.89 1526
Large Brown | 12 | USDA Organic | 4.94 748 | 6.80 358
Large Brown | 12 | USDA Organic, Free Range | 6.16 492 | 5.26 2146
Large Brown | 12 | USDA Organic, Pasture Raised | 8.44 2244 | 7.34 682
Large Brown | 12 | Vegetarian-Fed | 2.95 219 | 3.64 221
Large Brown | 18 | Cage-Free | 5.86 1484 | 4.99 182
Large Brown | 18 | Free Range | 7.18 237 | -
Large Brown | 18 | Pasture Raised | 10.79 1998 | 8.99 20
Large White | 12 | Cage-Free | 2.81 278 | 4.37 139
Large White | 12 | Conventional | 1.42 600 | 0.97 590
Large White | 12 | Nutritionally Enhanced (Omega-3) | 3.49 467 | 3.38 895
Large White | 12 | Vegetarian-Fed | 0.99 72 | 0.99 15
Large White | 18 | Cage-Free | 2.00 11 | 2.25 1000
Large White | 18 | Conventional | 2.11 223 | 2.37 1496
Large White | 18 | Nutritionally Enhanced (Omega-3) | 4.90 1072 | 4.76 340
Large White | 18 | USDA Organic, Free Range | - | 5.99 47
Large White | 20 | Cage-Free | 1.99 13 | 3.32 74
Large White | 30 | Conventional | - | 3.99 21
Large White | 60 | Cage-Free | - | 9.88 135
Large White | 60 | Conventional | 5.99 21 | -
Medium Brown | 12 | Cage-Free | 2.49 197 | -
Medium White | 12 | Conventional | 0.93 285 | -
Medium White | 60 | Cage-Free | - | 8.99 100
Medium White | 60 | Conventional | - | 7.99 65
Liquid Egg | 16 oz | Conventional | 3.83 140 | 3.80 144
Liquid Egg | 32 oz | Conventional | 7.99 73 | -
Liquid Egg White | 16 oz | Conventional | 3.00 16 | -
Liquid Egg White | 16 oz | USDA Organic | - | 5.99 25
Liquid Egg White | 32 oz | Conventional | 7.99 73 | -
`;

// Rule for the regions: share of the national stores, and price as a multiple of the national average.
const REGIONS = [
  { name: 'Northeast', share: 0.17, level: 1.06 },
  { name: 'Southeast', share: 0.22, level: 0.97 },
  { name: 'Midwest', share: 0.2, level: 0.93 },
  { name: 'Southcentral', share: 0.16, level: 0.95 },
  { name: 'Southwest', share: 0.14, level: 1.08 },
  { name: 'Northwest', share: 0.07, level: 1.03 },
  { name: 'Alaska', share: 0.015, level: 1.18 },
  { name: 'Hawaii', share: 0.01, level: 1.24 },
];
const FEWEST_REGIONAL_STORES = 20;
const NATIONAL_SPREAD = { low: 0.8, high: 1.3 };
const REGIONAL_SPREAD = { low: 0.9, high: 1.1 };

const cents = (dollars) => Math.round(dollars * 100) / 100;

function row(item, week, figures) {
  return {
    report_date: week.report,
    published_date: `${week.end} 10:00:00`,
    report_begin_date: week.begin,
    report_end_date: week.end,
    office_name: 'Washington, DC - LP (Retail)',
    office_state: 'DC',
    office_city: 'Washington',
    office_code: 'LP-WARE',
    region: figures.region,
    report_title: 'Weekly Grocery Store Egg Feature Activity',
    slug_id: 2757,
    slug_name: 'AMS_2757',
    community: null,
    commodity: 'Egg',
    section: item.type.startsWith('Liquid') ? 'Egg Products' : 'Shell Egg',
    type: item.type,
    condition: 'Fresh',
    quality_grade: null,
    package_size: item.size,
    price_unit: 'Per Carton',
    environment: item.environment,
    price_avg: figures.price,
    price_min: cents(figures.price * figures.spread.low),
    price_max: cents(figures.price * figures.spread.high),
    store_count: figures.stores,
    final_ind: 'Final',
  };
}

function rowsOf(item, week, published) {
  if (published === '-') return [];
  const [price, stores] = published.split(' ').map(Number);
  const national = row(item, week, { region: 'NATIONAL', price, stores, spread: NATIONAL_SPREAD });
  const regional = REGIONS.map(({ name, share, level }) => ({
    region: name,
    price: cents(price * level),
    stores: Math.floor(stores * share),
    spread: REGIONAL_SPREAD,
  }));
  return [
    national,
    ...regional.filter((figures) => figures.stores >= FEWEST_REGIONAL_STORES).map((figures) => row(item, week, figures)),
  ];
}

const items = PUBLISHED.trim()
  .split('\n')
  .map((line) => {
    const [type, size, environment, ...weeks] = line.split(' | ');
    return { type, size, environment, weeks };
  });
const results = WEEKS.flatMap((week, index) => items.flatMap((item) => rowsOf(item, week, item.weeks[index])));

// One row per line, so that a change of a figure is a change of a line.
const lines = results.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
const note = 'Written by apps/api/scripts/write-sample-data.mjs; see README.md';
writeFileSync(process.argv[2] ?? OUTPUT, `{\n  "note": ${JSON.stringify(note)},\n  "results": [\n${lines}\n  ]\n}\n`);

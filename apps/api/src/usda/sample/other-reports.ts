import type { MarsRow } from '../mars-answer.ts';
import { cents, chance, season, shift, usDate } from './by-rule.ts';

/** A report of the sample that is no weekly retail report of beef or eggs. All its figures are made by rule. */
interface OtherReport {
  readonly narrative?: string;
  /** First days of its issues, newest first. */
  readonly issues: readonly string[];
  readonly rows: (begin: string) => readonly MarsRow[];
}

/** The sample's newest issues are of this Friday. */
const LAST_DAY = '2026-09-18';
const WEEKS = 53;

const every = (days: number, from: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => shift(from, -days * index));

const isWeekday = (iso: string): boolean => ![0, 6].includes(new Date(`${iso}T00:00:00Z`).getUTCDay());

/** A price around a mean, with a mild season. */
const priceOf = (mean: number, ...words: readonly [date: string, ...string[]]): number =>
  cents(mean * (1 + 0.05 * season(words[0])) * (0.95 + 0.1 * chance(...words)));

const combine = <A, B>(ones: readonly A[], others: readonly B[]): (readonly [A, B])[] =>
  ones.flatMap((one) => others.map((other) => [one, other] as const));

/** Feeder cattle: many small lots, counts and weights beside the prices. */
const AUCTION: OtherReport = {
  narrative: 'Compared to last week: feeder steers and heifers steady to 3.00 higher. Demand good. Sample text, made by rule.',
  issues: every(7, '2026-09-14', WEEKS),
  rows: (begin) =>
    combine(['Steers', 'Heifers'], ['450-500', '550-600', '650-700', '750-800', '850-900']).flatMap(([sex, weights]) =>
      ['1', '1-2'].flatMap((muscle) => {
        const weight = Number(weights.slice(0, 3)) + Math.round(45 * chance('weight', begin, sex, weights, muscle));
        const head = Math.round(200 * chance('head', begin, sex, weights, muscle));
        if (head < 12) return [];
        const price = priceOf(
          (sex === 'Steers' ? 470 : 430) - weight * 0.16 - (muscle === '1' ? 0 : 12),
          begin,
          sex,
          weights,
          muscle,
        );
        return {
          report_date: usDate(begin),
          published_date: `${usDate(begin)} 16:20:00`,
          market_location_name: 'Oklahoma National Stockyards Market',
          commodity: 'Feeder Cattle',
          class: sex,
          frame: 'Medium and Large',
          muscle_grade: muscle,
          lot_desc: chance('fancy', begin, sex, weights) > 0.9 ? 'Fancy' : 'None',
          head_count: head,
          weight_range: weights,
          avg_weight: weight,
          avg_price_min: cents(price * 0.97),
          avg_price_max: cents(price * 1.03),
          avg_price: price,
          price_unit: 'Per Cwt',
          final_ind: 'Final',
        };
      }),
    ),
};

/** Grain: every weekday, a basis below zero, and numbers that are sent as text. */
const GRAIN: OtherReport = {
  narrative: 'Bids of elevators and processors at the close. Sample text, made by rule.',
  issues: every(1, LAST_DAY, 100).filter(isWeekday),
  rows: (begin) =>
    combine(['Corn', 'Soybeans'], ['North Central', 'Northeast', 'Northwest', 'South Central', 'Southwest']).map(
      ([grain, district]) => {
        const price = priceOf(grain === 'Corn' ? 4.1 : 10.2, begin, grain, district);
        const basis = Math.round(-70 + 60 * chance('basis', begin, grain, district));
        return {
          report_date: usDate(begin),
          commodity: grain,
          grade: grain === 'Corn' ? 'US #2' : 'US #1',
          class: 'Yellow',
          trade_loc: district,
          delivery_point: 'Country Elevators',
          'basis Min': String(basis - 8),
          'basis Max': String(basis + 8),
          'price Min': `$${cents(price - 0.1).toFixed(2)}`,
          'price Max': `$${cents(price + 0.1).toFixed(2)}`,
          avg_price: price,
          price_unit: '$ Per Bushel',
          freight: 'Delivered',
          trans_mode: 'Truck',
        };
      },
    ),
};

const FRUITS = [
  ['Apples', 'Gala', 'cartons tray pack', 'Washington', 32],
  ['Apples', 'Honeycrisp', 'cartons tray pack', 'Michigan', 48],
  ['Blueberries', 'Highbush', 'flats 12 1-pint cups with lids', 'Peru', 30],
  ['Grapes', 'Red Seedless', '18 lb containers bagged', 'California', 26],
  ['Lemons', 'Eureka', '7/10 bushel cartons', 'Chile', 36],
  ['Oranges', 'Valencia', '7/10 bushel cartons', 'South Africa', 31],
] as const;

/** A terminal market: prices of packages from low to high, with comments, and a column that is often empty. */
const TERMINAL: OtherReport = {
  narrative: 'Prices of sales by first receivers to retailers in less than carlot quantities. Sample text, made by rule.',
  issues: every(1, LAST_DAY, 100).filter(isWeekday),
  rows: (begin) =>
    combine(FRUITS, ['72s', '88s', '113s']).flatMap(([[fruit, variety, pack, origin, mean], size]) => {
      if (chance('offered', begin, variety, size) > 0.75) return [];
      const price = Math.round(priceOf(mean, begin, variety, size));
      const isMostly = chance('mostly', begin, variety, size) > 0.6;
      return {
        report_date: usDate(begin),
        commodity: fruit,
        variety,
        package: pack,
        item_size: size,
        origin,
        organic: chance('organic', variety, size) > 0.8 ? 'Y' : 'N',
        low_price: String(price - 2),
        high_price: String(price + 3),
        mostly_low_price: isMostly ? String(price - 1) : null,
        mostly_high_price: isMostly ? String(price + 1) : null,
        market_tone_comments: chance('tone', begin, fruit) > 0.7 ? 'STEADY' : '',
      };
    }),
};

const DAIRY_ITEMS = [
  ['Butter', '1 lb', 4.2],
  ['Cheese', '8 oz shred', 2.6],
  ['Cream Cheese', '8 oz', 2.5],
  ['Ice Cream', '48-64 oz', 3.9],
  ['Milk', 'Gallon', 3.6],
  ['Yogurt', '4-6 oz', 0.7],
] as const;
const DAIRY_REGIONS = ['NATIONAL', 'NORTHEAST U.S.', 'SOUTHEAST U.S.', 'MIDWEST U.S.', 'SOUTH CENTRAL U.S.'];

/** Dairy: one section, and no date but those of its days. */
const DAIRY: OtherReport = {
  issues: every(7, '2026-09-12', WEEKS),
  rows: (begin) =>
    combine(DAIRY_ITEMS, DAIRY_REGIONS).map(([[type, pack, mean], region]) => ({
      report_begin_date: usDate(begin),
      report_end_date: usDate(shift(begin, 6)),
      commodity: 'Dairy',
      type,
      package: pack,
      organic: 'No',
      region,
      wtd_avg_price: priceOf(mean, begin, type, region),
      store_count: Math.round((region === 'NATIONAL' ? 9_000 : 2_000) * (0.3 + 0.7 * chance('stores', begin, type, region))),
    })),
};

/** What is left of a report that no longer appears: its header. */
const ENDED: OtherReport = {
  narrative: 'This report is discontinued. The last issue was published on July 28, 2026. Sample text, made by rule.',
  issues: ['2026-07-28'],
  rows: () => [],
};

export const OTHER_REPORTS: Readonly<Record<string, OtherReport>> = {
  '1280': AUCTION,
  '2277': ENDED,
  '2315': TERMINAL,
  '2850': GRAIN,
  '2995': DAIRY,
};

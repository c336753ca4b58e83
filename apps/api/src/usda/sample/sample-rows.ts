import { daysAfter } from '@site/contracts';
import type { MarsRow } from '../mars-sections.ts';
import { cents, chance, season, usDate } from './by-formula.ts';
import { PUBLISHED_BEEF, PUBLISHED_EGGS, PUBLISHED_WEEKS } from './published-figures.ts';

/** The published weeks, with generated weeks in between: a year plus one week. */
const WEEKS = 53;

/** Rule for the regions: their share of the national stores, and their price as a multiple of the national average. */
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
const MIN_REGIONAL_STORES = 20;
const NATIONAL_SPREAD = { low: 0.8, high: 1.3 };
const REGIONAL_SPREAD = { low: 0.9, high: 1.1 };
/** Of the weeks without published figures, the share in which an item is advertised. */
const ADVERTISED_SHARE = 0.8;

interface Figures {
  readonly price: number;
  readonly stores: number;
}

interface SampleItem {
  readonly columns: MarsRow;
  readonly published: ReadonlyMap<string, Figures | null>;
}

interface SampleReport {
  readonly slug: number;
  readonly title: string;
  readonly items: readonly SampleItem[];
}

function readTable(table: string, columnsOf: (fields: readonly string[]) => MarsRow): SampleItem[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const fields = line.split(' | ');
      const weeks = fields.splice(-PUBLISHED_WEEKS.length);
      const published = new Map(
        PUBLISHED_WEEKS.map((week, index) => {
          const [price, stores] = (weeks[index] ?? '-').split(' ').map(Number);
          return [week, stores === undefined ? null : { price: price ?? 0, stores }];
        }),
      );
      return { columns: columnsOf(fields), published };
    });
}

const eggColumns = ([type = '', size, environment]: readonly string[]): MarsRow => ({
  commodity: 'Egg',
  section: type.startsWith('Liquid') ? 'Egg Products' : 'Shell Egg',
  type,
  condition: 'Fresh',
  package_size: size,
  environment,
  price_unit: 'Per Carton',
  community: null,
});

const beefColumns = ([section, type, size, environment, condition]: readonly string[]): MarsRow => ({
  commodity: 'Beef',
  section,
  type,
  condition,
  package_size: size === '-' ? null : size,
  environment,
  price_unit: 'Per lb',
  community: 'Meat',
});

const REPORTS: readonly SampleReport[] = [
  { slug: 2757, title: 'Weekly Grocery Store Egg Feature Activity', items: readTable(PUBLISHED_EGGS, eggColumns) },
  { slug: 3228, title: 'Weekly Grocery Store Beef Feature Activity', items: readTable(PUBLISHED_BEEF, beefColumns) },
];

/** A week starts on the Saturday before its Monday. */
const startOf = (monday: string): string => daysAfter(monday, -2);

/** A week not covered by the published figures: close to their mean, and in some weeks not advertised. */
function inventedFigures(item: SampleItem, week: string): Figures | null {
  const known = [...item.published.values()].filter((figures) => figures !== null);
  const name = JSON.stringify(item.columns);
  if (known.length === 0 || chance('advertised', name, week) > ADVERTISED_SHARE) return null;
  const mean = (read: (figures: Figures) => number): number =>
    known.reduce((sum, figures) => sum + read(figures), 0) / known.length;
  const level = 1 + 0.06 * season(week);
  return {
    price: cents(mean((figures) => figures.price) * level * (0.9 + 0.2 * chance('price', name, week))),
    stores: Math.max(1, Math.round(mean((figures) => figures.stores) * (0.5 + chance('stores', name, week)))),
  };
}

function rowsOf(report: SampleReport, item: SampleItem, week: string): MarsRow[] {
  const published = item.published.get(week);
  const figures = published === undefined ? inventedFigures(item, week) : published;
  if (figures === null) return [];
  const row = (region: string, price: number, stores: number, spread: typeof NATIONAL_SPREAD): MarsRow => ({
    report_date: usDate(week),
    published_date: `${usDate(daysAfter(week, 4))} 10:00:00`,
    report_begin_date: usDate(startOf(week)),
    report_end_date: usDate(daysAfter(week, 4)),
    office_name: 'Washington, DC - LP (Retail)',
    office_state: 'DC',
    office_city: 'Washington',
    office_code: 'LP-WARE',
    region,
    report_title: report.title,
    slug_id: report.slug,
    slug_name: `AMS_${report.slug}`,
    ...item.columns,
    quality_grade: null,
    price_avg: price,
    price_min: cents(price * spread.low),
    price_max: cents(price * spread.high),
    store_count: stores,
    final_ind: 'Final',
  });
  const regional = REGIONS.map(({ name, share, level }) =>
    row(name, cents(figures.price * level), Math.floor(figures.stores * share), REGIONAL_SPREAD),
  ).filter((candidate) => Number(candidate['store_count']) >= MIN_REGIONAL_STORES);
  return [row('NATIONAL', figures.price, figures.stores, NATIONAL_SPREAD), ...regional];
}

const MONDAYS = Array.from({ length: WEEKS }, (_, index) => daysAfter(PUBLISHED_WEEKS[0], -7 * index));
export const SAMPLE_WEEK_STARTS: readonly string[] = MONDAYS.map(startOf);

/** Rows of a report in the format of the MARS API, newest week first; null for a report that the sample does not have. */
export function sampleRows(slug: number, from: string, to: string): readonly MarsRow[] | null {
  const report = REPORTS.find((candidate) => candidate.slug === slug);
  if (!report) return null;
  const weeks = MONDAYS.filter((monday) => startOf(monday) >= from && startOf(monday) <= to);
  return weeks.flatMap((week) => report.items.flatMap((item) => rowsOf(report, item, week)));
}

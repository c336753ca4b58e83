import type { MarketReport } from '@site/contracts';
import type { MarsRow } from './mars-sections.ts';
import { readCalendarDate, readText } from './mars-value.ts';

/** Words that name a commodity: USDA's list has no column for it. */
const COMMODITIES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bbeef\b|\bcattle\b|\bsteers?\b/i, 'Beef'],
  [/\bpork\b|\bhogs?\b|\bswine\b/i, 'Pork'],
  [/\bchickens?\b|\bbroilers?\b/i, 'Chicken'],
  [/\bturkeys?\b/i, 'Turkey'],
  [/\beggs?\b/i, 'Eggs'],
  [/\blambs?\b|\bsheep\b/i, 'Lamb'],
  [/\bveal\b/i, 'Veal'],
  [/\bgoats?\b/i, 'Goat'],
  [/\bpoultry\b/i, 'Poultry'],
  [/\bdairy\b|\bmilk\b|\bcheese\b|\bbutter\b/i, 'Dairy'],
  [/\bgrains?\b|\bcorn\b|\bwheat\b|\bsoybeans?\b|\bhay\b/i, 'Grains'],
  [/\bfruits?\b|\bapples?\b|\bcitrus\b|\bberr(?:y|ies)\b/i, 'Fruits'],
  [/\bvegetables?\b|\bpotatoes\b|\bonions?\b/i, 'Vegetables'],
  [/\bspecialty crops\b/i, 'Specialty crops'],
];

const DISCONTINUED = /\(\s*discontinued\s*\)/i;

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(readText).filter((text) => text !== null) : [];
}

/**
 * The first of COMMODITIES that the title names, otherwise the one that the market types name, if it is the only one:
 * "Retail - Livestock/Poultry/Egg" says nothing about a single report.
 */
function commodityOf(title: string | null, marketTypes: readonly string[]): string | null {
  const named = (sources: readonly string[]) =>
    COMMODITIES.filter(([pattern]) => sources.some((text) => pattern.test(text))).map(([, name]) => name);
  const [titled] = named([title ?? '']);
  const [traded, ...others] = named(marketTypes);
  return titled ?? (others.length === 0 ? traded : null) ?? null;
}

/** `MM/DD/YYYY HH:MM:SS`: only the day, because the timestamp has no zone. */
function readPublicationDay(value: unknown): string | null {
  return readCalendarDate(typeof value === 'string' ? value.split(' ')[0] : value);
}

function mapReport(row: MarsRow): MarketReport {
  const slug = readText(row['slug_id']);
  const title = readText(row['report_title']);
  const marketTypes = texts(row['market_types']);
  const published = readPublicationDay(row['published_date']);
  const description = [...marketTypes, ...texts(row['offices']), ...(published ? [`last published ${published}`] : [])];
  return {
    report_id: slug ?? '',
    report_title: title,
    slug_id: slug,
    slug_name: readText(row['slug_name']),
    commodity: commodityOf(title, marketTypes),
    market: texts(row['markets']).join(', ') || marketTypes.join(', ') || null,
    report_desc: description.join(' · ') || null,
    report_date: readCalendarDate(row['report_date']),
    report_status: readText(row['report_status']),
    discontinued: title !== null && DISCONTINUED.test(title),
  };
}

/** USDA's list of reports in the fields the site shows. Nothing is invented: missing values are null. */
export function mapReportList(rows: readonly MarsRow[]): MarketReport[] {
  return rows.map(mapReport);
}

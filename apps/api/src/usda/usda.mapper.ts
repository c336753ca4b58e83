import type { PriceRecord } from '@site/contracts';
import type { MarsRow } from './mars-sections.ts';
import {
  normalizeRegion,
  normalizeType,
  readCalendarDate,
  readCount,
  readNumber,
  readText,
  type ReadNumber,
} from './mars-value.ts';

export interface MappedRows {
  readonly records: readonly PriceRecord[];
  /** Rows without a date or price, or with an ambiguous price. */
  readonly droppedRows: number;
}

const NOT_STATED = 'Not stated';
const CENTS = /^cents?\s*/i;

/** Related reports spell the same column with different capitalization ("price_Unit", "wtd_Avg_Price"). */
function lowerCaseKeys(row: MarsRow): MarsRow {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key.toLowerCase(), value]));
}

function first(row: MarsRow, names: readonly string[]): unknown {
  return names.map((name) => row[name]).find((value) => value !== undefined && value !== null && value !== '');
}

interface Prices {
  readonly min: ReadNumber;
  readonly max: ReadNumber;
  readonly avg: ReadNumber;
}

function readPrices(row: MarsRow): Prices {
  const range = readText(row['price_range']);
  const [low, high, ...rest] = range?.split('-') ?? [];
  const fromRange = (part: string | undefined): unknown => (rest.length > 0 ? range : part);
  return {
    min: readNumber(first(row, ['price_min', 'low_price']) ?? fromRange(low)),
    max: readNumber(first(row, ['price_max', 'high_price']) ?? fromRange(high)),
    avg: readNumber(first(row, ['price_avg', 'wtd_avg_price', 'weighted_avg_price'])),
  };
}

/** Dollars with two decimals, or null if the row has none. */
function dollars(price: ReadNumber, isCents: boolean): number | null {
  if (price.kind !== 'number') return null;
  return Math.round(isCents ? price.value : price.value * 100) / 100;
}

const daysOf = (row: MarsRow): string => `${readText(row['report_begin_date'])} ${readText(row['report_end_date'])}`;

/**
 * Dates rows by `report_date`. A row without one takes it from other rows for the same days, so that an issue dated by its Monday
 * does not become a second week dated by its Friday. If no row has one, as in related reports, each row's last day is used.
 */
function dateReader(rows: readonly MarsRow[]): (row: MarsRow) => string | null {
  const stated = rows.filter((row) => first(row, ['report_date']) !== undefined);
  const dates = new Map(stated.map((row) => [daysOf(row), readCalendarDate(row['report_date'])]));
  return (row) => {
    const own = first(row, ['report_date']);
    if (own !== undefined) return readCalendarDate(own);
    if (stated.length > 0) return dates.get(daysOf(row)) ?? null;
    return readCalendarDate(first(row, ['report_end_date', 'report_begin_date']));
  };
}

/** Returns null for a row without a date or price, or with an ambiguous price. */
function mapRow(row: MarsRow, date: string | null): PriceRecord | null {
  const prices = readPrices(row);
  const kinds = [prices.min.kind, prices.max.kind, prices.avg.kind];
  if (date === null || kinds.includes('ambiguous') || !kinds.includes('number')) return null;

  const unit = readText(row['price_unit']);
  const isCents = unit !== null && CENTS.test(unit);
  const region = readText(row['region']);
  const type = readText(row['type']);
  return {
    report_date: date,
    type: type === null ? NOT_STATED : normalizeType(type),
    condition: readText(row['condition']),
    commodity: readText(row['commodity']) ?? NOT_STATED,
    section: readText(row['section']),
    package_size: readText(first(row, ['package_size', 'package', 'size'])),
    environment: readText(row['environment']),
    price_unit: isCents ? unit.replace(CENTS, '') || null : unit,
    price_min: dollars(prices.min, isCents),
    price_max: dollars(prices.max, isCents),
    price_avg: dollars(prices.avg, isCents),
    region: region === null ? NOT_STATED : normalizeRegion(region),
    store_count: readCount(first(row, ['store_count', 'stores_with_ads'])),
    quality_grade: readText(row['quality_grade']),
    price_change: null,
    price_change_percent: null,
  };
}

/** Converts rows from MARS to the site's records; a row sent twice, byte for byte, counts once. */
export function mapPriceRows(rows: readonly MarsRow[]): MappedRows {
  const distinct = new Map(rows.map((row) => [JSON.stringify(row), row]));
  const named = [...distinct.values()].map(lowerCaseKeys);
  const dateOf = dateReader(named);
  const mapped = named.map((row) => mapRow(row, dateOf(row)));
  const records = mapped.filter((record) => record !== null);
  return { records, droppedRows: mapped.length - records.length };
}

/** Records from the first day to the last, inclusive. */
export function within(records: readonly PriceRecord[], from: Date, to: Date): PriceRecord[] {
  const days = { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) };
  return records.filter(({ report_date: date }) => date >= days.from && date <= days.to);
}

/** The newest week, and the earlier weeks, newest first; within a week USDA's order is kept. */
export function splitByWeek(records: readonly PriceRecord[]): { newest: PriceRecord[]; earlier: PriceRecord[] } {
  const dates = [...new Set(records.map((record) => record.report_date))].sort().reverse();
  const [newest, ...earlier] = dates.map((date) => records.filter((record) => record.report_date === date));
  return { newest: newest ?? [], earlier: earlier.flat() };
}

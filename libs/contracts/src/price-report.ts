import * as v from 'valibot';
import { joinLeftOut, readRows, type LeftOut } from './read-rows.ts';

const NullableNumber = v.nullable(v.pipe(v.number(), v.finite()));
const NullableText = v.nullable(v.string());

/**
 * One row of a weekly retail price report, normalized from a response of USDA's Market News (MARS).
 * Prices are advertised feature prices, not shelf prices, in US dollars per `price_unit`.
 */
const PriceRecordSchema = v.object({
  /** Calendar date `YYYY-MM-DD`: the Monday of the report's week. */
  report_date: v.pipe(v.string(), v.isoDate()),
  type: v.string(),
  condition: NullableText,
  commodity: v.string(),
  section: NullableText,
  package_size: NullableText,
  environment: NullableText,
  price_unit: NullableText,
  price_min: NullableNumber,
  price_max: NullableNumber,
  price_avg: NullableNumber,
  /** `NATIONAL`, or one of Northeast, Southeast, Midwest, Southcentral, Southwest, Northwest, Alaska, Hawaii. */
  region: v.string(),
  /** Number of stores that advertised the item. */
  store_count: v.nullable(v.pipe(v.number(), v.integer())),
  quality_grade: NullableText,
  /** Average price minus that of the same item and region exactly one week earlier; null without such a row. */
  price_change: NullableNumber,
  /** The same change as a percentage of the earlier price, one decimal. */
  price_change_percent: NullableNumber,
});

/** Response of the weekly report routes. */
export const WeeklyReportSchema = v.object({
  /** Rows of the newest week. */
  currentWeekData: v.array(PriceRecordSchema),
  /** Rows of earlier weeks, newest first. */
  historicalData: v.array(PriceRecordSchema),
  /** `live`: from USDA; `sample`: bundled sample data. */
  source: v.picklist(['live', 'sample']),
  /** When the copy was fetched from the source. */
  fetchedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** True when the copy is older than the freshness window; a newer one is then fetched in the background. */
  stale: v.boolean(),
  /** Rows of the source left out because they had no date, no price or an ambiguous one. */
  droppedRows: v.pipe(v.number(), v.integer()),
});

export type PriceRecord = v.InferOutput<typeof PriceRecordSchema>;
/** The fields that identify an item of a region, in the order in which every price file has them. */
export const ITEM_FIELDS = [
  'region',
  'commodity',
  'section',
  'type',
  'condition',
  'package_size',
  'environment',
  'quality_grade',
  'price_unit',
] as const satisfies readonly (keyof PriceRecord)[];

export type WeeklyReport = v.InferOutput<typeof WeeklyReportSchema>;

/** Fields that are null if a row does not state them. */
const NOT_STATED = {
  condition: null,
  section: null,
  package_size: null,
  environment: null,
  price_unit: null,
  price_min: null,
  price_max: null,
  price_avg: null,
  store_count: null,
  quality_grade: null,
  price_change: null,
  price_change_percent: null,
} satisfies Partial<PriceRecord>;

/** The envelope only. If it does not state its age, it counts as stale. */
const WeeklyEnvelopeSchema = v.object({
  ...WeeklyReportSchema.entries,
  currentWeekData: v.array(v.unknown()),
  historicalData: v.fallback(v.array(v.unknown()), []),
  stale: v.fallback(v.boolean(), true),
  droppedRows: v.fallback(v.number(), 0),
});

interface WeeklyReportReading {
  readonly report: WeeklyReport;
  readonly leftOut: LeftOut;
}

/**
 * Reads a report from a server that may be one release older or newer than the reader.
 * @throws Error if the response is not a weekly report
 */
export function readWeeklyReport(value: unknown): WeeklyReportReading {
  const envelope = v.safeParse(WeeklyEnvelopeSchema, value);
  if (!envelope.success) throw new Error('the response is not a weekly price report');
  const current = readRows(PriceRecordSchema, NOT_STATED, envelope.output.currentWeekData);
  const earlier = readRows(PriceRecordSchema, NOT_STATED, envelope.output.historicalData);
  return {
    report: { ...envelope.output, currentWeekData: current.rows, historicalData: earlier.rows },
    leftOut: joinLeftOut([current.leftOut, earlier.leftOut]),
  };
}

/** For copies stored by this same release. @throws Error unless every field of the value is valid */
export function parseWeeklyReport(value: unknown): WeeklyReport {
  const result = v.safeParse(WeeklyReportSchema, value);
  if (!result.success) throw new Error('the response is not a weekly price report');
  return result.output;
}

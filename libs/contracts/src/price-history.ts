import * as v from 'valibot';
import type { Commodity } from './price-history-query.ts';
import type { PriceRecord } from './price-report.ts';
import { joinLeftOut, readRows, type LeftOut } from './read-rows.ts';

const NullableNumber = v.nullable(v.pipe(v.number(), v.finite()));
const NullableText = v.nullable(v.string());

const PricePointSchema = v.object({
  /** Calendar date `YYYY-MM-DD`: the Monday of the week. A week without an advertisement has no point. */
  date: v.pipe(v.string(), v.isoDate()),
  /** US dollars per the series' unit. */
  price_avg: NullableNumber,
  price_min: NullableNumber,
  price_max: NullableNumber,
  /** Stores that advertised the item in that week; a price from only a few stores is not representative. */
  store_count: v.nullable(v.pipe(v.number(), v.integer())),
});

const PriceSeriesSchema = v.object({
  /** See `priceItemKey`. */
  item: v.string(),
  region: v.string(),
  commodity: v.string(),
  section: NullableText,
  type: v.string(),
  condition: NullableText,
  package_size: NullableText,
  environment: NullableText,
  quality_grade: NullableText,
  price_unit: NullableText,
  /** Oldest first. */
  points: v.array(PricePointSchema),
});

/**
 * Header of the response of `GET /api/price-history`: `false` while weeks are missing, as they are until a new site has fetched its
 * past year; otherwise `true`.
 */
export const HISTORY_COMPLETE = 'X-History-Complete';

/** Response of `GET /api/price-history`. */
export const PriceHistorySchema = v.object({
  source: v.picklist(['live', 'sample']),
  /** The source of the figures, as a sentence for the reader. */
  attribution: v.string(),
  licence: v.string(),
  series: v.array(PriceSeriesSchema),
});

export type PricePoint = v.InferOutput<typeof PricePointSchema>;
export type PriceSeries = v.InferOutput<typeof PriceSeriesSchema>;
export type PriceHistory = v.InferOutput<typeof PriceHistorySchema>;

type ItemFields = Pick<
  PriceRecord,
  'section' | 'type' | 'condition' | 'package_size' | 'environment' | 'quality_grade' | 'price_unit'
>;

function normalize(text: string | null): string {
  return (text ?? '').toLowerCase().replaceAll('|', ' ').replace(/\s+/g, ' ').trim();
}

/**
 * What makes two rows of different weeks the same item: every field that the price depends on except the region and the week.
 * The order of the fields is part of the address of a series, so it never changes.
 *
 * @param commodity of the report, whatever its rows call it: USDA may rename it in any week
 */
export function priceItemKey(commodity: Commodity, record: ItemFields): string {
  return [
    commodity,
    record.section,
    record.type,
    record.condition,
    record.package_size,
    record.environment,
    record.quality_grade,
    record.price_unit,
  ]
    .map(normalize)
    .join('|');
}

const NO_FIGURES = { price_avg: null, price_min: null, price_max: null, store_count: null } satisfies Partial<PricePoint>;

const NO_DETAILS = {
  section: null,
  condition: null,
  package_size: null,
  environment: null,
  quality_grade: null,
  price_unit: null,
} satisfies Partial<PriceSeries>;

const HistoryEnvelopeSchema = v.object({ ...PriceHistorySchema.entries, series: v.array(v.unknown()) });
/** A series whose points are read one by one. */
const LooseSeriesSchema = v.object({ ...PriceSeriesSchema.entries, points: v.array(v.unknown()) });

export interface PriceHistoryReading {
  readonly history: PriceHistory;
  readonly leftOut: LeftOut;
}

/**
 * Reads a history from a server that may be one release older or newer than the reader.
 * @throws Error if the response is not a price history
 */
export function readPriceHistory(value: unknown): PriceHistoryReading {
  const envelope = v.safeParse(HistoryEnvelopeSchema, value);
  if (!envelope.success) throw new Error('the response is not a price history');
  const read = readRows(LooseSeriesSchema, NO_DETAILS, envelope.output.series);
  const points = read.rows.map((series) => readRows(PricePointSchema, NO_FIGURES, series.points));
  return {
    history: {
      ...envelope.output,
      series: read.rows.map((series, index) => ({ ...series, points: points[index]?.rows ?? [] })),
    },
    leftOut: joinLeftOut([read.leftOut, ...points.map(({ leftOut }) => leftOut)]),
  };
}

/** For the server's tests of its own responses. @throws Error unless every field of the value is valid */
export function parsePriceHistory(value: unknown): PriceHistory {
  const result = v.safeParse(PriceHistorySchema, value);
  if (!result.success) throw new Error('the response is not a price history');
  return result.output;
}

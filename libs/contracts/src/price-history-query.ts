import * as v from 'valibot';
import { isCalendarDay, requestObject } from './request-object.ts';

export const COMMODITIES = ['beef', 'egg'] as const;

/** The commodity of a report whose weeks are all stored. */
export type Commodity = (typeof COMMODITIES)[number];

/** Names and keys have no control characters, and PostgreSQL does not accept NUL. */
const NO_CONTROL_CHARACTERS = /^\P{Cc}*$/u;
const REGION = 'region must be a name such as NATIONAL or Midwest';

const day = (name: string) => {
  const message = `${name} must be a date such as 2026-09-14`;
  return v.pipe(v.string(message), v.check(isCalendarDay, message));
};

const ITEM = v.pipe(
  v.string('item may be given only once'),
  v.maxLength(400, 'item must have at most 400 characters'),
  v.regex(NO_CONTROL_CHARACTERS, 'item must be text without control characters'),
);

const SERIES_QUERY = {
  commodity: v.picklist(COMMODITIES, 'commodity must be beef or egg'),
  /** `priceItemKey`; without it, every item of the region. */
  item: v.optional(ITEM),
  region: v.optional(
    v.pipe(v.string('region may be given only once'), v.maxLength(40, REGION), v.regex(NO_CONTROL_CHARACTERS, REGION)),
  ),
};

/** Query of `GET /api/price-history.atom`. */
export const PriceFeedQuerySchema = requestObject(SERIES_QUERY);

/** Query of `GET /api/price-history`, and of its table and the table's description. */
export const PriceHistoryQuerySchema = requestObject({
  ...SERIES_QUERY,
  /** First day; a year and a week before the last one unless given. */
  from: v.optional(day('from')),
  /** Last day; today unless given. */
  to: v.optional(day('to')),
});

/** The maximum number of lines in a chart that can be told apart by color and dash. */
export const MAX_CHART_ITEMS = 4;

/** Query of `GET /api/price-picture.png`. */
export const PricePictureQuerySchema = requestObject({
  ...SERIES_QUERY,
  /** `priceItemKey`, once for each line; without it, the item that the most stores advertise. */
  item: v.optional(v.union([ITEM, v.pipe(v.array(ITEM), v.maxLength(MAX_CHART_ITEMS))], 'item must be given at most four times')),
  /** Percent change since each line's first week, instead of dollars. */
  show: v.optional(v.literal('percent', 'show must be percent')),
});

export type PricePictureQuery = v.InferOutput<typeof PricePictureQuerySchema>;
export type PriceFeedQuery = v.InferOutput<typeof PriceFeedQuerySchema>;
export type PriceHistoryQuery = v.InferOutput<typeof PriceHistoryQuerySchema>;

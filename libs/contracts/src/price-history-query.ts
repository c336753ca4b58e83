import * as v from 'valibot';
import { isCalendarDay, requestObject } from './request-object.ts';

export const COMMODITIES = ['beef', 'egg'] as const;

/** What a report of which every week is kept is about. */
export type Commodity = (typeof COMMODITIES)[number];

/** Names and keys have none, and PostgreSQL takes no NUL. */
const NO_CONTROL_CHARACTERS = /^\P{Cc}*$/u;
const REGION = 'region must be a name such as NATIONAL or Midwest';

const day = (name: string) => {
  const message = `${name} must be a day such as 2026-09-14`;
  return v.pipe(v.string(message), v.check(isCalendarDay, message));
};

/** Query of `GET /api/price-history` and `GET /api/price-history.csv`. */
export const PriceHistoryQuerySchema = requestObject({
  commodity: v.picklist(COMMODITIES, 'commodity must be beef or egg'),
  /** `priceItemKey`; without it every item of the region. */
  item: v.optional(
    v.pipe(
      v.string('item must be given once'),
      v.maxLength(400, 'item must have at most 400 characters'),
      v.regex(NO_CONTROL_CHARACTERS, 'item must be text without control characters'),
    ),
  ),
  region: v.optional(
    v.pipe(v.string('region must be given once'), v.maxLength(40, REGION), v.regex(NO_CONTROL_CHARACTERS, REGION)),
  ),
  /** First day; a year and a week before the last one unless given. */
  from: v.optional(day('from')),
  /** Last day; today unless given. */
  to: v.optional(day('to')),
});

export type PriceHistoryQuery = v.InferOutput<typeof PriceHistoryQuerySchema>;

import { readPriceHistory, type LeftOut, type PriceHistory, type PriceSeries } from '@site/contracts';
import { request } from '@site/host';
import type { PriceKind } from '../prices/price-kind.ts';

export interface RegionHistory extends Omit<PriceHistory, 'series'> {
  /** By the item's key. */
  readonly byItem: ReadonlyMap<string, PriceSeries>;
  readonly leftOut: LeftOut;
}

async function getPriceHistory(search: URLSearchParams, signal: AbortSignal): Promise<RegionHistory> {
  const response = await request('GET', `/api/price-history?${search.toString()}`, undefined, signal);
  const { history, leftOut } = readPriceHistory(await response.json());
  const { series, ...rest } = history;
  return { ...rest, leftOut, byItem: new Map(series.map((one) => [one.item, one])) };
}

/** A new site stores its first weeks within seconds of the first visit. */
const FIRST_WEEKS = { everyMs: 5_000, maxRequests: 6 };

interface QueryState {
  readonly data?: RegionHistory | undefined;
  readonly dataUpdateCount: number;
}

/**
 * One region's year up to the report's date, and the week a year before it: all the data for its sparklines, chart, mean and changes.
 */
export const priceHistoryQuery = ({ commodity }: Pick<PriceKind, 'commodity'>, region: string, to: string) => ({
  queryKey: ['/api/price-history', commodity, region, to],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    getPriceHistory(new URLSearchParams({ commodity, region, to }), signal),
  // Every row requests its region's history: a row that scrolls into view must not repeat a failed request. Retry does.
  retryOnMount: false,
  refetchInterval: ({ state: { data, dataUpdateCount } }: { readonly state: QueryState }) =>
    data?.byItem.size === 0 && dataUpdateCount < FIRST_WEEKS.maxRequests ? FIRST_WEEKS.everyMs : false,
});

import { daysAfter, readPriceHistory, YEAR_DAYS, type LeftOut, type PriceHistory, type PriceSeries } from '@site/contracts';
import { request } from '@site/host';
import type { QueryClient } from '@site/query';
import type { PriceKind } from '../prices/price-kind.ts';

export interface RegionHistory extends Omit<PriceHistory, 'series'> {
  /** By the item's key. */
  readonly byItem: ReadonlyMap<string, PriceSeries>;
  readonly leftOut: LeftOut;
  /** The server may still be storing the past weeks: a missing price does not yet mean that the item was not advertised. */
  readonly awaitsWeeks: boolean;
}

/** A new site stores its first weeks within seconds of the first visit. */
const FIRST_WEEKS = { everyMs: 5_000, maxRequests: 6 };

/** True if a week is stored that is at least a year before `to`. */
const hasYear = (series: readonly PriceSeries[], to: string): boolean => {
  const yearBefore = daysAfter(to, -YEAR_DAYS);
  return series.some(({ points }) => points.some(({ date }) => date <= yearBefore));
};

/** @param responses how many responses for this history have already arrived */
async function getPriceHistory(
  query: { readonly commodity: string; readonly region: string; readonly to: string },
  signal: AbortSignal,
  responses: number,
): Promise<RegionHistory> {
  const search = new URLSearchParams(query);
  const response = await request('GET', `/api/price-history?${search.toString()}`, undefined, signal);
  const { history, leftOut } = readPriceHistory(await response.json());
  const { series, ...rest } = history;
  const awaitsWeeks = responses + 1 < FIRST_WEEKS.maxRequests && !hasYear(series, query.to);
  return { ...rest, leftOut, awaitsWeeks, byItem: new Map(series.map((one) => [one.item, one])) };
}

interface QueryContext {
  readonly client: Pick<QueryClient, 'getQueryState'>;
  readonly queryKey: readonly string[];
  readonly signal: AbortSignal;
}

interface QueryState {
  readonly data?: RegionHistory | undefined;
  readonly status: 'pending' | 'error' | 'success';
}

/**
 * One region's year up to the report's date, and the week a year before it: all the data for its sparklines, chart, mean and changes.
 */
export const priceHistoryQuery = ({ commodity }: Pick<PriceKind, 'commodity'>, region: string, to: string) => ({
  queryKey: ['/api/price-history', commodity, region, to],
  queryFn: ({ client, queryKey, signal }: QueryContext) =>
    getPriceHistory({ commodity, region, to }, signal, client.getQueryState(queryKey)?.dataUpdateCount ?? 0),
  // Every row requests its region's history: a row that scrolls into view must not repeat a failed request. Retry does.
  retryOnMount: false,
  refetchOnMount: false,
  // Only a failed history is requested again when the connection returns: any other is never stale. The shell's `networkMode`
  // turns this off by default.
  refetchOnReconnect: true,
  refetchInterval: ({ state: { data, status } }: { readonly state: QueryState }) =>
    data?.awaitsWeeks && status === 'success' ? FIRST_WEEKS.everyMs : false,
});

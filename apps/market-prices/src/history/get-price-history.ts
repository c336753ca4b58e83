import { HISTORY_COMPLETE, readPriceHistory, type LeftOut, type PriceHistory, type PriceSeries } from '@site/contracts';
import { request } from '@site/host';
import type { PriceKind } from '../prices/price-kind.ts';

export interface RegionHistory extends Omit<PriceHistory, 'series'> {
  /** By the item's key. */
  readonly byItem: ReadonlyMap<string, PriceSeries>;
  readonly leftOut: LeftOut;
  /** The server is still storing past weeks: a missing price does not yet mean that the item was not advertised. */
  readonly awaitsWeeks: boolean;
}

/** A new site with live data starts to store past weeks half a minute after its first report, and takes seconds to minutes for them. */
const FIRST_WEEKS = { everyMs: 5_000, requests: 6, thenEveryMs: 15_000, maxRequests: 20 };

async function getPriceHistory(search: URLSearchParams, signal: AbortSignal): Promise<RegionHistory> {
  const response = await request('GET', `/api/price-history?${search.toString()}`, undefined, signal);
  const { history, leftOut } = readPriceHistory(await response.json());
  const { series, ...rest } = history;
  const awaitsWeeks = response.headers.get(HISTORY_COMPLETE) === 'false';
  return { ...rest, leftOut, awaitsWeeks, byItem: new Map(series.map((one) => [one.item, one])) };
}

interface QueryState {
  readonly data?: RegionHistory | undefined;
  readonly dataUpdateCount: number;
  readonly status: 'pending' | 'error' | 'success';
}

function pauseBeforeNext({ data, dataUpdateCount, status }: QueryState): number | false {
  if (!data?.awaitsWeeks || status !== 'success' || dataUpdateCount >= FIRST_WEEKS.maxRequests) return false;
  return dataUpdateCount < FIRST_WEEKS.requests ? FIRST_WEEKS.everyMs : FIRST_WEEKS.thenEveryMs;
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
  refetchOnMount: false,
  // Off by default under `networkMode: 'always'`, which the shell sets. It repeats failed requests only: a loaded history is never stale.
  refetchOnReconnect: true,
  refetchInterval: ({ state }: { readonly state: QueryState }) => pauseBeforeNext(state),
});

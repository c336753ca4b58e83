import { parsePriceHistory, type PriceHistory, type PriceSeries } from '@site/contracts';
import { request } from '@site/host';
import type { PriceKind } from '../prices/price-kind.ts';

export interface RegionHistory extends Omit<PriceHistory, 'series'> {
  /** By the item's key. */
  readonly byItem: ReadonlyMap<string, PriceSeries>;
}

async function getPriceHistory(search: URLSearchParams, signal: AbortSignal): Promise<RegionHistory> {
  const response = await request('GET', `/api/price-history?${search.toString()}`, undefined, signal);
  const { series, ...rest } = parsePriceHistory(await response.json());
  return { ...rest, byItem: new Map(series.map((one) => [one.item, one])) };
}

/** The stored weeks of one region: everything that its sparklines, its chart and its mean are drawn from. */
export const priceHistoryQuery = ({ commodity }: PriceKind, region: string) => ({
  queryKey: ['/api/price-history', commodity, region],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => getPriceHistory(new URLSearchParams({ commodity, region }), signal),
  // Every row asks for its region's history: one that scrolls into view must not ask again for what failed. Retry does.
  retryOnMount: false,
});

/** One week of the country, which may lie a little further back than the chart's year. */
export const nationalWeekQuery = ({ commodity }: PriceKind, date: string) => ({
  queryKey: ['/api/price-history', commodity, 'NATIONAL', date],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    getPriceHistory(new URLSearchParams({ commodity, region: 'NATIONAL', from: date, to: date }), signal),
});

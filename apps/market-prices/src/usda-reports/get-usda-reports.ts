import { parseMarketReports, type MarketReport } from '@site/contracts';
import { request } from '@site/host';
import type { Origin } from '../connection/data-age.tsx';

export const USDA_REPORTS_PATH = '/api/usda-reports';

export interface ReportList {
  readonly reports: readonly MarketReport[];
  readonly origin: Origin;
}

/** The list is bare; where it comes from and how old it is stand in the headers. */
async function getUsdaReports(signal: AbortSignal): Promise<ReportList> {
  const response = await request('GET', USDA_REPORTS_PATH, undefined, signal);
  const { headers } = response;
  return {
    reports: parseMarketReports(await response.json()),
    origin: {
      source: headers.get('X-Data-Source') === 'live' ? 'live' : 'sample',
      stale: headers.get('X-Data-Stale') === 'true',
      fetchedAt: headers.get('X-Data-Fetched-At') ?? new Date().toISOString(),
    },
  };
}

export const usdaReportsQuery = {
  queryKey: [USDA_REPORTS_PATH],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => getUsdaReports(signal),
};

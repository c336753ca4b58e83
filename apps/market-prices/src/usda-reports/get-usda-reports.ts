import type { LeftOut } from '@site/contracts';
import { request } from '@site/host';
import type { Origin } from '../connection/data-age.tsx';
import { inSlices } from '../table/in-slices.ts';
import { readReports } from './read-reports.ts';
import type { ListedReport } from './report-filters.ts';

export const USDA_REPORTS_PATH = '/api/usda-reports';

export interface ReportList {
  readonly reports: readonly ListedReport[];
  readonly origin: Origin;
  /** The parts of the server's response that this page could not read. */
  readonly leftOut: LeftOut;
}

/** The response text, decoded as it arrives: decoding megabytes at the end would be one long task. */
async function textOf(response: Response): Promise<string> {
  if (!response.body) return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text;
  }
}

/** The body is the bare list; its source and age are in the headers. */
async function getUsdaReports(signal: AbortSignal): Promise<ReportList> {
  const response = await request('GET', USDA_REPORTS_PATH, undefined, signal);
  const { headers } = response;
  const read = await inSlices(readReports(await textOf(response)), () => !signal.aborted);
  if (!read) throw signal.reason;
  return {
    ...read,
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

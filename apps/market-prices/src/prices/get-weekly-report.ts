import { readWeeklyReport, type LeftOut, type WeeklyReport } from '@site/contracts';
import { request } from '@site/host';
import type { PriceKind } from './price-kind.ts';

export interface ReportOnPage extends WeeklyReport {
  /** The parts of the server's response that this page could not read. */
  readonly leftOut: LeftOut;
}

async function getWeeklyReport(path: PriceKind['path'], signal: AbortSignal): Promise<ReportOnPage> {
  const response = await request('GET', path, undefined, signal);
  const { report, leftOut } = readWeeklyReport(await response.json());
  return { ...report, leftOut };
}

/** For `useQuery`; the page shares one copy for as long as it stays open. */
export const weeklyReportQuery = ({ path }: PriceKind) => ({
  queryKey: [path],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => getWeeklyReport(path, signal),
});

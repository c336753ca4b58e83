import { parseWeeklyReport, type WeeklyReport } from '@site/contracts';
import { request } from '@site/host';
import type { PriceKind } from './price-kind.ts';

async function getWeeklyReport(path: PriceKind['path'], signal: AbortSignal): Promise<WeeklyReport> {
  const response = await request('GET', path, undefined, signal);
  return parseWeeklyReport(await response.json());
}

/** For `useQuery`; the page shares one copy for as long as it stays open. */
export const weeklyReportQuery = ({ path }: PriceKind) => ({
  queryKey: [path],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => getWeeklyReport(path, signal),
});

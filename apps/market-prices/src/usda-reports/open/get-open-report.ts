import { parseReportSection } from '@site/contracts';
import { request } from '@site/host';
import { inSlices } from '../../table/in-slices.ts';
import { readReport, type OpenReport } from './report-model.ts';

export const reportAddress = (slug: string, section: string | null): `/api/${string}` =>
  `/api/usda-reports/${slug}${section === null ? '' : `/${section}`}`;

async function getOpenReport(path: `/api/${string}`, signal: AbortSignal): Promise<OpenReport> {
  const response = await request('GET', path, undefined, signal);
  const report = await inSlices(readReport(parseReportSection(await response.json())), () => !signal.aborted);
  if (!report) throw signal.reason;
  return report;
}

/** @param section as `sectionSlug` formats it; null means the one with the report's figures */
export function openReportQuery(slug: string, section: string | null) {
  const path = reportAddress(slug, section);
  return {
    queryKey: [path],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => getOpenReport(path, signal),
  };
}

import type { MarsRow } from '../mars-sections.ts';
import type { MarsLibrary } from './mars-stand-in.ts';
import { OTHER_REPORTS } from './other-reports.ts';
import { SAMPLE_REPORTS } from './sample-reports.ts';
import { SAMPLE_WEEK_STARTS, sampleRows } from './sample-rows.ts';

const HEADER = 'Report Header';
const DETAILS = 'Report Details';

const listed = (slug: string): MarsRow | undefined => SAMPLE_REPORTS.find((report) => report['slug_id'] === slug);

/** A header's single row; the retail reports have none, because the site requests only their prices. */
function headerOf(slug: string): readonly MarsRow[] {
  const report = listed(slug);
  const narrative = OTHER_REPORTS[slug]?.narrative;
  if (!report || narrative === undefined) return [];
  const { slug_id, slug_name, report_title, report_date, published_date, report_status } = report;
  return [{ slug_id, slug_name, report_title, report_date, published_date, report_status, report_narrative: narrative }];
}

/** All sample data in the format of the MARS API. A listed report without rows has empty sections. */
export const SAMPLE_LIBRARY: MarsLibrary = {
  reports: SAMPLE_REPORTS,
  sections: (slug) => (listed(slug)?.['sectionNames'] as readonly string[] | undefined) ?? null,
  issues: (slug) => OTHER_REPORTS[slug]?.issues ?? SAMPLE_WEEK_STARTS,
  rows: (slug, section, from, to) => {
    if (section === HEADER) return headerOf(slug);
    if (section !== DETAILS) return [];
    const other = OTHER_REPORTS[slug];
    if (!other) return sampleRows(Number(slug), from, to) ?? [];
    return other.issues.filter((begin) => begin >= from && begin <= to).flatMap((begin) => other.rows(begin));
  },
};

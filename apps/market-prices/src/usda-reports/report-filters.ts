import { reportTitle, type MarketReport } from '@site/contracts';
import { CATEGORIES, categoryOf, type Category } from './report-category.ts';

export interface ListedReport {
  readonly report: MarketReport;
  readonly title: string;
  readonly slug: string;
  readonly category: Category;
  readonly commodity: string;
  readonly market: string;
  /** The searchable text, in lower case. */
  readonly searchable: string;
}

/** The parts of a report that the page shows, computed while the list is parsed. */
export function listReports(reports: readonly MarketReport[]): ListedReport[] {
  return reports.map((report) => ({
    report,
    title: reportTitle(report) ?? 'Untitled Report',
    slug: report.slug_id?.trim() || 'N/A',
    category: categoryOf(report),
    commodity: report.commodity?.trim() || '-',
    market: report.market?.trim() || '-',
    searchable: [report.report_title, report.slug_id, report.commodity].join('\n').toLowerCase(),
  }));
}

/** Reports whose title matches come before those whose slug or commodity does; each part keeps its order. */
export function filterReports(
  reports: readonly ListedReport[],
  search: string,
  category: Category | null,
): readonly ListedReport[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '' && category === null) return reports;
  const found = reports.filter(
    (report) => (category === null || report.category === category) && report.searchable.includes(wanted),
  );
  if (wanted === '') return found;
  const titleMatches = ({ searchable }: ListedReport) => searchable.slice(0, searchable.indexOf('\n')).includes(wanted);
  return [...found.filter(titleMatches), ...found.filter((report) => !titleMatches(report))];
}

/** The number of reports in each category, in the specified order; empty categories are omitted. */
export function countCategories(reports: readonly ListedReport[]): { category: Category; count: number }[] {
  const counts = new Map<Category, number>();
  for (const { category } of reports) counts.set(category, (counts.get(category) ?? 0) + 1);
  return CATEGORIES.flatMap((category) => {
    const count = counts.get(category);
    return count === undefined ? [] : [{ category, count }];
  });
}

import type { MarketReport } from '@site/contracts';
import { CATEGORIES, categoryOf, type Category } from './report-category.ts';

export interface ListedReport {
  readonly report: MarketReport;
  readonly title: string;
  readonly slug: string;
  readonly category: Category;
  readonly commodity: string;
  readonly market: string;
  /** What the search looks through, in lower case. */
  readonly searchable: string;
}

/** USDA writes "(Discontinued)" behind a title; the page has a mark for it. */
export function titleOf({ report_title, discontinued }: Pick<MarketReport, 'report_title' | 'discontinued'>): string {
  const title = report_title?.trim() || 'Untitled Report';
  return discontinued ? title.replace(/\s*\(discontinued\)$/i, '') : title;
}

/** What the page shows of a report, worked out as the list is read. */
export function listReports(reports: readonly MarketReport[]): ListedReport[] {
  return reports.map((report) => ({
    report,
    title: titleOf(report),
    slug: report.slug_id?.trim() || 'N/A',
    category: categoryOf(report),
    commodity: report.commodity?.trim() || '-',
    market: report.market?.trim() || '-',
    searchable: [report.report_title, report.slug_id, report.commodity].join('\n').toLowerCase(),
  }));
}

/** Reports that the search finds in their titles come before those that it finds in slug or commodity; each part keeps its order. */
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
  const isTitled = ({ searchable }: ListedReport) => searchable.slice(0, searchable.indexOf('\n')).includes(wanted);
  return [...found.filter(isTitled), ...found.filter((report) => !isTitled(report))];
}

/** How many reports each category holds, in the stated order; empty ones are left out. */
export function countCategories(reports: readonly ListedReport[]): { category: Category; count: number }[] {
  const counts = new Map<Category, number>();
  for (const { category } of reports) counts.set(category, (counts.get(category) ?? 0) + 1);
  return CATEGORIES.flatMap((category) => {
    const count = counts.get(category);
    return count === undefined ? [] : [{ category, count }];
  });
}

import { calendarDate } from '@site/contracts';
import type { ReactNode } from 'react';
import { Link, useLocation } from '@site/router';
import type { Column } from '../table/data-table.tsx';
import { fromList, LIST } from './list-address.ts';
import type { ListedReport } from './report-filters.ts';
import styles from './usda-reports.module.css';

function ReportLink({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link to={`${LIST}/${slug}`} state={fromList(search)}>
      {children}
    </Link>
  );
}

function Title({ title, slug, report }: ListedReport) {
  const issue = [
    report.report_status,
    report.report_date && `newest issue ${calendarDate(report.report_date)}`,
    report.slug_name,
  ].filter(Boolean);
  return (
    <>
      {/^\d+$/.test(slug) ? <ReportLink slug={slug}>{title}</ReportLink> : title}
      {report.discontinued && <span className={`badge warn small anywhere ${styles.ended}`}>Discontinued</span>}
      {issue.length > 0 && <span className="note beneath">{issue.join(' · ')}</span>}
    </>
  );
}

const missingLast = (text: string) => (text === '-' || text === 'N/A' ? null : text);

export const REPORT_COLUMNS: readonly Column<ListedReport>[] = [
  { id: 'title', header: 'Report Title', kind: 'title', width: 42, sortBy: ({ title }) => title, cell: Title },
  { id: 'slug', header: 'Slug ID', width: 10, sortBy: ({ slug }) => missingLast(slug), cell: ({ slug }) => slug },
  {
    id: 'category',
    header: 'Category',
    width: 14,
    sortBy: ({ category }) => category,
    cell: ({ category }) => <span className="badge">{category}</span>,
  },
  {
    id: 'commodity',
    header: 'Commodity',
    width: 14,
    sortBy: ({ commodity }) => missingLast(commodity),
    cell: ({ commodity }) => commodity,
  },
  { id: 'market', header: 'Market', width: 20, sortBy: ({ market }) => missingLast(market), cell: ({ market }) => market },
];

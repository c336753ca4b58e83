import { useMemo } from 'react';
import { EmptyState, Fold, plate, Skeleton } from '@site/ui';
import { ReportChart } from './report-chart.tsx';
import { ReportFilters } from './report-filters.tsx';
import { facetsOf, labelOf, type OpenReport } from './report-model.ts';
import { ReportTable } from './report-table.tsx';
import { useFoundRows } from './use-found-rows.ts';
import { useReportView } from './use-report-view.ts';
import styles from '../../prices/prices.module.css';

/** The values that all rows share. */
function Facts({ report }: { readonly report: OpenReport }) {
  const stated = report.facts.filter(({ value }) => value !== null);
  const silent = report.facts.filter(({ value }) => value === null);
  return (
    <>
      <dl className="stack">
        {stated.map(({ name, value }) => (
          <div key={name}>
            <dt className="soft">{labelOf(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {silent.length > 0 && (
        <p className="note">{`Not stated in any row: ${silent.map(({ name }) => labelOf(name)).join(', ')}`}</p>
      )}
    </>
  );
}

function Rows({ report }: { readonly report: OpenReport }) {
  const view = useReportView(report);
  const facets = useMemo(() => facetsOf(report), [report]);
  const found = useFoundRows(report, facets, view.filters, view.issueFilter);
  return (
    <>
      {found && <ReportChart report={report} view={view} found={found} />}
      <ReportFilters report={report} view={view} facets={facets} counts={found?.counts} />
      {found ? (
        <ReportTable report={report} view={view} found={found} />
      ) : (
        <Skeleton shape="table" label="Loading rows..." lines={9} />
      )}
      {report.facts.length > 0 && (
        <Fold title="The same in every row" look="plate">
          <Facts report={report} />
        </Fold>
      )}
    </>
  );
}

function noRowsWords({ discontinued, origin }: OpenReport): string {
  if (discontinued) return 'USDA no longer publishes this report, and sends no rows for it.';
  return origin.source === 'sample'
    ? 'The sample data has no rows for this section.'
    : 'USDA currently sends no rows for this section.';
}

/** A section of a report: its rows, or the values of its only row. */
export function OpenedReport({ report }: { readonly report: OpenReport }) {
  if (report.rows.length === 0) {
    return (
      <EmptyState title="No rows">
        <p>{noRowsWords(report)}</p>
      </EmptyState>
    );
  }
  if (report.rows.length > 1) return <Rows report={report} />;
  return (
    <section className={plate('solid', `padded ${styles.about}`)} aria-label={report.section}>
      <Facts report={report} />
    </section>
  );
}

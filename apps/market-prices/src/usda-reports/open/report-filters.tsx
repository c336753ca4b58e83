import { calendarDate } from '@site/contracts';
import { useRef } from 'react';
import { Button, Choice, Fold } from '@site/ui';
import { Controls } from '../../controls/controls.tsx';
import styles from '../../controls/controls.module.css';
import type { FoundRows } from './filter-rows.ts';
import type { OpenReport, ReadColumn } from './report-model.ts';
import { ALL_ISSUES, type ReportView } from './use-report-view.ts';

/** More filters are collapsed below these. */
const FACETS_AT_ONCE = 5;

interface ReportFiltersProps {
  readonly report: OpenReport;
  readonly view: ReportView;
  readonly facets: readonly ReadColumn[];
  readonly counts: FoundRows['counts'] | undefined;
}

function Facet({ column, view, counts }: Omit<ReportFiltersProps, 'report' | 'facets'> & { readonly column: ReadColumn }) {
  const chosen = view.facets[column.name] ?? '';
  const counted = counts?.get(column);
  return (
    <Choice
      label={column.label}
      value={chosen}
      onChange={({ target }) => {
        const { [column.name]: _, ...others } = view.facets;
        view.change({ facets: target.value === '' ? others : { ...others, [column.name]: target.value } });
      }}
    >
      <option value="">All</option>
      {column.values.map((value, index) => {
        const count = counted?.[index] ?? 0;
        return (
          (count > 0 || value === chosen || !counted) && (
            <option key={value} value={value}>
              {counted ? `${value} (${count.toLocaleString('en-US')})` : value}
            </option>
          )
        );
      })}
    </Choice>
  );
}

/** The filters for issue and categories, with the number of rows that each value would show. */
export function ReportFilters({ report, view, facets, counts }: ReportFiltersProps) {
  const facet = (column: ReadColumn) => <Facet key={column.name} column={column} view={view} counts={counts} />;
  const issues = report.issued?.values.toReversed() ?? [];
  const shown = view.issueFilter ? (report.issued?.values[view.issueFilter.value] ?? ALL_ISSUES) : ALL_ISSUES;
  const box = useRef<HTMLDivElement>(null);
  return (
    <div className="stack screen-only" ref={box}>
      <Controls>
        {issues.length > 0 && (
          <Choice label="Issue" value={shown} onChange={({ target }) => view.change({ issue: target.value })}>
            {issues.map((date, index) => (
              <option key={date} value={date}>
                {index === 0 ? `${calendarDate(date)} (newest)` : calendarDate(date)}
              </option>
            ))}
            <option value={ALL_ISSUES}>{`All ${issues.length} issues`}</option>
          </Choice>
        )}
        {facets.slice(0, FACETS_AT_ONCE).map(facet)}
      </Controls>
      {facets.length > FACETS_AT_ONCE && (
        <Fold title="More filters" look="plate">
          <div className={`columns padded ${styles.controls}`}>{facets.slice(FACETS_AT_ONCE).map(facet)}</div>
        </Fold>
      )}
      {view.filters.length > 0 && (
        <Button
          look="quiet"
          onClick={() => {
            // The button disappears with the last filter; the focus stays among the filters.
            box.current?.querySelector('select')?.focus();
            view.change({ facets: {} });
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

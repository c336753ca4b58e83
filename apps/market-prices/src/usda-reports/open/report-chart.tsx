import { calendarDate } from '@site/contracts';
import { useMemo } from 'react';
import { Choice, plate } from '@site/ui';
import { LICENSE, sourceWords } from '../../connection/source-words.ts';
import { LinesFigure } from '../../history/lines-figure.tsx';
import { chartLines, MAX_LINES } from './chart-lines.ts';
import type { FoundRows } from './filter-rows.ts';
import { facetsOf, numbersOf, unitOf, type OpenReport } from './report-model.ts';
import type { ReportView } from './use-report-view.ts';
import styles from '../../prices/prices.module.css';

interface ReportChartProps {
  readonly report: OpenReport;
  readonly view: ReportView;
  readonly found: FoundRows;
}

const leftOutWords = (count: number): string =>
  count === 0 ? '' : `; the ${MAX_LINES} lines with the most rows are drawn, ${count} more ${count === 1 ? 'is' : 'are'} not`;

/** A numeric column plotted by issue date; renders nothing if the report has no numbers or only one issue. */
export function ReportChart({ report, view, found }: ReportChartProps) {
  const { number, by } = view;
  const { issued } = report;
  const lines = useMemo(() => issued && number && chartLines(found.ofAllIssues, issued, number, by), [found, issued, number, by]);
  if (!lines || !number || !issued || issued.values.length < 2) return null;
  const unit = unitOf(report, number);
  const title = `${number.label}${by ? ` by ${by.label.toLowerCase()}` : ''}${unit ? `, ${unit}` : ''}`;
  return (
    <section className={plate('solid', `stack padded ${styles.about}`)} aria-labelledby="chart-title">
      <h3 id="chart-title" className="heading-l">
        {title}
      </h3>
      <div className="row gap-2-3 screen-only">
        <Choice label="Values" value={number.name} onChange={({ target }) => view.change({ number: target.value })}>
          {numbersOf(report).map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice label="Split by" value={by?.name ?? ''} onChange={({ target }) => view.change({ by: target.value })}>
          <option value="">None (mean of all rows)</option>
          {facetsOf(report).map(({ name, label, values }) => (
            <option key={name} value={name}>
              {`${label} (${values.length})`}
            </option>
          ))}
        </Choice>
      </div>
      <LinesFigure
        model={lines.model}
        names={lines.names}
        text={number.meanText}
        dates={issued.label}
        picture={{
          title: `${report.title ?? `Report ${report.slug}`}: ${title}`,
          notes: [
            `${issued.label} ${calendarDate(issued.values[0] ?? '')} to ${calendarDate(issued.values.at(-1) ?? '')}; unweighted means of each issue’s rows. The figures are for the last one.`,
            `Source: ${sourceWords(report.origin)}, report ${report.slug}. ${LICENSE}.`,
          ],
          fileName: `usda-report-${report.slug}`,
        }}
      />
      <p className="note">{`Each point is the unweighted mean of one issue’s rows${leftOutWords(lines.leftOut)}.`}</p>
    </section>
  );
}

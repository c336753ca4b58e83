import { csvFile, csvLine } from '@site/contracts';
import { saveFile } from '@site/ui';
import { inSlices } from '../../table/in-slices.ts';
import { valueAt, type OpenReport, type ReportRow } from './report-model.ts';

/** Rows between two looks at the clock. */
const STEP = 128;

function* linesOf({ columns, facts }: OpenReport, rows: readonly ReportRow[]): Generator<undefined, string[]> {
  const same = facts.map(({ value }) => value);
  const lines: string[] = [];
  for (const row of rows) {
    lines.push(csvLine([...columns.map((column) => valueAt(column, row)), ...same]));
    if (lines.length % STEP === 0) yield;
  }
  return lines;
}

/** Hands the rows to the visitor as a file with all columns of the report, under USDA's names. */
export async function saveReport(report: OpenReport, rows: readonly ReportRow[]): Promise<void> {
  const { slug, title, section, origin, columns, facts } = report;
  const lines = await inSlices(linesOf(report, rows), () => true);
  const source =
    origin.source === 'sample' ? 'Sample data of this site after USDA Market News' : 'USDA AMS Market News, MARS API v1.2';
  const notes = [`${title ?? 'Report'} (${slug}), ${section}`, `Source: ${source}`, `Copy of: ${origin.fetchedAt}`];
  const head = [...columns, ...facts].map(({ name }) => name);
  saveFile(new File([csvFile(notes, head, lines ?? [])], `usda-report-${slug}.csv`, { type: 'text/csv;charset=utf-8' }));
}

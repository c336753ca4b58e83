import { csvFile, csvLine, type CsvField } from '@site/contracts';
import { saveFile } from '@site/ui';
import { sourceWords } from '../../connection/source-words.ts';
import { inSlices } from '../../table/in-slices.ts';
import { saveMetadata } from '../../table/save-csv.ts';
import { labelOf, valueAt, type OpenReport, type ReadColumn, type ReportRow } from './report-model.ts';

const fileOf = ({ slug }: OpenReport): string => `usda-report-${slug}.csv`;

/** Rows between two time checks. */
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

/** Downloads the rows as a file with all columns of the report, under USDA's names. */
export async function saveReport(report: OpenReport, rows: readonly ReportRow[]): Promise<void> {
  const { slug, title, section, origin, columns, facts } = report;
  const lines = await inSlices(linesOf(report, rows), () => true);
  const notes = [
    `${title ?? 'Report'} (${slug}), ${section}`,
    `Source: ${sourceWords(origin)}`,
    `Retrieved: ${origin.fetchedAt}`,
  ];
  const head = [...columns, ...facts].map(({ name }) => name);
  saveFile(new File([csvFile(notes, head, lines ?? [])], fileOf(report), { type: 'text/csv;charset=utf-8' }));
}

const DATATYPES = { date: 'date', number: 'number', category: 'string', text: 'string' } as const;

const fieldOf = (name: string, kind: ReadColumn['kind']): CsvField => ({
  name,
  datatype: DATATYPES[kind],
  description: `${labelOf(name)}, as USDA sends it`,
});

/** Downloads the metadata of the file that `saveReport` saves. USDA states units in separate columns, such as price_unit. */
export function saveReportMetadata(report: OpenReport): void {
  const { slug, title, section, origin, columns, facts, shortened } = report;
  saveMetadata({
    file: fileOf(report),
    title: `${title ?? 'Report'} (${slug}), ${section}`,
    origin,
    notes: [
      'Columns have USDA’s names; units are in separate columns where USDA states them',
      ...(shortened ? ['Older rows are left out'] : []),
    ],
    fields: [...columns.map(({ name, kind }) => fieldOf(name, kind)), ...facts.map(({ name }) => fieldOf(name, 'text'))],
  });
}

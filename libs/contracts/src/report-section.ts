import * as v from 'valibot';

const COLUMN_KINDS = ['date', 'number', 'category', 'text'] as const;

const ReportColumnSchema = v.object({
  /** As USDA names it. */
  name: v.string(),
  /** The kind of all its values: dates `YYYY-MM-DD`, numbers, a few distinct words, or any text. */
  kind: v.picklist(COLUMN_KINDS),
  /** The distinct values in order; a numeric column has none. */
  values: v.array(v.string()),
  /**
   * One entry for each row, joined by commas: a number, or the index of a value; empty if the row has none. One string, because
   * a hundred thousand rows then arrive as a single value and are read a few at a time.
   */
  cells: v.string(),
});

const ReportFactSchema = v.object({
  name: v.string(),
  /** Null where no row states one. */
  value: v.nullable(v.string()),
});

/** Response of `GET /api/usda-reports/:slug` and `GET /api/usda-reports/:slug/:section`. */
export const ReportSectionSchema = v.object({
  /** USDA's number for the report. */
  slug: v.string(),
  /** As in the list of reports. */
  title: v.nullable(v.string()),
  /** USDA no longer publishes the report. */
  discontinued: v.boolean(),
  /** Name of the section that is sent. */
  section: v.string(),
  /** Names of all sections; in an address they are written as `sectionSlug` returns them. */
  sections: v.array(v.string()),
  /** Number of rows. The newest comes first. */
  rows: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Name of the column with the dates of the issues; null if there is none. */
  issued: v.nullable(v.string()),
  columns: v.array(ReportColumnSchema),
  /** Columns with the same value in every row. */
  facts: v.array(ReportFactSchema),
  /** True if older rows were left out because the response would otherwise have been too long. */
  shortened: v.boolean(),
  source: v.picklist(['live', 'sample']),
  /** When the copy was fetched from the source. */
  fetchedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** True when the copy is older than the freshness window; a newer one is then fetched in the background. */
  stale: v.boolean(),
});

export type ReportColumn = v.InferOutput<typeof ReportColumnSchema>;
export type ReportSection = v.InferOutput<typeof ReportSectionSchema>;

/** @throws if the value is not a section of a report */
export function parseReportSection(value: unknown): ReportSection {
  return v.parse(ReportSectionSchema, value);
}

/** A section's name as a segment of an address: `Report Details` is `report-details`. */
export function sectionSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

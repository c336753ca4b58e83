import * as v from 'valibot';
import { NOTHING_LEFT_OUT, readRows, type LeftOut } from './read-rows.ts';

const NullableText = v.nullable(v.string());

/** One entry of USDA's list of market reports, with the fields that the site shows. */
export const MarketReportSchema = v.object({
  /** Same as `slug_id`, because USDA's list has no other number. */
  report_id: v.string(),
  report_title: NullableText,
  slug_id: NullableText,
  /** Short name such as `AMS_3228`. */
  slug_name: NullableText,
  /** Derived from title and market types; null if neither names one. */
  commodity: NullableText,
  /** The report's markets, or its market types. */
  market: NullableText,
  /** Market types, offices and last publication in one line. */
  report_desc: NullableText,
  /** Calendar date `YYYY-MM-DD` of the newest issue. */
  report_date: NullableText,
  /** `Final` or `Preliminary`. */
  report_status: NullableText,
  /** True for a discontinued report, which USDA marks in its title. */
  discontinued: v.boolean(),
});

export type MarketReport = v.InferOutput<typeof MarketReportSchema>;

/** The title without USDA's "(Discontinued)", which is shown differently. Null if USDA states none. */
export function reportTitle({ report_title, discontinued }: Pick<MarketReport, 'report_title' | 'discontinued'>): string | null {
  const title = report_title?.trim() || null;
  return discontinued && title !== null ? title.replace(/\s*\(discontinued\)$/i, '') : title;
}

const NOT_STATED = {
  report_title: null,
  slug_id: null,
  slug_name: null,
  commodity: null,
  market: null,
  report_desc: null,
  report_date: null,
  report_status: null,
  discontinued: false,
} satisfies Partial<MarketReport>;

/** Reads the list from a server that may be one release older or newer than the reader. Anything but a list counts as empty. */
export function readMarketReports(value: unknown): { readonly reports: MarketReport[]; readonly leftOut: LeftOut } {
  if (!Array.isArray(value)) return { reports: [], leftOut: NOTHING_LEFT_OUT };
  const { rows, leftOut } = readRows(MarketReportSchema, NOT_STATED, value);
  return { reports: rows, leftOut };
}

/**
 * For copies stored by this same release: reads the response of `GET /api/usda-reports`. Invalid entries are dropped, and
 * anything but a list counts as empty.
 */
export function parseMarketReports(value: unknown): MarketReport[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const result = v.safeParse(MarketReportSchema, entry);
    return result.success ? [result.output] : [];
  });
}

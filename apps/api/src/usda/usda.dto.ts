import {
  MarketReportSchema,
  ReportSectionSchema,
  WeeklyReportSchema,
  type MarketReport,
  type PriceRecord,
  type ReportSection,
  type WeeklyReport,
} from '@site/contracts';
import { describeSchema } from '../http/api-schema.ts';

const DOLLARS = 'US dollars per price_unit';

export const Weekly = describeSchema('WeeklyReport', WeeklyReportSchema, {
  currentWeekData: { description: 'Rows of the newest week' },
  historicalData: { description: 'Rows of earlier weeks, newest first' },
  fetchedAt: { example: '2026-09-18T15:00:00.000Z' },
  stale: { description: 'The copy is older than 15 minutes; a newer one is being fetched' },
  droppedRows: { description: 'Rows omitted: no date, no price, or an ambiguous price', example: 0 },
  report_date: { description: "Monday of the report's week", example: '2026-09-14' },
  type: { example: 'Large White' },
  condition: { example: 'Fresh' },
  commodity: { example: 'Egg' },
  section: { example: 'Shell Egg' },
  package_size: { example: '12' },
  environment: { example: 'Cage-Free' },
  price_unit: { example: 'Per Carton' },
  price_min: { description: DOLLARS, example: 0.99 },
  price_max: { description: DOLLARS, example: 1.99 },
  price_avg: { description: DOLLARS, example: 1.42 },
  region: { example: 'NATIONAL' },
  store_count: { description: 'Stores that advertised the item', example: 600 },
  quality_grade: { example: 'Choice' },
  price_change: { description: 'Change from the same item exactly one week earlier; null without such a row', example: 0.45 },
  price_change_percent: { description: 'Percent change, one decimal', example: 46.4 },
});

export const ListedReport = describeSchema('MarketReport', MarketReportSchema, {
  report_id: { description: 'Same as slug_id', example: '3228' },
  report_title: { example: 'Weekly Grocery Store Beef Feature Activity' },
  slug_id: { example: '3228' },
  slug_name: { example: 'AMS_3228' },
  commodity: { description: 'Derived from title and market types', example: 'Beef' },
  market: { example: 'Oklahoma National Stockyards' },
  report_desc: { example: 'Retail - Livestock/Poultry/Egg · last published 2026-09-18' },
  report_date: { example: '2026-09-14' },
  report_status: { example: 'Final' },
});

export const OpenedReport = describeSchema('ReportSection', ReportSectionSchema, {
  slug: { example: '1280' },
  title: { example: 'Oklahoma National Stockyards Market - Oklahoma City, OK' },
  section: { example: 'Report Details' },
  sections: { example: ['Report Header', 'Report Details'] },
  rows: { description: 'Number of rows; those of the newest issue come first', example: 2 },
  issued: { description: "Name of the column with the issue's date", example: 'report_date' },
  name: { description: "As in USDA's rows", example: 'avg_price' },
  values: { description: 'Distinct values in order; empty for a numeric column', example: [] },
  cells: {
    description: 'One entry per row, joined by commas: a number, or the index of a value; empty where the row has none',
    example: '251.5,',
  },
  facts: { description: 'Columns with the same value in every row' },
  value: { example: 'Final' },
  shortened: { description: 'Older rows were omitted because the response would otherwise have been too long' },
  fetchedAt: { example: '2026-09-18T15:00:00.000Z' },
  stale: { description: 'The copy is older than 15 minutes; a newer one is being fetched' },
});

export function toReportSection(section: ReportSection): ReportSection {
  return {
    slug: section.slug,
    title: section.title,
    discontinued: section.discontinued,
    section: section.section,
    sections: section.sections,
    rows: section.rows,
    issued: section.issued,
    columns: section.columns.map(({ name, kind, values, cells }) => ({ name, kind, values, cells })),
    facts: section.facts.map(({ name, value }) => ({ name, value })),
    shortened: section.shortened,
    source: section.source,
    fetchedAt: section.fetchedAt,
    stale: section.stale,
  };
}

export function toMarketReport(report: MarketReport): MarketReport {
  return {
    report_id: report.report_id,
    report_title: report.report_title,
    slug_id: report.slug_id,
    slug_name: report.slug_name,
    commodity: report.commodity,
    market: report.market,
    report_desc: report.report_desc,
    report_date: report.report_date,
    report_status: report.report_status,
    discontinued: report.discontinued,
  };
}

function toPriceRecord(record: PriceRecord): PriceRecord {
  return {
    report_date: record.report_date,
    type: record.type,
    condition: record.condition,
    commodity: record.commodity,
    section: record.section,
    package_size: record.package_size,
    environment: record.environment,
    price_unit: record.price_unit,
    price_min: record.price_min,
    price_max: record.price_max,
    price_avg: record.price_avg,
    region: record.region,
    store_count: record.store_count,
    quality_grade: record.quality_grade,
    price_change: record.price_change,
    price_change_percent: record.price_change_percent,
  };
}

export function toWeeklyReport(report: WeeklyReport): WeeklyReport {
  return {
    currentWeekData: report.currentWeekData.map(toPriceRecord),
    historicalData: report.historicalData.map(toPriceRecord),
    source: report.source,
    fetchedAt: report.fetchedAt,
    stale: report.stale,
    droppedRows: report.droppedRows,
  };
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ApiProblem, MarketReport, PriceRecord, WeeklyReport } from '@site/contracts';
import { USDA_SOURCES } from '../config/environment.ts';

const TEXT = { type: String, nullable: true } as const;
const DOLLARS = { type: Number, nullable: true, description: 'US dollars per price_unit' } as const;

export class PriceRecordDto implements PriceRecord {
  @ApiProperty({ format: 'date', description: "Monday of the report's week", example: '2026-09-14' })
  report_date!: string;
  @ApiProperty({ example: 'Large White' })
  type!: string;
  @ApiProperty({ ...TEXT, example: 'Fresh' })
  condition!: string | null;
  @ApiProperty({ example: 'Egg' })
  commodity!: string;
  @ApiProperty({ ...TEXT, example: 'Shell Egg' })
  section!: string | null;
  @ApiProperty({ ...TEXT, example: '12' })
  package_size!: string | null;
  @ApiProperty({ ...TEXT, example: 'Cage-Free' })
  environment!: string | null;
  @ApiProperty({ ...TEXT, example: 'Per Carton' })
  price_unit!: string | null;
  @ApiProperty({ ...DOLLARS, example: 0.99 })
  price_min!: number | null;
  @ApiProperty({ ...DOLLARS, example: 1.99 })
  price_max!: number | null;
  @ApiProperty({ ...DOLLARS, example: 1.42 })
  price_avg!: number | null;
  @ApiProperty({ example: 'NATIONAL' })
  region!: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Stores that advertised the item', example: 600 })
  store_count!: number | null;
  @ApiProperty({ ...TEXT, example: 'Choice' })
  quality_grade!: string | null;
  @ApiProperty({
    ...DOLLARS,
    description: 'Against the same item exactly one week earlier; null without such a row',
    example: 0.45,
  })
  price_change!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'The change in percent, one decimal', example: 46.4 })
  price_change_percent!: number | null;
}

export class WeeklyReportDto implements WeeklyReport {
  @ApiProperty({ type: [PriceRecordDto], description: 'Rows of the newest week' })
  currentWeekData!: PriceRecordDto[];
  @ApiProperty({ type: [PriceRecordDto], description: 'Rows of the weeks before, newest first' })
  historicalData!: PriceRecordDto[];
  @ApiProperty({ enum: USDA_SOURCES })
  source!: 'live' | 'sample';
  @ApiProperty({ format: 'date-time', example: '2026-09-18T15:00:00.000Z' })
  fetchedAt!: string;
  @ApiProperty({ description: 'The copy is older than 15 minutes; a newer one is being fetched' })
  stale!: boolean;
  @ApiProperty({ type: 'integer', description: 'Rows left out: no date, no price, or an ambiguous price', example: 0 })
  droppedRows!: number;
}

export class WeeklyReportProblemDto implements ApiProblem {
  @ApiProperty({ example: 'The request could not be understood.' })
  error!: string;
  @ApiProperty({ example: 'usda_key_missing' })
  code!: string;
  @ApiProperty({ format: 'uuid', example: '3f0c9a52-6a0e-4b1e-9d0f-1d2c3b4a5f60' })
  requestId!: string;
  @ApiPropertyOptional({ example: 'limit must be a whole number from 1 to 100' })
  details?: string;
  @ApiPropertyOptional({ description: 'False when this server has no USDA key' })
  apiKeyConfigured?: boolean;
}

export class MarketReportDto implements MarketReport {
  @ApiProperty({ example: '3228', description: 'Same as slug_id' })
  report_id!: string;
  @ApiProperty({ ...TEXT, example: 'Weekly Grocery Store Beef Feature Activity' })
  report_title!: string | null;
  @ApiProperty({ ...TEXT, example: '3228' })
  slug_id!: string | null;
  @ApiProperty({ ...TEXT, example: 'AMS_3228' })
  slug_name!: string | null;
  @ApiProperty({ ...TEXT, example: 'Beef', description: 'Derived from title and market types' })
  commodity!: string | null;
  @ApiProperty({ ...TEXT, example: 'Oklahoma National Stockyards' })
  market!: string | null;
  @ApiProperty({ ...TEXT, example: 'Retail - Livestock/Poultry/Egg · last published 2026-09-18' })
  report_desc!: string | null;
  @ApiProperty({ ...TEXT, format: 'date', example: '2026-09-14' })
  report_date!: string | null;
  @ApiProperty({ ...TEXT, example: 'Final' })
  report_status!: string | null;
  @ApiProperty()
  discontinued!: boolean;
}

export function toMarketReportDto(report: MarketReport): MarketReportDto {
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

function toPriceRecordDto(record: PriceRecord): PriceRecordDto {
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

export function toWeeklyReportDto(report: WeeklyReport): WeeklyReportDto {
  return {
    currentWeekData: report.currentWeekData.map(toPriceRecordDto),
    historicalData: report.historicalData.map(toPriceRecordDto),
    source: report.source,
    fetchedAt: report.fetchedAt,
    stale: report.stale,
    droppedRows: report.droppedRows,
  };
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { PriceHistory, PricePoint, PriceSeries } from '@site/contracts';
import { IsIn, IsOptional, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { USDA_SOURCES } from '../config/environment.ts';

const TEXT = { type: String, nullable: true } as const;
const DOLLARS = { type: Number, nullable: true, description: 'US dollars per price_unit' } as const;

export const COMMODITIES = ['beef', 'egg'] as const;

/** Stricter than ISO 8601, which also writes days as 2026-W40-1 and 2026-257, and as few characters as it likes. */
function isCalendarDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}

const IsCalendarDay = () =>
  ValidateBy(
    { name: 'isCalendarDay', validator: { validate: isCalendarDay } },
    { message: '$property must be a day such as 2026-09-14' },
  );

/** PostgreSQL takes no text with NUL. */
const PLAIN_TEXT = /^\P{Cc}*$/u;

export class PriceHistoryQueryDto {
  @ApiProperty({ enum: COMMODITIES })
  @IsIn(COMMODITIES, { message: 'commodity must be beef or egg' })
  commodity!: (typeof COMMODITIES)[number];

  @ApiPropertyOptional({ description: 'Key of one item, as this answer gives it; without it every item of the region' })
  @IsOptional()
  @IsString({ message: 'item must be given once' })
  @MaxLength(400, { message: 'item must have at most 400 characters' })
  @Matches(PLAIN_TEXT, { message: 'item must be text without control characters' })
  item?: string;

  @ApiPropertyOptional({ default: 'NATIONAL', example: 'Midwest' })
  @IsOptional()
  @IsString({ message: 'region must be given once' })
  @MaxLength(40, { message: 'region must be a name such as NATIONAL or Midwest' })
  @Matches(PLAIN_TEXT, { message: 'region must be a name such as NATIONAL or Midwest' })
  region?: string;

  @ApiPropertyOptional({ format: 'date', description: 'First day; a year and a week before the last one unless given' })
  @IsOptional()
  @IsCalendarDay()
  from?: string;

  @ApiPropertyOptional({ format: 'date', description: 'Last day; today unless given' })
  @IsOptional()
  @IsCalendarDay()
  to?: string;
}

class PricePointDto implements PricePoint {
  @ApiProperty({ format: 'date', example: '2026-09-14' })
  date!: string;
  @ApiProperty({ ...DOLLARS, example: 1.42 })
  price_avg!: number | null;
  @ApiProperty({ ...DOLLARS, example: 0.99 })
  price_min!: number | null;
  @ApiProperty({ ...DOLLARS, example: 1.99 })
  price_max!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Stores that advertised the item in that week', example: 600 })
  store_count!: number | null;
}

class PriceSeriesDto implements PriceSeries {
  @ApiProperty({ example: 'egg|shell egg|large white|fresh|12|conventional||per carton' })
  item!: string;
  @ApiProperty({ example: 'NATIONAL' })
  region!: string;
  @ApiProperty({ example: 'egg' })
  commodity!: string;
  @ApiProperty({ ...TEXT, example: 'Shell Egg' })
  section!: string | null;
  @ApiProperty({ example: 'Large White' })
  type!: string;
  @ApiProperty({ ...TEXT, example: 'Fresh' })
  condition!: string | null;
  @ApiProperty({ ...TEXT, example: '12' })
  package_size!: string | null;
  @ApiProperty({ ...TEXT, example: 'Cage-Free' })
  environment!: string | null;
  @ApiProperty({ ...TEXT, example: 'Choice' })
  quality_grade!: string | null;
  @ApiProperty({ ...TEXT, example: 'Per Carton' })
  price_unit!: string | null;
  @ApiProperty({ type: [PricePointDto], description: 'Oldest first; a week without an advertisement has no point' })
  points!: PricePointDto[];
}

export class PriceHistoryDto implements PriceHistory {
  @ApiProperty({ enum: USDA_SOURCES })
  source!: 'live' | 'sample';
  @ApiProperty({ example: 'USDA Agricultural Marketing Service, Market News' })
  attribution!: string;
  @ApiProperty({ example: 'Public domain' })
  licence!: string;
  @ApiProperty({ type: [PriceSeriesDto] })
  series!: PriceSeriesDto[];
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EXHIBITS, type Exhibit, type GalleryStatistics, type NewSubmission, type Submission } from '@site/contracts';
import { IsIn, IsOptional, Matches } from 'class-validator';
import type { SubmissionEntity } from './submission.entity.ts';

const BASE = '/api/kaleidoscope-submissions';

export class NewSubmissionDto {
  @ApiProperty({ description: 'The finished picture as a data URL, JPEG or PNG; 12 MiB and 16.8 megapixels at most' })
  imageData!: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 1000 })
  flowerCount!: number;
}

export class SubmissionDto implements Submission {
  @ApiProperty()
  id!: string;
  @ApiProperty({ example: `${BASE}/aa0c/image` })
  imageUrl!: string;
  @ApiProperty({ example: `${BASE}/aa0c/thumbnail` })
  thumbnailUrl!: string;
  @ApiProperty({ type: 'integer', description: 'Pixels' })
  width!: number;
  @ApiProperty({ type: 'integer', description: 'Pixels' })
  height!: number;
  @ApiProperty({ type: 'integer' })
  flowerCount!: number;
  @ApiProperty({ enum: EXHIBITS, nullable: true, type: String })
  exhibit!: Exhibit | null;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

export class SavedSubmissionDto extends SubmissionDto implements NewSubmission {
  @ApiProperty({ description: 'For the header X-Delete-Token; stored nowhere, so keep it' })
  deleteToken!: string;
  @ApiProperty({ enum: ['listed', 'held'] })
  status!: 'listed' | 'held';
}

export class GalleryStatisticsDto implements GalleryStatistics {
  @ApiProperty({ type: 'integer' })
  pictures!: number;
  @ApiProperty({ type: 'integer' })
  photos!: number;
  @ApiProperty()
  averagePhotos!: number;
}

export class ReportDto {
  @ApiProperty({ maxLength: 500 })
  reason!: string;
}

export class ListQueryDto {
  @ApiPropertyOptional({ enum: EXHIBITS })
  @IsOptional()
  @IsIn(EXHIBITS, { message: `exhibit must be one of ${EXHIBITS.join(', ')}` })
  exhibit?: Exhibit;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 1000 })
  @IsOptional()
  @Matches(/^(?:[1-9]\d{0,2}|1000)$/, { message: 'flowerCount must be a whole number from 1 to 1000' })
  flowerCount?: string;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 100, default: 100 })
  @IsOptional()
  @Matches(/^(?:[1-9]\d?|100)$/, { message: 'limit must be a whole number from 1 to 100' })
  limit?: string;

  @ApiPropertyOptional({ description: 'From the Link header of the page before' })
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, { message: 'cursor must be the one that the page before gave' })
  cursor?: string;
}

export function toSubmissionDto(row: SubmissionEntity): SubmissionDto {
  return {
    id: row.id,
    imageUrl: `${BASE}/${row.id}/image`,
    thumbnailUrl: `${BASE}/${row.id}/thumbnail`,
    width: row.width,
    height: row.height,
    flowerCount: row.flowerCount,
    exhibit: row.exhibit,
    createdAt: row.createdAt,
  };
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EXHIBITS, type Exhibit, type GalleryStatistics, type NewSubmission, type Submission } from '@site/contracts';
import { IsIn, IsOptional, Matches } from 'class-validator';
import type { ListedRow } from './submission.repository.ts';

const BASE = '/api/kaleidoscope-submissions';

export class NewSubmissionDto {
  @ApiProperty({
    description: 'The finished picture as a data URL, JPEG or PNG; 12 MiB and 16.8 megapixels at most',
    example: 'data:image/jpeg;base64,/9j/4AAQSkZJRg==',
  })
  imageData!: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 1000, example: 80 })
  flowerCount!: number;
}

export class SubmissionDto implements Submission {
  @ApiProperty({ example: 'aa0c5e7f2b9d4c1e8a3f6b7c0d1e2f30' })
  id!: string;
  @ApiProperty({ example: `${BASE}/aa0c/image` })
  imageUrl!: string;
  @ApiProperty({ example: `${BASE}/aa0c/thumbnail` })
  thumbnailUrl!: string;
  @ApiProperty({ type: 'integer', description: 'Pixels', example: 1200 })
  width!: number;
  @ApiProperty({ type: 'integer', description: 'Pixels', example: 960 })
  height!: number;
  @ApiProperty({ type: 'integer', example: 80 })
  flowerCount!: number;
  @ApiProperty({ enum: EXHIBITS, nullable: true, type: String })
  exhibit!: Exhibit | null;
  @ApiProperty({ format: 'date-time', example: '2026-09-18T15:00:00.000Z' })
  createdAt!: string;
}

export class SavedSubmissionDto extends SubmissionDto implements NewSubmission {
  @ApiProperty({
    description: 'For the header X-Delete-Token; stored nowhere, so keep it',
    example: 'pYw0c1yW8d1v9n3qk2m5x7z4b6h8j0l2e4g6i8k0o2u',
  })
  deleteToken!: string;
  @ApiProperty({ enum: ['listed', 'held'] })
  status!: 'listed' | 'held';
}

export class GalleryStatisticsDto implements GalleryStatistics {
  @ApiProperty({ type: 'integer', example: 12 })
  pictures!: number;
  @ApiProperty({ type: 'integer', example: 640 })
  photos!: number;
  @ApiProperty({ example: 53.3 })
  averagePhotos!: number;
}

export class ReportDto {
  @ApiProperty({ maxLength: 500, example: 'I am in this picture' })
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

export function toSubmissionDto(row: ListedRow): SubmissionDto {
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

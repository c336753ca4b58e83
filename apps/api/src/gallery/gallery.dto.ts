import {
  GalleryQuerySchema,
  GalleryStatisticsSchema,
  jsonSchemaOf,
  NewSubmissionSchema,
  PictureReportSchema,
  PictureUploadSchema,
  SubmissionSchema,
  type Submission,
} from '@site/contracts';
import { describeSchema } from '../http/api-schema.ts';
import { refusedWith } from '../http/contract.pipe.ts';
import type { PreviewImage } from '../site/preview-image.ts';
import { GalleryError } from './gallery.errors.ts';
import type { ListedRow } from './submission.repository.ts';

const BASE = '/api/kaleidoscope-submissions';

const SUBMISSION_NOTES = {
  id: { example: 'aa0c5e7f2b9d4c1e8a3f6b7c0d1e2f30' },
  imageUrl: { example: `${BASE}/aa0c/image` },
  thumbnailUrl: { example: `${BASE}/aa0c/thumbnail` },
  width: { description: 'Pixels', example: 1200 },
  height: { description: 'Pixels', example: 960 },
  flowerCount: { description: 'Photos in the picture', example: 80 },
  createdAt: { example: '2026-09-18T15:00:00.000Z' },
};

export const ListedPicture = describeSchema('Submission', SubmissionSchema, SUBMISSION_NOTES);

export const SavedPicture = describeSchema('NewSubmission', NewSubmissionSchema, {
  ...SUBMISSION_NOTES,
  deleteToken: {
    description: 'For the header X-Delete-Token; stored nowhere, so keep it',
    example: 'pYw0c1yW8d1v9n3qk2m5x7z4b6h8j0l2e4g6i8k0o2u',
  },
});

export const Statistics = describeSchema('GalleryStatistics', GalleryStatisticsSchema, {
  pictures: { example: 12 },
  photos: { example: 640 },
  averagePhotos: { example: 53.3 },
});

export const ListQuery = GalleryQuerySchema;

export const ReportBody = refusedWith(
  describeSchema('PictureReport', PictureReportSchema, { reason: { example: 'I am in this picture' } }),
  () => new GalleryError('INVALID_REASON', 'no usable reason'),
);

/** Parsed in a separate process, because it may be several megabytes long: see `read-submission.ts`. */
export const UPLOAD_BODY = {
  ...jsonSchemaOf(PictureUploadSchema),
  description: 'A JPEG or PNG of at most 12 MiB and 16.8 megapixels',
};

const imageUrlOf = (id: string): string => `${BASE}/${id}/image`;

/** The picture itself, as the preview of a shared link to its address. */
export const toPreviewImage = ({ id, width, height, flowerCount }: ListedRow): PreviewImage => ({
  url: imageUrlOf(id),
  width,
  height,
  alt: `A picture made of ${flowerCount} photos`,
});

export function toSubmission(row: ListedRow): Submission {
  return {
    id: row.id,
    imageUrl: imageUrlOf(row.id),
    thumbnailUrl: `${BASE}/${row.id}/thumbnail`,
    width: row.width,
    height: row.height,
    flowerCount: row.flowerCount,
    exhibit: row.exhibit,
    createdAt: row.createdAt,
  };
}

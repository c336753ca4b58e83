import * as v from 'valibot';

/** Kinds of pictures, sent in the header `X-Exhibit`. */
export const EXHIBITS = ['kaleidoscope', 'collage', 'hexagon', 'squares', 'optimal', 'optimal-80', 'hex-square'] as const;
export type Exhibit = (typeof EXHIBITS)[number];

const Path = v.pipe(v.string(), v.startsWith('/api/kaleidoscope-submissions/'));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

const submissionEntries = {
  id: v.string(),
  /** Same-origin path of the picture. */
  imageUrl: Path,
  /** Same-origin path of the small picture; its format follows the request's Accept header. */
  thumbnailUrl: Path,
  /** Pixels. */
  width: Count,
  height: Count,
  /** Photos in the picture, 1 to 1000. */
  flowerCount: Count,
  /** Null: sent without a kind. */
  exhibit: v.nullable(v.picklist(EXHIBITS)),
  /** ISO timestamp, UTC. */
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
};

/** One picture in the shared gallery. */
export const SubmissionSchema = v.object(submissionEntries);

/** Response of `POST /api/kaleidoscope-submissions`. */
export const NewSubmissionSchema = v.object({
  ...submissionEntries,
  /** Lets its holder remove the picture: header `X-Delete-Token` of `DELETE /api/kaleidoscope-submissions/:id`. */
  deleteToken: v.string(),
  /** `held`: stored, and listed after the owner has looked at it. */
  status: v.picklist(['listed', 'held']),
});

/** Response of `GET /api/kaleidoscope-submissions/statistics`. */
export const GalleryStatisticsSchema = v.object({
  /** Pictures in the list. */
  pictures: Count,
  /** Photos in all of them. */
  photos: Count,
  /** Photos per picture; 0 for an empty gallery. */
  averagePhotos: v.pipe(v.number(), v.minValue(0)),
});

export type Submission = v.InferOutput<typeof SubmissionSchema>;
export type NewSubmission = v.InferOutput<typeof NewSubmissionSchema>;
export type GalleryStatistics = v.InferOutput<typeof GalleryStatisticsSchema>;

/** @throws Error if the response is not a list of pictures */
export function parseSubmissions(value: unknown): Submission[] {
  const result = v.safeParse(v.array(SubmissionSchema), value);
  if (!result.success) throw new Error('the response is not a list of pictures');
  return result.output;
}

/** @throws Error if the response is not a picture */
export function parseSubmission(value: unknown): Submission {
  const result = v.safeParse(SubmissionSchema, value);
  if (!result.success) throw new Error('the response is not a picture');
  return result.output;
}

/** @throws Error if the response is not a saved picture */
export function parseNewSubmission(value: unknown): NewSubmission {
  const result = v.safeParse(NewSubmissionSchema, value);
  if (!result.success) throw new Error('the response is not a saved picture');
  return result.output;
}

/** @throws Error if the response is not gallery statistics */
export function parseGalleryStatistics(value: unknown): GalleryStatistics {
  const result = v.safeParse(GalleryStatisticsSchema, value);
  if (!result.success) throw new Error('the response is not gallery statistics');
  return result.output;
}

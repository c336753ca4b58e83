import * as v from 'valibot';
import { EXHIBITS } from './gallery.ts';
import { requestObject } from './request-object.ts';

const MAX_REASON_CHARACTERS = 500;
const FLOWER_COUNT = 'flowerCount must be a whole number from 1 to 1000';
const LIMIT = 'limit must be a whole number from 1 to 100';
const CURSOR = 'cursor must be the one from the previous page';
const EXHIBIT = `exhibit must be one of ${EXHIBITS.join(', ')}`;
const REASON = 'reason must be a string of 1 to 500 characters';

/** Query of `GET /api/kaleidoscope-submissions`. In a query string, numbers arrive as strings. */
export const GalleryQuerySchema = requestObject({
  exhibit: v.optional(v.picklist(EXHIBITS, EXHIBIT)),
  flowerCount: v.optional(v.pipe(v.string(FLOWER_COUNT), v.regex(/^(?:[1-9]\d{0,2}|1000)$/, FLOWER_COUNT), v.transform(Number))),
  limit: v.optional(v.pipe(v.string(LIMIT), v.regex(/^(?:[1-9]\d?|100)$/, LIMIT), v.transform(Number))),
  /** From the Link header of the previous page. */
  cursor: v.optional(v.pipe(v.string(CURSOR), v.regex(/^[A-Za-z0-9_-]{1,64}$/, CURSOR))),
});

/** Body of `POST /api/kaleidoscope-submissions/:id/report`. */
export const PictureReportSchema = requestObject({
  reason: v.pipe(v.string(REASON), v.maxLength(MAX_REASON_CHARACTERS, REASON), v.trim(), v.minLength(1, REASON)),
});

/** Body of `POST /api/kaleidoscope-submissions`. Other fields are dropped. */
export const PictureUploadSchema = v.object({
  /** The finished picture as a data URL. */
  imageData: v.pipe(v.string(), v.startsWith('data:')),
  /** Photos in the picture. */
  flowerCount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
});

const { imageData, flowerCount } = PictureUploadSchema.entries;
const ReadUploadSchema = v.object({
  imageData: v.fallback(v.nullable(imageData), null),
  flowerCount: v.fallback(v.nullable(flowerCount), null),
});

/** Reads the body of an upload. Null for a field that is missing or invalid. */
export const readPictureUpload = (body: object) => v.parse(ReadUploadSchema, body);

export type GalleryQuery = v.InferOutput<typeof GalleryQuerySchema>;
export type PictureReport = v.InferOutput<typeof PictureReportSchema>;

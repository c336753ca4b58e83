import { AppError } from '../http/app-error.ts';
import { HTTP_PROBLEMS, type Problem } from '../http/problem-table.ts';

/** Problems with an uploaded picture. Another process finds them, and sends only their codes. */
const PICTURE_PROBLEMS = {
  INVALID_JSON: HTTP_PROBLEMS.INVALID_JSON,
  INVALID_BODY: HTTP_PROBLEMS.INVALID_BODY,
  PAYLOAD_TOO_LARGE: HTTP_PROBLEMS.PAYLOAD_TOO_LARGE,
  INVALID_IMAGE_DATA: { status: 400, error: 'imageData must be a base64 data URL of a JPEG or PNG.' },
  INVALID_BASE64: { status: 400, error: 'imageData is not valid base64.' },
  INVALID_FLOWER_COUNT: { status: 400, error: 'flowerCount must be a whole number from 1 to 1000.' },
  UNSUPPORTED_IMAGE_TYPE: { status: 415, error: 'The picture must be a JPEG or a PNG.' },
  IMAGE_TYPE_MISMATCH: { status: 422, error: 'The picture is not of the declared type.' },
  IMAGE_UNDECODABLE: { status: 422, error: 'The picture is damaged.' },
  IMAGE_TOO_MANY_PIXELS: { status: 422, error: 'The picture has more than 16.8 megapixels, or a side over 8192 pixels.' },
} as const satisfies Readonly<Record<string, Problem>>;

const PROBLEMS = {
  ...PICTURE_PROBLEMS,
  INVALID_EXHIBIT: { status: 400, error: 'X-Exhibit does not name an exhibit of this site.' },
  INVALID_IDEMPOTENCY_KEY: { status: 400, error: 'Idempotency-Key must be 8 to 128 visible ASCII characters.' },
  INVALID_REASON: { status: 400, error: 'reason must be a string of 1 to 500 characters.' },
  DELETE_FORBIDDEN: { status: 403, error: 'The delete token does not belong to this picture.' },
  PICTURE_NOT_FOUND: { status: 404, error: 'There is no such picture.' },
  IN_PROGRESS: { status: 409, error: 'The same picture is being stored right now.' },
  PICTURE_DELETED: { status: 410, error: 'The picture was deleted.' },
  IDEMPOTENCY_MISMATCH: { status: 422, error: 'The Idempotency-Key belongs to another picture.' },
  IMAGE_REJECTED: { status: 422, error: 'This picture is not accepted here.' },
  STORE_UNAVAILABLE: { status: 503, error: 'The picture store cannot be reached. Try again in a moment.' },
  STORAGE_FULL: HTTP_PROBLEMS.STORAGE_FULL,
} as const satisfies Readonly<Record<string, Problem>>;

export type PictureProblem = keyof typeof PICTURE_PROBLEMS;
export type GalleryErrorCode = keyof typeof PROBLEMS;

export class GalleryError extends AppError {
  readonly code: GalleryErrorCode;
  readonly problem: Problem;

  constructor(code: GalleryErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message, headers);
    this.code = code;
    this.problem = PROBLEMS[code];
  }
}

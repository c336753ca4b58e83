import { AppError } from '../http/app-error.ts';

/** What can be wrong with a sent picture; found in a worker thread, so the codes travel as text. */
export type PictureProblem =
  | 'INVALID_JSON'
  | 'INVALID_BODY'
  | 'INVALID_IMAGE_DATA'
  | 'INVALID_BASE64'
  | 'INVALID_FLOWER_COUNT'
  | 'UNSUPPORTED_IMAGE_TYPE'
  | 'IMAGE_TYPE_MISMATCH'
  | 'IMAGE_UNDECODABLE'
  | 'IMAGE_TOO_MANY_PIXELS'
  | 'PAYLOAD_TOO_LARGE';

export type GalleryErrorCode =
  | PictureProblem
  | 'INVALID_EXHIBIT'
  | 'INVALID_IDEMPOTENCY_KEY'
  | 'IDEMPOTENCY_MISMATCH'
  | 'IN_PROGRESS'
  | 'IMAGE_REJECTED'
  | 'STORAGE_FULL'
  | 'STORE_UNAVAILABLE'
  | 'PICTURE_NOT_FOUND'
  | 'PICTURE_DELETED'
  | 'DELETE_FORBIDDEN'
  | 'INVALID_REASON';

export class GalleryError extends AppError {
  readonly code: GalleryErrorCode;

  constructor(code: GalleryErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message, headers);
    this.code = code;
  }
}

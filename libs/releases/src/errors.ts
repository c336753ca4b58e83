export type ReleaseErrorCode =
  | 'REGISTRY_MISSING'
  | 'REGISTRY_UNTRUSTED'
  | 'REGISTRY_BUSY'
  | 'RELEASE_DAMAGED'
  | 'RELEASE_REFUSED'
  | 'KEY_INVALID'
  | 'REQUEST_INVALID'
  | 'UPLOAD_MISSING'
  | 'UPLOAD_INCOMPLETE'
  | 'SITE_UNREACHABLE'
  | 'STORE_UNREACHABLE';

/** A refusal by the release store; the message says what is wrong and what to do. */
export class ReleaseError extends Error {
  readonly code: ReleaseErrorCode;

  constructor(code: ReleaseErrorCode, message: string) {
    super(message);
    this.name = 'ReleaseError';
    this.code = code;
  }
}

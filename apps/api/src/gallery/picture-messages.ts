import type { PictureProblem } from './gallery.errors.ts';
import type { MadePicture } from './make-picture.ts';

/** `read` the body of this many bytes that follows on standard input, then `make` its picture or `forget` it, which has no response. */
export type PictureRequest =
  | { readonly kind: 'read'; readonly bytes: number }
  | { readonly kind: 'make' }
  | { readonly kind: 'forget' };

export type PictureAnswer =
  | { readonly kind: 'read'; readonly flowerCount: number; readonly contentHash: string }
  | { readonly kind: 'made'; readonly picture: MadePicture }
  | { readonly kind: 'refused'; readonly problem: PictureProblem }
  | { readonly kind: 'failed'; readonly message: string };

/** The first message of a picture process: it is ready for its first request. */
export const READY = 'ready';

import type { PictureProblem } from './gallery.errors.ts';
import type { MadePicture } from './make-picture.ts';

/** `read` a body, then `make` its picture or `forget` it, which has no response; `end` ends the thread and its process. */
export type WorkerRequest =
  | { readonly kind: 'read'; readonly body: Uint8Array }
  | { readonly kind: 'make' }
  | { readonly kind: 'forget' }
  | { readonly kind: 'end' };

export type WorkerAnswer = { readonly kind: 'read'; readonly flowerCount: number; readonly contentHash: string } | ProcessAnswer;

/** The result for one picture. */
export type ProcessAnswer =
  | { readonly kind: 'made'; readonly picture: MadePicture }
  | { readonly kind: 'refused'; readonly problem: PictureProblem }
  | { readonly kind: 'failed'; readonly message: string };

/** Sent once by a worker, or its process, when it is ready for its first request. */
export const READY = 'ready';

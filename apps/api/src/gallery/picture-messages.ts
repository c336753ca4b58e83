import type { PictureProblem } from './gallery.errors.ts';
import type { MadePicture } from './make-picture.ts';

/** `read` a body, then `make` its picture or `forget` it. */
export type WorkerRequest =
  | { readonly id: number; readonly kind: 'read'; readonly body: Uint8Array }
  | { readonly id: number; readonly kind: 'make' | 'forget' };

export type WorkerAnswer =
  | { readonly id: number; readonly kind: 'read'; readonly flowerCount: number; readonly contentHash: string }
  | { readonly id: number; readonly kind: 'made'; readonly picture: MadePicture }
  | { readonly id: number; readonly kind: 'forgotten' }
  | { readonly id: number; readonly kind: 'refused'; readonly problem: PictureProblem }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };

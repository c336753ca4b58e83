import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SubmissionEntity } from './submission.entity.ts';

export interface StoredFile {
  /** `<2 hex>/<name>`, as passed to `put`. */
  readonly key: string;
  readonly modifiedAt: Date;
}

export interface OpenedFile {
  /** Null if the store does not say. */
  readonly bytes: number | null;
  readonly content: Readable;
}

/** Stores the pictures' files. A key is two hex digits, a slash and a file name. */
export interface PictureStore {
  /** Creates the folder of a new gallery, if the store has folders; from then on a missing folder means that the store is unavailable. */
  prepare(): Promise<void>;
  /** Durable when it returns. @throws GalleryError STORAGE_FULL */
  put(key: string, content: Uint8Array): Promise<void>;
  /**
   * Null if there is no such file.
   * @throws GalleryError STORE_UNAVAILABLE if that is unknown because the whole store may be unavailable
   */
  get(key: string): Promise<Buffer | null>;
  /** Like `get`, for a file that is sent while it is read. The caller reads its content to the end, or destroys it. */
  open(key: string): Promise<OpenedFile | null>;
  /** A missing file counts as removed. */
  remove(key: string): Promise<void>;
  /** Takes a file out of service without deleting it. */
  quarantine(key: string): Promise<void>;
  /** Lists files that are named like a picture's; ignores everything else. @throws GalleryError STORE_UNAVAILABLE */
  list(): AsyncIterable<StoredFile>;
  /** Removes leftovers of interrupted writes; returns the names of those that cannot be removed. */
  removeUnfinished(olderThan: Date): Promise<{ readonly removed: number; readonly stuck: readonly string[] }>;
  /** Bytes that can still be written; null means unlimited. */
  freeBytes(): Promise<number | null>;
}

export const PICTURE_STORE = Symbol('picture store');

const KEY = /^[0-9a-f]{2}\/[A-Za-z0-9_-]+(?:\.thumb)?\.(?:jpg|webp)$/;

export const isKey = (name: string): boolean => KEY.test(name);

/** @throws Error for a key that could lead outside the store */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error('not a key of the picture store');
  return key;
}

export const pictureKeys = (id: string) => {
  const folder = id.slice(0, 2);
  return {
    image: checkKey(`${folder}/${id}.jpg`),
    thumbnailWebp: checkKey(`${folder}/${id}.thumb.webp`),
    thumbnailJpeg: checkKey(`${folder}/${id}.thumb.jpg`),
  };
};

/** Removes all files of a picture. */
export async function removeFiles(store: Pick<PictureStore, 'remove'>, id: string): Promise<void> {
  for (const key of Object.values(pictureKeys(id))) await store.remove(key);
}

/** What is wrong with a picture's files; null if nothing. Thumbnails count too: a picture is not shown without one. */
export async function damageOf(
  store: Pick<PictureStore, 'get'>,
  { id, imageHash }: Pick<SubmissionEntity, 'id' | 'imageHash'>,
): Promise<string | null> {
  const { image, thumbnailWebp, thumbnailJpeg } = pictureKeys(id);
  const content = await store.get(image);
  if (content === null) return 'file gone';
  if (createHash('sha256').update(content).digest('hex') !== imageHash) return 'bytes changed';
  for (const key of [thumbnailWebp, thumbnailJpeg]) if ((await store.get(key)) === null) return 'thumbnail gone';
  return null;
}

/** The picture that a file belongs to. */
export const idOfKey = (key: string): string => key.slice(3).split('.')[0] ?? '';

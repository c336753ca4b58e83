import { createHash } from 'node:crypto';
import type { SubmissionEntity } from './submission.entity.ts';

export interface StoredFile {
  /** `<2 hex>/<name>`, as `put` was given it. */
  readonly key: string;
  readonly modifiedAt: Date;
}

/** Where files of pictures lie. A key is two hex digits, a slash and a file name. */
export interface PictureStore {
  /** Makes the place where files will lie, for a gallery that has none yet: from then on a missing one is away. */
  prepare(): Promise<void>;
  /** Durable when it returns. @throws GalleryError STORAGE_FULL */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Null: there is no such file. @throws GalleryError STORE_UNAVAILABLE where that cannot be told: the whole store may be away */
  get(key: string): Promise<Buffer | null>;
  /** A file that is not there counts as removed. */
  remove(key: string): Promise<void>;
  /** Takes a file out of service without destroying it. */
  quarantine(key: string): Promise<void>;
  /** What has the name of a picture's file; nothing else that lies there. @throws GalleryError STORE_UNAVAILABLE */
  list(): AsyncIterable<StoredFile>;
  /** Removes what writes that never ended left behind; names what cannot be removed. */
  removeUnfinished(olderThan: Date): Promise<{ readonly removed: number; readonly stuck: readonly string[] }>;
  /** Bytes that may still be written; null: as many as one likes. */
  freeBytes(): Promise<number | null>;
}

export const PICTURE_STORE = Symbol('picture store');

const KEY = /^[0-9a-f]{2}\/[A-Za-z0-9_-]+(?:\.thumb)?\.(?:jpg|webp)$/;

export const isKey = (name: string): boolean => KEY.test(name);

/** @throws Error for a key that could lead anywhere else */
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

/** Takes all files of a picture away. */
export async function removeFiles(store: Pick<PictureStore, 'remove'>, id: string): Promise<void> {
  for (const key of Object.values(pictureKeys(id))) await store.remove(key);
}

/** What is wrong with the files of a picture, null: nothing. A thumbnail counts too: a picture is not shown without it. */
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

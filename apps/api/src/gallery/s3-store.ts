import type { ObjectStoreConfig } from '../config/config.ts';
import { Bucket } from '../object-store/bucket.ts';
import { GalleryError } from './gallery.errors.ts';
import { checkKey, isKey, type OpenedFile, type PictureStore, type StoredFile } from './picture-store.ts';

const PICTURES = 'pictures/';
const QUARANTINE = 'quarantine/';
const DEADLINE_MS = 10_000;

const typeOf = (key: string): string => (key.endsWith('.webp') ? 'image/webp' : 'image/jpeg');

/** Pictures in a bucket. */
export class S3Store implements PictureStore {
  private readonly bucket: Bucket;

  constructor(config: ObjectStoreConfig) {
    const fail = (reason: string) => new GalleryError('STORE_UNAVAILABLE', reason);
    this.bucket = new Bucket(config, { deadlineMs: DEADLINE_MS, fail });
  }

  /** The operator creates the bucket. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    await this.bucket.put(PICTURES + checkKey(key), content, typeOf(key));
  }

  async get(key: string): Promise<Buffer | null> {
    return this.bucket.get(PICTURES + checkKey(key));
  }

  async open(key: string): Promise<OpenedFile | null> {
    return this.bucket.open(PICTURES + checkKey(key));
  }

  async remove(key: string): Promise<void> {
    await this.bucket.remove(PICTURES + checkKey(key));
  }

  async quarantine(key: string): Promise<void> {
    const content = await this.get(key);
    if (content === null) return;
    await this.bucket.put(QUARANTINE + key.slice(3), content, typeOf(key));
    await this.remove(key);
  }

  async *list(): AsyncIterable<StoredFile> {
    for await (const { key: name, modifiedAt } of this.bucket.list(PICTURES)) {
      const key = name.slice(PICTURES.length);
      // Consoles of object stores create objects that represent folders.
      if (name.startsWith(PICTURES) && isKey(key)) yield { key, modifiedAt };
    }
  }

  /** Writes are atomic: no object is ever incomplete. */
  removeUnfinished(): Promise<{ removed: number; stuck: string[] }> {
    return Promise.resolve({ removed: 0, stuck: [] });
  }

  freeBytes(): Promise<null> {
    return Promise.resolve(null);
  }
}

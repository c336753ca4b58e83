import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { DiskStore } from './disk-store.ts';
import type { PictureStore } from './picture-store.ts';
import { S3Store } from './s3-store.ts';

/** The picture store from the operator's settings. */
export function openPictureStore(
  { objectStore, dataDir }: Pick<Config, 'objectStore' | 'dataDir'>,
  onBroken?: (reason: string) => void,
): PictureStore {
  return objectStore ? new S3Store(objectStore) : new DiskStore(join(dataDir, 'pictures'), onBroken);
}

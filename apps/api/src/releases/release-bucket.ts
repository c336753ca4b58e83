import { ReleaseError, type ReleaseBundles, type UploadFiles } from '@site/releases';
import type { ObjectStoreConfig } from '../config/config.ts';
import { Bucket } from '../object-store/bucket.ts';

const BUNDLES = 'releases/';
const UPLOADS = 'uploads/';
/** A shell with its development build is up to 100 MB. */
const DEADLINE_MS = 60_000;
const ANY_TYPE = 'application/octet-stream';

export function releaseBucket(config: ObjectStoreConfig): Bucket {
  const fail = (reason: string) =>
    new ReleaseError('STORE_UNREACHABLE', `the release bucket cannot be reached (${reason}); once it can, run the command again`);
  return new Bucket(config, { deadlineMs: DEADLINE_MS, fail });
}

export const bundlesIn = (bucket: Bucket): ReleaseBundles => ({
  put: (key, content) => bucket.put(BUNDLES + key, content, ANY_TYPE),
  get: (key) => bucket.get(BUNDLES + key),
  remove: (key) => bucket.remove(BUNDLES + key),
  async *list() {
    for await (const { key, modifiedAt } of bucket.list(BUNDLES)) yield { key: key.slice(BUNDLES.length), modifiedAt };
  },
});

const folderOf = (app: string, release = ''): string => `${UPLOADS}${app}/${release && `${release}/`}`;

/** Uploads in the bucket, where all processes of the site find them. */
export class BucketUploads implements UploadFiles {
  constructor(private readonly bucket: Bucket) {}

  async read(app: string, release: string, name: string): Promise<Buffer | undefined> {
    return (await this.bucket.get(folderOf(app, release) + name)) ?? undefined;
  }

  write(app: string, release: string, name: string, content: Buffer): Promise<void> {
    return this.bucket.put(folderOf(app, release) + name, content, ANY_TYPE);
  }

  async names(app: string, release: string): Promise<ReadonlySet<string>> {
    const folder = folderOf(app, release);
    const names = new Set<string>();
    for await (const { key } of this.bucket.list(folder)) names.add(key.slice(folder.length));
    return names;
  }

  async remove(app: string, release: string): Promise<void> {
    for (const name of await this.names(app, release)) await this.bucket.remove(folderOf(app, release) + name);
  }

  async pending(app: string): Promise<{ release: string; at: Date }[]> {
    const uploads = new Map<string, Date>();
    for await (const { key, modifiedAt } of this.bucket.list(folderOf(app))) {
      const [release = ''] = key.slice(folderOf(app).length).split('/');
      const at = uploads.get(release);
      if (!at || at < modifiedAt) uploads.set(release, modifiedAt);
    }
    return [...uploads].map(([release, at]) => ({ release, at }));
  }
}

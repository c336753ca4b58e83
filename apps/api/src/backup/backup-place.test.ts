import { readlinkSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { aFolder } from '../test-support/a-config.ts';
import { FolderPlace, openBackupPlace } from './backup-place.ts';

/** The paths that are synced during the work, in order. */
async function syncedDuring(work: () => Promise<void>): Promise<string[]> {
  const handle = await open(process.execPath, 'r');
  const prototype: { sync: () => Promise<void> } = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = prototype;
  const synced: string[] = [];
  prototype.sync = function recorded(this: FileHandle) {
    synced.push(readlinkSync(`/proc/self/fd/${this.fd}`));
    return sync.call(this);
  };
  try {
    await work();
  } finally {
    prototype.sync = sync;
  }
  return synced;
}

// Only Linux shows the path of an open file.
(process.platform === 'linux' ? describe : describe.skip)('on Linux', () => {
  test('a file is synced under another name, then its folder, and so are the folders that were made for it', async () => {
    const folder = await aFolder();
    const place = new FolderPlace(join(folder.path, 'new'));
    const first = await syncedDuring(() => place.put('content/ab/abc', Buffer.from('abc')));
    const file = join(folder.path, 'new/content/ab/abc');
    // From the innermost folder's directory entry to the outermost's.
    const parents = [join(folder.path, 'new/content'), join(folder.path, 'new'), folder.path];
    expect(first).toEqual([
      ...parents,
      expect.stringMatching(`^${file}\\..+\\.unfinished$`),
      join(folder.path, 'new/content/ab'),
    ]);
    const second = await syncedDuring(() => place.put('content/ab/abd', Buffer.from('abd')));
    expect(second.slice(1)).toEqual([join(folder.path, 'new/content/ab')]);
    await folder.remove();
  });
});

test('a missing setting for a bucket is named, and the settings of the site are the fallback', () => {
  expect(() => openBackupPlace('s3://backups/site', {})).toThrow('set BACKUP_S3_ENDPOINT for a backup in a bucket');
  expect(() => openBackupPlace('s3:backups', {})).toThrow('s3:backups must be s3://<bucket>/ or s3://<bucket>/<prefix>');
  const settings = { S3_ENDPOINT: 'https://storage.example', S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' };
  expect(openBackupPlace('s3://backups/site', settings).name).toBe('s3://backups/site');
});

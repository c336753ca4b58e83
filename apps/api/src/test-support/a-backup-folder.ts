import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderPlace } from '../backup/backup-place.ts';
import { BackupStore, hashOf, type Backup } from '../backup/backup-store.ts';

/** A folder with backups of invented contents. */
export async function aBackupFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'site-backups-'));
  const place = new FolderPlace(folder);
  const store = new BackupStore(place);

  /** Stores content as if at a given time. @returns its hash */
  async function putContent(content: string | Buffer, at: Date): Promise<string> {
    const hash = hashOf(Buffer.from(content));
    await store.putContent(hash, Buffer.from(content));
    await utimes(join(folder, 'content', hash.slice(0, 2), hash), at, at);
    return hash;
  }

  return {
    place,
    store,
    putContent,
    /** A backup of these contents, made at a given time. */
    async put(madeAt: Date, contents: readonly string[]): Promise<Backup> {
      const pictures: Record<string, string> = {};
      for (const content of contents) pictures[content] = await putContent(content, madeAt);
      const empty = { takenBack: [], rows: {}, releases: {}, settings: {}, secrets: [] };
      const backup: Backup = {
        ...empty,
        schema: 1,
        madeAt: madeAt.toISOString(),
        database: Object.values(pictures)[0] ?? '',
        pictures,
      };
      await store.put(backup);
      return backup;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

export type BackupFolder = Awaited<ReturnType<typeof aBackupFolder>>;

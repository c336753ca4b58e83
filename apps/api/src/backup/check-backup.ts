import { In } from 'typeorm';
import { SubmissionEntity, WITH_FILES } from '../gallery/submission.entity.ts';
import { pictureKeys } from '../gallery/picture-store.ts';
import { inTemporaryFolder, openCopy } from './database-copy.ts';
import type { Backup, BackupStore } from './backup-store.ts';
import { requireReleases } from './check-releases.ts';
import { requireComplete } from './restore-backup.ts';

/**
 * Verifies that a backup can be restored: reads all of its files, opens its database in an empty folder, brings it up to date,
 * and finds the files of each picture and each release that it names.
 * @throws Error saying what is wrong
 */
export async function checkBackup(backups: BackupStore, backup: Backup): Promise<void> {
  await requireComplete(backups, backup);
  const content = await backups.getContent(backup.database);
  if (content === null) throw new Error('the database of the backup is gone');
  await inTemporaryFolder(async (folder) => {
    const database = await openCopy(content, folder, backup.rows);
    try {
      await requireReleases(backups, backup, database);
      const shown = await database.getRepository(SubmissionEntity).find({ where: { status: In(WITH_FILES) } });
      for (const { id, imageHash } of shown) {
        if (backup.takenBack.includes(id)) continue;
        const keys = pictureKeys(id);
        const missing = Object.values(keys).find((key) => !(key in backup.pictures));
        if (missing !== undefined) throw new Error(`the backup of ${backup.madeAt} lacks ${missing}, which its gallery shows`);
        if (backup.pictures[keys.image] !== imageHash)
          throw new Error(`the backup of ${backup.madeAt} has a different picture under ${keys.image} than its gallery shows`);
      }
    } finally {
      await database.destroy();
    }
  });
}

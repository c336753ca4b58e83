import { resolve } from 'node:path';
import { openDatabase, sqliteOptions } from '../database/open-database.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { BannedPictureEntity } from '../gallery/banned-picture.entity.ts';
import { removeFiles, type PictureStore } from '../gallery/picture-store.ts';
import { SubmissionEntity } from '../gallery/submission.entity.ts';

/** Pictures that must not be shown again, although a backup contains them. */
export interface Deletions {
  readonly ids: readonly string[];
  readonly bans: readonly BannedPictureEntity[];
}

/** What was deleted and banned, according to the data that a backup replaces. @throws Error if there is no such data */
export async function readDeletions(dataDir: string): Promise<Deletions> {
  const database = await openDatabase(sqliteOptions(resolve(dataDir)));
  try {
    const rows = await database.getRepository(SubmissionEntity).find({ select: { id: true }, where: { status: 'deleted' } });
    return { ids: rows.map(({ id }) => id), bans: await database.getRepository(BannedPictureEntity).find() };
  } finally {
    await database.destroy();
  }
}

/** The rows change first, as in any deletion. */
export async function applyDeletions(database: SiteDatabase, store: PictureStore, { ids, bans }: Deletions): Promise<void> {
  await database.unitOfWork(async () => {
    await database.getRepository(BannedPictureEntity).upsert([...bans], ['differenceHash']);
    for (const id of ids) await database.getRepository(SubmissionEntity).update({ id }, { status: 'deleted' });
  });
  for (const id of ids) await removeFiles(store, id);
}

/** The given pictures that are no longer in the gallery. */
export async function goneSince(database: SiteDatabase, ids: readonly string[]): Promise<string[]> {
  const gone: string[] = [];
  for (const id of ids) {
    const row = await database.getRepository(SubmissionEntity).findOne({ select: { status: true }, where: { id } });
    if (row === null || row.status === 'deleted') gone.push(id);
  }
  return gone;
}

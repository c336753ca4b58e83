import { Not } from 'typeorm';
import { databaseOptions, openDatabase } from '../database/open-database.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { BannedPictureEntity } from '../gallery/banned-picture.entity.ts';
import { removeFiles, type PictureStore } from '../gallery/picture-store.ts';
import { SubmissionEntity } from '../gallery/submission.entity.ts';

/** Pictures that must not be shown again, although a backup contains them. */
export interface Deletions {
  readonly ids: readonly string[];
  readonly bans: readonly BannedPictureEntity[];
}

/** Where the data is that a backup replaces: in DATA_DIR, unless there is a DATABASE_URL. */
export type OldData = Parameters<typeof databaseOptions>[0];

/**
 * What was deleted and banned, according to the data that a backup replaces.
 * @throws Error if there is no such data
 */
export async function readDeletions(old: OldData): Promise<Deletions> {
  const database = await openDatabase(databaseOptions(old));
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
  const rows = await database.getRepository(SubmissionEntity).find({ select: { id: true }, where: { status: Not('deleted') } });
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
}

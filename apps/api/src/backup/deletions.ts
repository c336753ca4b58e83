import { resolve } from 'node:path';
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

/**
 * What was deleted and banned, according to the data that a backup replaces.
 * @param source its DATA_DIR or DATABASE_URL
 * @throws Error if there is no such data
 */
export async function readDeletions(source: string): Promise<Deletions> {
  const databaseUrl = /^postgres(ql)?:/.test(source) ? source : null;
  const database = await openDatabase(databaseOptions({ dataDir: resolve(source), databaseUrl }));
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

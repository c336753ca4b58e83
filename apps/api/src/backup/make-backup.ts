import type { Config } from '../config/config.ts';
import { LeaseEntity } from '../database/lease.entity.ts';
import { LeaseRepository } from '../database/lease.repository.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import type { PictureStore } from '../gallery/picture-store.ts';
import { LastBackup } from '../secrets/last-backup.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { contentOf, hashOf, type Backup, type BackupStore } from './backup-store.ts';
import { copyDatabase } from './database-copy.ts';
import { goneSince } from './deletions.ts';
import { openReleasePlace } from './release-place.ts';
import { forgetOld, type Keep } from './retention.ts';
import { publicSettings, secretsSet } from './settings.ts';

export interface BackedUpSite {
  readonly config: Config;
  readonly database: SiteDatabase;
  readonly store: PictureStore;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface MadeBackup {
  readonly backup: Backup;
  /** What had to be stored: content that the previous backup does not have. */
  readonly added: { readonly files: number; readonly bytes: number };
  readonly forgotten: { readonly backups: number; readonly files: number };
}

/** Content that is known to be stored and will not be removed: that of the newest backup, which is never forgotten. */
async function knownContent(backups: BackupStore): Promise<ReadonlySet<string>> {
  const [newest] = await backups.paths();
  if (newest === undefined) return new Set();
  // If it is damaged, everything is stored again.
  const needed = await backups.read(newest).then(contentOf, () => new Set<string>());
  const stored = await backups.content();
  return new Set([...needed].filter((hash) => stored.has(hash)));
}

/** Rows first: every file named in a row was stored before the row. */
async function store(site: BackedUpSite, target: BackupStore, madeAt: Date): Promise<Omit<MadeBackup, 'forgotten'>> {
  const known = new Set(await knownContent(target));
  const added = { files: 0, bytes: 0 };
  const put = async (content: Uint8Array): Promise<string> => {
    const hash = hashOf(content);
    if (!known.has(hash)) {
      await target.putContent(hash, content);
      known.add(hash);
      added.files += 1;
      added.bytes += content.length;
    }
    return hash;
  };
  const copy = await copyDatabase(site.database);
  const database = await put(copy.content);
  const pictures: Record<string, string> = {};
  for await (const { key } of site.store.list()) {
    const picture = await site.store.get(key);
    // Deleted since the listing.
    if (picture !== null) pictures[key] = await put(picture);
  }
  const place = openReleasePlace(site.config);
  const releases: Record<string, string> = {};
  for await (const path of place.paths()) {
    const file = await place.get(path);
    if (file !== null) releases[path] = await put(file);
  }
  const backup: Backup = {
    schema: 1,
    madeAt: madeAt.toISOString(),
    database,
    rows: copy.rows,
    pictures,
    takenBack: await goneSince(site.database, copy.pictures),
    releases,
    settings: publicSettings(site.env),
    secrets: secretsSet(site.env),
  };
  await target.put(backup);
  return { backup, added };
}

function explainKept(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new Error(`the backup was made, but not all older ones could be removed: ${reason}`, { cause });
}

/**
 * Makes a backup while the site runs, notes that for the alert, and then removes backups that need not be kept.
 * @throws Error if another backup of this site is being made, or if older ones cannot be removed, which the message says
 */
export async function makeBackup(site: BackedUpSite, target: BackupStore, madeAt: Date, keep?: Keep): Promise<MadeBackup> {
  const lease = await new LeaseRepository(site.database.getRepository(LeaseEntity)).acquire('backup');
  if (!lease) throw new Error('another backup of this site is being made; wait until it has finished');
  try {
    const made = await store(site, target, madeAt);
    await new LastBackup(site.database.getRepository(SettingEntity)).note(madeAt);
    const forgotten = keep ? await forgetOld(target, keep, madeAt).catch(explainKept) : { backups: 0, files: 0 };
    return { ...made, forgotten };
  } finally {
    await lease.release();
  }
}

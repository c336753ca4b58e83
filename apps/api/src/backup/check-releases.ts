import { parseRegistry, parseSignedRegistry } from '@site/contracts';
import { folderOf, readStored } from '@site/releases';
import { Like, type FindOperator } from 'typeorm';
import type { SiteDatabase } from '../database/site-database.ts';
import { ReleaseChangeEntity } from '../releases/release-change.entity.ts';
import type { Backup, BackupStore } from './backup-store.ts';
import { CURRENT } from './release-place.ts';

interface NamedRelease {
  readonly folder: string;
  /** True for the release before the live one: the site works without it. */
  readonly isPrevious: boolean;
}

function namedIn(signed: string, source: string): NamedRelease[] {
  const { registry } = parseSignedRegistry(JSON.parse(signed), source);
  const { apps } = parseRegistry(JSON.parse(registry), source);
  return Object.entries(apps).flatMap(([app, { stable, previous, canary }]) =>
    [stable, previous, canary].flatMap((pointer) =>
      pointer ? [{ folder: folderOf({ app, release: pointer.release }), isPrevious: pointer === previous }] : [],
    ),
  );
}

const lacks = ({ madeAt }: Backup, path: string): Error =>
  new Error(`the backup of ${madeAt} lacks ${path}, which its registry names`);

/** In a folder each release has its files. */
function requireFiles(backup: Backup, signed: string): void {
  for (const { folder } of namedIn(signed, `${CURRENT} in the backup of ${backup.madeAt}`))
    if (!(`${folder}/release.json` in backup.releases)) throw lacks(backup, `${folder}/release.json`);
}

/** With `RELEASE_STORE=database` the registry is in the rows, and so is the key of the object with the files of each release. */
async function requireObjects(backup: Backup, database: SiteDatabase): Promise<void> {
  const changes = database.getRepository(ReleaseChangeEntity);
  const newest = async (path: string | FindOperator<string>): Promise<ReleaseChangeEntity | undefined> =>
    (await changes.find({ where: { path }, order: { revision: 'DESC' }, take: 1 }))[0];
  const registry = await newest(Like('registry/%'));
  if (!registry?.text) return;
  for (const { folder, isPrevious } of namedIn(registry.text, `${registry.path} in the backup of ${backup.madeAt}`)) {
    const stored = await newest(folder);
    // `site move-releases` leaves out a previous release that is damaged, so the site does not have it either.
    if (!stored?.text && isPrevious) continue;
    if (!stored?.text) throw lacks(backup, folder);
    const { key, sha256 } = readStored(stored.text);
    if (!(key in backup.releases)) throw lacks(backup, key);
    if (backup.releases[key] !== sha256)
      throw new Error(`the backup of ${backup.madeAt} has a different release under ${key} than its registry names`);
  }
}

/** @param database of the backup @throws Error if a release that the registry names is missing */
export async function requireReleases(backups: BackupStore, backup: Backup, database: SiteDatabase): Promise<void> {
  const current = backup.releases[CURRENT];
  if (current === undefined) await requireObjects(backup, database);
  else requireFiles(backup, String(await backups.getContent(current)));
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { migrateDatabase, openDatabase, sqliteOptions } from '../database/open-database.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { DiskStore, syncPath } from '../gallery/disk-store.ts';
import { removeFiles } from '../gallery/picture-store.ts';
import { BannedPictureEntity } from '../gallery/banned-picture.entity.ts';
import { SubmissionEntity } from '../gallery/submission.entity.ts';
import { LastBackup } from '../secrets/last-backup.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { CommandError, type Command } from './command.ts';
import { commandConfig, withSite } from './open-site.ts';

const MANIFEST = 'manifest.json';
const DATABASE = 'site.sqlite';
const PICTURES = 'pictures';

interface Manifest {
  readonly madeAt: string;
  /** SHA-256, hex, by path inside the backup. */
  readonly files: Readonly<Record<string, string>>;
}

/** Option that names the data the backup replaces. */
const HEED = '--heed';

interface TakenBack {
  readonly ids: readonly string[];
  readonly bans: readonly BannedPictureEntity[];
}

async function readTakenBack(dataDir: string): Promise<TakenBack> {
  const database = await openDatabase(sqliteOptions(resolve(dataDir)));
  try {
    const rows = await database.getRepository(SubmissionEntity).find({ select: { id: true }, where: { status: 'deleted' } });
    return { ids: rows.map(({ id }) => id), bans: await database.getRepository(BannedPictureEntity).find() };
  } finally {
    await database.destroy();
  }
}

async function takeBack(database: SiteDatabase, store: DiskStore, { ids, bans }: TakenBack): Promise<void> {
  // Rows are updated first, as always.
  await database.unitOfWork(async () => {
    await database.getRepository(BannedPictureEntity).upsert([...bans], ['differenceHash']);
    for (const id of ids) await database.getRepository(SubmissionEntity).update({ id }, { status: 'deleted' });
  });
  for (const id of ids) await removeFiles(store, id);
}

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

async function writeSynced(path: string, content: Uint8Array | string): Promise<void> {
  const handle = await open(path, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function parseManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  const isManifest =
    typeof value === 'object' && value !== null && 'files' in value && typeof value.files === 'object' && value.files !== null;
  if (!isManifest) throw new Error('the manifest is not one of `site backup`');
  return value as Manifest;
}

/** The database is copied first: every file named in a row was on disk before the row. */
export const backupCommand: Command = {
  name: 'backup',
  usage: 'backup <folder>',
  summary: 'copies database and pictures into a new folder while the site runs',
  async run([folder, ...rest], { env, print }) {
    if (!folder || rest.length > 0) throw new CommandError('name the folder to make');
    const config = commandConfig(env);
    if (config.databaseUrl !== null || config.objectStore !== null) {
      throw new Error(
        'this site keeps its data in PostgreSQL or a bucket: back them up with their own tools (docs/operations.md)',
      );
    }
    if (existsSync(folder)) throw new Error(`${folder} exists already; name a new folder`);
    const target = resolve(folder);
    const unfinished = `${target}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(join(unfinished, PICTURES), { recursive: true });
    const files: Record<string, string> = {};
    await withSite(env, async ({ database, store }) => {
      await database.query('VACUUM INTO ?', [join(unfinished, DATABASE)]);
      await syncPath(join(unfinished, DATABASE));
      for await (const { key } of store.list()) {
        const content = await store.get(key);
        // Deleted since the listing.
        if (content === null) continue;
        await mkdir(join(unfinished, PICTURES, key.slice(0, 2)), { recursive: true });
        await writeSynced(join(unfinished, PICTURES, key), content);
        files[`${PICTURES}/${key}`] = hashOf(content);
      }
    });
    files[DATABASE] = hashOf(await readFile(join(unfinished, DATABASE)));
    const madeAt = new Date();
    const manifest: Manifest = { madeAt: madeAt.toISOString(), files };
    await writeSynced(join(unfinished, MANIFEST), JSON.stringify(manifest, null, 1));
    const folders = new Set(Object.keys(files).map((path) => join(unfinished, dirname(path))));
    for (const made of [...folders, join(unfinished, PICTURES), unfinished]) await syncPath(made);
    // Only a complete backup gets the final name.
    await rename(unfinished, target);
    await syncPath(dirname(target));
    await withSite(env, ({ database }) => new LastBackup(database.getRepository(SettingEntity)).note(madeAt));
    print(`${target}: ${Object.keys(files).length - 1} picture files and the database`);
  },
};

export const restoreCommand: Command = {
  name: 'restore',
  usage: `restore <folder> [${HEED} <old DATA_DIR>]`,
  summary:
    'restores a backup into an empty DATA_DIR, after checking each of its files; the site must be stopped. ' +
    `${HEED} leaves out pictures that were taken back or banned since, according to the data that it replaces`,
  async run([folder, option, old, ...rest], { env, print }) {
    const isUnderstood = option === undefined || (option === HEED && old !== undefined && rest.length === 0);
    if (!folder || !isUnderstood) throw new CommandError(`name the folder of the backup, and after ${HEED} the old DATA_DIR`);
    // Read first: a wrong old DATA_DIR must be detected before anything is restored.
    const since = old === undefined ? null : await readTakenBack(old);
    const config = commandConfig(env);
    const manifest = parseManifest(await readFile(join(folder, MANIFEST), 'utf8'));
    if (
      existsSync(join(config.dataDir, DATABASE)) ||
      (await readdir(join(config.dataDir, PICTURES)).catch(() => [])).length > 0
    ) {
      throw new Error(`${config.dataDir} has data already; move it away first: nothing is overwritten`);
    }
    const damaged: string[] = [];
    for (const [path, hash] of Object.entries(manifest.files)) {
      const content = await readFile(join(folder, path)).catch(() => null);
      if (content === null || hashOf(content) !== hash) damaged.push(path);
    }
    if (damaged.length > 0) throw new Error(`the backup is damaged, nothing was restored: ${damaged.slice(0, 5).join(', ')}`);

    const store = new DiskStore(join(config.dataDir, PICTURES));
    // Even if the backup has no pictures.
    await store.prepare();
    for (const path of Object.keys(manifest.files)) {
      if (path !== DATABASE) await store.put(path.slice(PICTURES.length + 1), await readFile(join(folder, path)));
    }
    // The database comes last: until it is in place, nothing counts as restored.
    await writeFile(join(config.dataDir, `${DATABASE}.restoring`), await readFile(join(folder, DATABASE)), { flush: true });
    await rename(join(config.dataDir, `${DATABASE}.restoring`), join(config.dataDir, DATABASE));
    await syncPath(config.dataDir);
    // The backup may come from an earlier release.
    await migrateDatabase(sqliteOptions(config.dataDir));
    const database = await openDatabase(sqliteOptions(config.dataDir));
    try {
      if (since) await takeBack(database, store, since);
    } finally {
      await database.destroy();
    }
    print(`${config.dataDir}: restored the backup of ${manifest.madeAt}`);
    if (!since) print(`pictures that were taken back since are listed again; ${HEED} <old DATA_DIR> leaves them out`);
  },
};

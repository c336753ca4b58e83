import { resolve } from 'node:path';
import { countOf } from '@site/contracts';
import { checkBackup } from '../backup/check-backup.ts';
import { BackupStore } from '../backup/backup-store.ts';
import { openBackupPlace } from '../backup/backup-place.ts';
import { applyDeletions, readDeletions, type OldData } from '../backup/deletions.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { parseKeep } from '../backup/retention.ts';
import { LastBackup } from '../secrets/last-backup.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { AT, DELETIONS_FROM, KEEP, OLD_DATA, OLD_DATABASE_URL, PLACES } from './backup-options.ts';
import { CommandError, type CommandContext, type RunCommand } from './command.ts';
import { commandConfig } from './command-config.ts';
import { withSite } from './open-site.ts';

/** @throws CommandError for anything but a place and these options, each with a value */
function readArguments(
  args: readonly string[],
  known: readonly string[],
): { place: string; values: Readonly<Record<string, string>> } {
  const [place, ...rest] = args;
  const values: Record<string, string> = {};
  for (let index = 0; index < rest.length; index += 2) {
    const [name = '', value] = rest.slice(index, index + 2);
    if (!known.includes(name) || value === undefined)
      throw new CommandError(`${name} is not an option here, or lacks a value; ${PLACES}`);
    values[name] = value;
  }
  if (!place || place.startsWith('-')) throw new CommandError(`name the backup location: ${PLACES}`);
  return { place, values };
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d(:\d\d(:\d\d(\.\d{1,3})?)?)?Z?)?$/;

/** A partial time, such as a day, stands for all times that begin with it. */
function readAt(text: string | undefined): string | undefined {
  if (text !== undefined && !TIME.test(text))
    throw new CommandError(`${AT} must be a day or a time in UTC, such as 2026-11-21 or 2026-11-21T12:00:00Z, not ${text}`);
  return text?.replace(/Z$/, '');
}

const POSTGRES = /^postgres(ql)?:/i;

/** @throws CommandError for the address of a database among the arguments, or for two sources */
function readOldData(folder: string | undefined, env: CommandContext['env']): OldData | undefined {
  const databaseUrl = env[OLD_DATABASE_URL] || null;
  if (folder !== undefined && POSTGRES.test(folder))
    throw new CommandError(
      `${DELETIONS_FROM} takes a folder; put the address of a database into ${OLD_DATABASE_URL}, because it may contain a password`,
    );
  if (databaseUrl === null) return folder === undefined ? undefined : { dataDir: resolve(folder), databaseUrl };
  if (folder !== undefined) throw new CommandError(`give either ${DELETIONS_FROM} or ${OLD_DATABASE_URL}, not both`);
  if (!POSTGRES.test(databaseUrl))
    throw new CommandError(`${OLD_DATABASE_URL} must be an address such as postgres://user:password@host:5432/site`);
  return { dataDir: '', databaseUrl };
}

const storeAt = (place: string, env: CommandContext['env']): BackupStore => new BackupStore(openBackupPlace(place, env));

export const backupCommand: RunCommand = async (args, { env, print }) => {
  const { place, values } = readArguments(args, [KEEP]);
  const keep = values[KEEP] === undefined ? undefined : parseKeep(values[KEEP]);
  const store = storeAt(place, env);
  const { backup, added, forgotten } = await withSite(env, (site) => makeBackup({ ...site, env }, store, new Date(), keep));
  const [pictures, releases] = [backup.pictures, backup.releases].map((files) => Object.keys(files).length);
  print(`${store.place.name}: backup of ${backup.madeAt}`);
  print(
    `the database, ${countOf(pictures ?? 0, 'picture file')}, ${countOf(releases ?? 0, 'release file')}; ${countOf(added.files, 'new file')}, ${countOf(added.bytes, 'byte')}`,
  );
  if (forgotten.backups > 0)
    print(`${countOf(forgotten.backups, 'older backup')} removed, with ${countOf(forgotten.files, 'file')} that no other needs`);
};

export const backupsCommand: RunCommand = async (args, { env, print }) => {
  const { place } = readArguments(args, []);
  const store = storeAt(place, env);
  const paths = await store.paths();
  for (const path of paths) {
    const line = await store.read(path).then(
      ({ madeAt, rows, pictures }) =>
        `${madeAt}  ${countOf(rows['submission'] ?? 0, 'submission')}, ${countOf(Object.keys(pictures).length, 'picture file')}`,
      (error: Error) => error.message,
    );
    print(line);
  }
  if (paths.length === 0) print(`there is no backup in ${store.place.name}`);
};

export const checkBackupCommand: RunCommand = async (args, { env, print }) => {
  const { place, values } = readArguments(args, [AT]);
  const at = readAt(values[AT]);
  const store = storeAt(place, env);
  const checked = await store
    .newest(at)
    .then(async (backup) => {
      await checkBackup(store, backup);
      return { madeAt: backup.madeAt, problem: null };
    })
    .catch((error: Error) => ({ madeAt: '', problem: error.message }));
  const { problem } = checked;
  // The alert is about the newest backup.
  if (at === undefined)
    await withSite(env, ({ database }) =>
      new LastBackup(database.getRepository(SettingEntity)).noteCheck({ at: new Date(), problem }),
    );
  if (problem !== null) throw new Error(problem);
  print(`the backup of ${checked.madeAt} is complete, and can be restored`);
};

export const restoreCommand: RunCommand = async (args, { env, print }) => {
  const { place, values } = readArguments(args, [AT, DELETIONS_FROM]);
  const old = readOldData(values[DELETIONS_FROM], env);
  // Read first: a wrong one must be detected before anything is restored.
  const since = old === undefined ? { ids: [], bans: [] } : await readDeletions(old);
  const config = commandConfig(env);
  const store = storeAt(place, env);
  const backup = await store.newest(readAt(values[AT]));
  const deletions = { ...since, ids: [...backup.takenBack, ...since.ids] };
  const { hasRestoredReleases } = await restoreBackup(store, backup, config, (database, pictures) =>
    applyDeletions(database, pictures, deletions),
  );
  print(`restored the backup of ${backup.madeAt}`);
  if (!hasRestoredReleases) print('there were releases already: they were left unchanged');
  if (backup.secrets.length > 0) print(`backups contain no secrets; that site had set ${backup.secrets.join(', ')}`);
  if (old === undefined) print(`pictures that have been deleted since are listed again; ${OLD_DATA} leaves them out`);
};

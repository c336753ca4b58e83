import { AT, DELETIONS_FROM, KEEP, OLD_DATA, PLACE, PLACES } from './backup-options.ts';
import { ALLOW_MASS_REMOVAL } from './gallery-options.ts';
import type { Command } from './command.ts';

/** The site's own commands; those for releases are in `@site/releases`. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    usage: 'serve',
    summary:
      'bring the tables up to date, release the front ends in this folder, and serve: all that a site on one machine needs',
    load: async () => (await import('./serve.command.ts')).serveCommand,
  },
  {
    name: 'new',
    usage: 'new page <remote> <name> | new remote <name> | new repository <folder>',
    summary: 'write a small, complete, tested page to start from',
    load: async () => (await import('./new.command.ts')).newCommand,
  },
  {
    name: 'export',
    usage: 'export <folder>',
    summary: 'write the live site as plain files, for a static host without an API',
    load: async () => (await import('./export.command.ts')).exportCommand,
  },
  {
    name: 'hash-password',
    usage: 'hash-password',
    summary: 'read a password from standard input and print the value of DRAFT_PASSWORD_HASH or OWNER_PASSWORD_HASH',
    load: async () => (await import('./hash-password.command.ts')).hashPasswordCommand,
  },
  {
    name: 'migrate',
    usage: 'migrate',
    summary:
      'create the database, or bring its tables up to date with this version; servers of the previous version may keep running meanwhile',
    load: async () => (await import('./migrate.command.ts')).migrateCommand,
  },
  {
    name: 'jobs',
    usage: 'jobs',
    summary: 'list background jobs: which are running, when the next ones are due, what failed and why',
    load: async () => (await import('./jobs.command.ts')).jobsCommand,
  },
  {
    name: 'gallery',
    usage: 'gallery hide|restore|delete|ban|unban <id>',
    summary:
      'hide a picture, restore it, delete it, ban it, or lift its ban; `gallery waiting` lists what is held or hidden; ' +
      `\`gallery sweep ${ALLOW_MASS_REMOVAL}\` removes what the hourly sweep held back`,
    load: async () => (await import('./gallery.command.ts')).galleryCommand,
  },
  {
    name: 'backup',
    usage: `backup ${PLACE} [${KEEP} 7d,4w,12m]`,
    summary:
      `add a backup of everything while the site runs: rows, pictures, releases, settings without secrets. Only what is new is stored; ${PLACES}. ` +
      `${KEEP} removes backups older than a day, except the newest of each of that many days, weeks and months`,
    load: async () => (await import('./backup.command.ts')).backupCommand,
  },
  {
    name: 'backups',
    usage: `backups ${PLACE}`,
    summary: 'list backups, newest first',
    load: async () => (await import('./backup.command.ts')).backupsCommand,
  },
  {
    name: 'check-backup',
    usage: `check-backup ${PLACE} [${AT} <time>]`,
    summary:
      'check that the newest backup, or the newest before a time, can be restored: read all of its files, and open its database in ' +
      'a temporary folder; record the result for the alert',
    load: async () => (await import('./backup.command.ts')).checkBackupCommand,
  },
  {
    name: 'restore',
    usage: `restore ${PLACE} [${AT} <time>] [${DELETIONS_FROM} <old DATA_DIR>]`,
    summary:
      'restore the newest backup, or the newest before a time, where there is no data, after checking each of its files; the site must be stopped. ' +
      `${OLD_DATA} leaves out pictures that have been deleted or banned since, according to the data that the backup replaces`,
    load: async () => (await import('./backup.command.ts')).restoreCommand,
  },
  {
    name: 'move-to-postgres',
    usage: 'move-to-postgres',
    summary:
      'copy the SQLite file in DATA_DIR into the empty database at DATABASE_URL, and pictures into the S3_ bucket if one is set',
    load: async () => (await import('./move-to-postgres.command.ts')).moveToPostgresCommand,
  },
  {
    name: 'move-releases',
    usage: 'move-releases',
    summary: 'copy the releases in RELEASES_DIR to DATABASE_URL and the S3_ bucket, for RELEASE_STORE=database; may be repeated',
    load: async () => (await import('./move-releases.command.ts')).moveReleasesCommand,
  },
];

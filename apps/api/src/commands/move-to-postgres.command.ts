import type { DataSource, EntityMetadata } from 'typeorm';
import { databaseOptions, openDatabase, sqliteOptions } from '../database/open-database.ts';
import { DiskStore } from '../gallery/disk-store.ts';
import { openPictureStore } from '../gallery/open-picture-store.ts';
import { join } from 'node:path';
import { CommandError, type Command } from './command.ts';
import { commandConfig } from './open-site.ts';

const ROWS_PER_STEP = 500;

/** Copies a table in the order of its key. Answers the number of rows. */
async function copyTable(
  from: DataSource,
  to: DataSource,
  { target, tableName, primaryColumns }: EntityMetadata,
): Promise<number> {
  const source = from.getRepository(target);
  const destination = to.getRepository(target);
  if ((await destination.count()) > 0) throw new Error(`the table ${tableName} has rows already; nothing is overwritten`);
  const order = Object.fromEntries(primaryColumns.map((column) => [column.propertyName, 'ASC' as const]));
  let copied = 0;
  for (;;) {
    const rows = await source.find({ order, skip: copied, take: ROWS_PER_STEP });
    if (rows.length === 0) return copied;
    await destination.createQueryBuilder().insert().values(rows).execute();
    copied += rows.length;
  }
}

/** PostgreSQL hands out the next number by a counter of its own, which knows nothing of copied rows. */
async function continueNumbers(database: DataSource): Promise<void> {
  await database.query(
    `SELECT setval(pg_get_serial_sequence('submission', 'sequence'), GREATEST((SELECT COALESCE(MAX(sequence), 0) FROM submission), 1))`,
  );
}

export const moveToPostgresCommand: Command = {
  name: 'move-to-postgres',
  usage: 'move-to-postgres',
  summary:
    'copies the SQLite file of DATA_DIR into the empty database of DATABASE_URL, and pictures into the S3_ bucket if one is set',
  async run(args, { env, print }) {
    if (args.length > 0) throw new CommandError('the command takes no arguments: it reads DATA_DIR and DATABASE_URL');
    const config = commandConfig(env);
    if (config.databaseUrl === null) throw new Error('set DATABASE_URL to the database to copy into');
    const from = await openDatabase(sqliteOptions(config.dataDir));
    try {
      const to = await openDatabase(databaseOptions(config));
      try {
        // Pictures first, as always: a row never stands before its file.
        if (config.objectStore) {
          const [disk, bucket] = [new DiskStore(join(config.dataDir, 'pictures')), openPictureStore(config)];
          let files = 0;
          for await (const { key } of disk.list()) {
            const content = await disk.get(key);
            if (content) await bucket.put(key, content);
            files += 1;
          }
          print(`pictures: ${files} files`);
        }
        for (const table of from.entityMetadatas) print(`${table.tableName}: ${await copyTable(from, to, table)} rows`);
        await continueNumbers(to);
      } finally {
        await to.destroy();
      }
    } finally {
      await from.destroy();
    }
  },
};

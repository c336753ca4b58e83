import type { DataSource, EntityManager, EntityMetadata, ObjectLiteral } from 'typeorm';
import { databaseOptions, migrateDatabase, openDatabase, sqliteOptions } from '../database/open-database.ts';
import { DiskStore } from '../gallery/disk-store.ts';
import { openPictureStore } from '../gallery/open-picture-store.ts';
import { join } from 'node:path';
import { CommandError, type Command } from './command.ts';
import { commandConfig } from './open-site.ts';

const ROWS_PER_STEP = 500;

/** Finds the row that PostgreSQL rejects within a batch that it rejected. @throws Error naming the row */
async function nameRefused(
  to: EntityManager,
  { target, tableName, primaryColumns }: EntityMetadata,
  rows: readonly ObjectLiteral[],
) {
  for (const row of rows) {
    try {
      // A savepoint, because PostgreSQL accepts no further statements after an error.
      await to.transaction((inner) => inner.createQueryBuilder().insert().into(target).values(row).execute());
    } catch (cause) {
      const key = primaryColumns.map((column) => `${column.databaseName} ${String(column.getEntityValue(row))}`).join(', ');
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`nothing was copied: PostgreSQL refuses the row ${key} of the table ${tableName}: ${reason}`, { cause });
    }
  }
}

/** Copies a table in key order. Returns the number of rows. */
async function copyTable(from: DataSource, to: EntityManager, table: EntityMetadata): Promise<number> {
  const { target, tableName, primaryColumns } = table;
  const source = from.getRepository(target);
  if ((await to.getRepository(target).count()) > 0)
    throw new Error(`the table ${tableName} has rows already; nothing is overwritten`);
  const order = Object.fromEntries(primaryColumns.map((column) => [column.propertyName, 'ASC' as const]));
  let copied = 0;
  for (;;) {
    const rows = await source.find({ order, skip: copied, take: ROWS_PER_STEP });
    if (rows.length === 0) return copied;
    try {
      await to.transaction((inner) => inner.createQueryBuilder().insert().into(target).values(rows).execute());
    } catch (cause) {
      await nameRefused(to, table, rows);
      throw cause;
    }
    copied += rows.length;
  }
}

/** PostgreSQL takes the next number from a sequence that does not know about copied rows. */
async function continueNumbers(database: EntityManager): Promise<void> {
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
      await migrateDatabase(databaseOptions(config));
      const to = await openDatabase(databaseOptions(config));
      try {
        // Pictures first, as always: a row is never stored before its file.
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
        // All tables or none, so that the command can simply be run again after a failure.
        const copied = await to.transaction(async (transaction) => {
          const lines: string[] = [];
          for (const table of from.entityMetadatas)
            lines.push(`${table.tableName}: ${await copyTable(from, transaction, table)} rows`);
          await continueNumbers(transaction);
          return lines;
        });
        for (const line of copied) print(line);
      } finally {
        await to.destroy();
      }
    } finally {
      await from.destroy();
    }
  },
};

import { countOf } from '@site/contracts';
import { copyTables } from '../database/copy-tables.ts';
import { databaseOptions, migrateDatabase, openDatabase, sqliteOptions } from '../database/open-database.ts';
import { DiskStore } from '../gallery/disk-store.ts';
import { openPictureStore } from '../gallery/open-picture-store.ts';
import { join } from 'node:path';
import { CommandError, type RunCommand } from './command.ts';
import { commandConfig } from './command-config.ts';

export const moveToPostgresCommand: RunCommand = async (args, { env, print }) => {
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
        print(`pictures: ${countOf(files, 'file')}`);
      }
      // All tables or none, so that the command can simply be run again after a failure.
      for (const [table, rows] of Object.entries(await copyTables(from, to))) print(`${table}: ${countOf(rows, 'row')}`);
    } finally {
      await to.destroy();
    }
  } finally {
    await from.destroy();
  }
};

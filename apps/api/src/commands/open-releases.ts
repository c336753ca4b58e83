import { keepInOrigin } from '@site/releases';
import { databaseOptions, openDatabase } from '../database/open-database.ts';
import { openReleaseOrigin } from '../releases/release-copy.ts';
import type { CommandContext } from './command.ts';
import { commandConfig } from './open-site.ts';

/**
 * Runs work on RELEASES_DIR. If that is a copy of the releases in the database and the bucket, it is updated first, and changes
 * are stored there as well.
 */
export async function withReleases<T>({ env, print }: Pick<CommandContext, 'env' | 'print'>, work: () => Promise<T>): Promise<T> {
  // Releases may be managed where no server has ever run.
  if (!env['RELEASE_STORE']) return work();
  const config = commandConfig(env);
  if (config.releaseStore === 'folder') return work();
  const database = await openDatabase(databaseOptions(config));
  let leave = (): void => undefined;
  try {
    const opened = openReleaseOrigin(config, database, print);
    if (opened) {
      await opened.origin.follow();
      leave = keepInOrigin(config.releasesDir, opened.origin);
    }
    return await work();
  } finally {
    leave();
    await database.destroy();
  }
}

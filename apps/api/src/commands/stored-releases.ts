import { keepInOrigin } from '@site/releases';
import { databaseOptions, openDatabase } from '../database/open-database.ts';
import { openReleaseOrigin } from '../releases/release-copy.ts';
import type { CommandContext } from './command.ts';
import { commandConfig } from './command-config.ts';

/** `withReleases` if RELEASE_STORE is set. */
export async function withStoredReleases<T>(
  { env, print }: Pick<CommandContext, 'env' | 'print'>,
  work: () => Promise<T>,
): Promise<T> {
  const config = commandConfig(env);
  if (config.releaseStore === 'folder') return work();
  const database = await openDatabase(databaseOptions(config));
  let leave = (): void => undefined;
  let opened: ReturnType<typeof openReleaseOrigin> = null;
  try {
    opened = openReleaseOrigin(config, database, print);
    if (opened) {
      await opened.origin.follow();
      leave = keepInOrigin(config.releasesDir, opened.origin);
    }
    return await work();
  } finally {
    leave();
    await opened?.origin.close();
    await database.destroy();
  }
}

import { countOf } from '@site/contracts';
import { moveReleases, parseVerifyingKey, signingKeyText } from '@site/releases';
import { databaseOptions, openDatabase } from '../database/open-database.ts';
import { openReleaseOrigin } from '../releases/release-copy.ts';
import { CommandError, type RunCommand } from './command.ts';
import { commandConfig } from './command-config.ts';

export const moveReleasesCommand: RunCommand = async (args, { env, print }) => {
  if (args.length > 0) throw new CommandError('the command takes no arguments: its settings come from the environment');
  const config = commandConfig({ ...env, RELEASE_STORE: 'database' });
  const database = await openDatabase(databaseOptions(config));
  try {
    const opened = openReleaseOrigin(config, database, print);
    if (!opened) return;
    const pinned = parseVerifyingKey(await signingKeyText(env));
    const { moved, damaged } = await moveReleases(config.releasesDir, pinned, opened);
    for (const name of damaged) print(`${name} is damaged, and was left out`);
    if (moved === 0) print('the releases have already been moved');
    else print(`${countOf(moved, 'release')} ${moved === 1 ? 'was' : 'were'} moved`);
    print('set RELEASE_STORE=database for every process of the site; this RELEASES_DIR is a copy from now on');
  } finally {
    await database.destroy();
  }
};

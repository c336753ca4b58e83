import { ensureSigningKey, isSigningKey, main as releaseCommand } from '@site/releases';
import type { CommandContext } from './commands/command.ts';
import { migrateSite } from './commands/migrate.command.ts';
import { withReleases } from './commands/open-releases.ts';
import { startServer, type RunningServer } from './start-server.ts';

/**
 * Brings the tables up to date, releases the front ends in this folder, and starts the server. Releases that were rolled back
 * stay rolled back. Without RELEASE_SIGNING_KEY it generates a key in the data folder; with only the public half nothing is
 * released.
 * @param which `--keep-rollbacks` if they have just been built; `--only-new` if this may be a restart: then releases that were
 * replaced stay replaced (decision 0119)
 * @throws Error whose message tells the operator what is wrong and what to do
 */
export async function serveHere(
  env: CommandContext['env'],
  print: CommandContext['print'],
  which: '--only-new' | '--keep-rollbacks',
): Promise<RunningServer> {
  const key = env['RELEASE_SIGNING_KEY'] || ensureSigningKey(env['DATA_DIR'] || 'var/data');
  const settings = { ...env, RELEASE_SIGNING_KEY: key };
  await migrateSite(settings);
  if (isSigningKey(key)) {
    print('• Releasing the front ends in this folder');
    const release = (): Promise<number> => releaseCommand(['release', '--all', which], settings);
    if ((await withReleases({ env: settings, print }, release)) !== 0)
      throw new Error('Releasing failed; the lines above say why.');
  }
  return startServer(settings);
}

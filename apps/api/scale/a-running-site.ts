import { join } from 'node:path';
import { publicHalf } from '@site/releases';
import { migrateSite } from '../src/commands/migrate.command.ts';
import { main } from '../src/commands/site-command.ts';
import { loadConfig } from '../src/config/config.ts';
import { databaseOptions, openDatabase } from '../src/database/open-database.ts';
import { BucketUploads, releaseBucket } from '../src/releases/release-bucket.ts';
import { SettingEntity } from '../src/secrets/setting.entity.ts';
import { anEnvironment, TEST_SIGNING_KEY } from '../src/test-support/a-config.ts';
import { aStorage } from '../src/test-support/a-database.ts';
import { closeAtEnd } from '../src/test-support/left-open.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import type { TeamSite } from '../src/test-support/a-team-site.ts';
import { startProcess, stop, type ServerProcess } from '../src/test-support/server-process.ts';

/** Processes with releases in PostgreSQL and a bucket, and the public half of the owner's key. @param serverKey their own key */
export async function aRunningSite(serverKey: string): Promise<TeamSite> {
  const storage = await aStorage();
  const env = anEnvironment(storage.folder, { ...storage.variables, LOG_LEVEL: 'warn', USDA_SOURCE: 'sample' });
  await aReleaseFolder(env['RELEASES_DIR'] ?? '', TEST_SIGNING_KEY);
  await migrateSite(env);
  expect(await main(['move-releases'], env, { print: () => undefined })).toBe(0);
  Object.assign(env, { RELEASE_STORE: 'database', RELEASE_SIGNING_KEY: publicHalf(TEST_SIGNING_KEY) });
  const config = loadConfig(env);
  if (!config.objectStore) throw new Error('the test has no bucket');
  const database = await openDatabase(databaseOptions(config));
  await database.getRepository(SettingEntity).insert({ name: 'release key', value: serverKey });
  await database.destroy();
  const running: ServerProcess[] = [];
  const start = async () => {
    const releasesDir = join(storage.folder, `copy-${running.length + 1}`);
    const replica = await startProcess({ ...env, RELEASES_DIR: releasesDir });
    running.push(replica);
    return { url: replica.url, releasesDir };
  };
  const first = await start();
  return {
    ...first,
    uploads: new BucketUploads(releaseBucket(config.objectStore)),
    another: start,
    close: closeAtEnd(async () => {
      expect(await Promise.all(running.map(stop))).toEqual(running.map(() => 0));
      await storage.remove();
    }),
  };
}

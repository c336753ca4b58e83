import { loadConfig } from '../config/config.ts';
import { aFolder } from '../test-support/a-config.ts';
import { FolderPlace } from './backup-place.ts';
import { openReleasePlace } from './release-place.ts';

test('lists the files of a release that is published while they are being listed, once its registry has been read', async () => {
  const folder = await aFolder();
  const files = new FolderPlace(folder.path);
  const publish = async (serial: number): Promise<void> => {
    await files.put(`r/eggs/release-${serial}/release.json`, Buffer.from('{}'));
    await files.put(`registry/${serial}.json`, Buffer.from('{}'));
    await files.put('registry/current', Buffer.from('{}'));
  };
  await publish(1);
  const paths: string[] = [];
  const place = openReleasePlace(loadConfig({ RELEASE_SIGNING_KEY: 'not used here', RELEASES_DIR: folder.path }));
  for await (const path of place.paths()) {
    // Published before the reader reads the registry that it has just been given.
    if (paths.length < 2) await publish(paths.length + 2);
    paths.push(path);
  }
  expect(paths[0]).toBe('registry/current');
  expect(paths).toEqual(expect.arrayContaining(['r/eggs/release-2/release.json', 'registry/2.json']));
  expect(new Set(paths).size).toBe(paths.length);
  await folder.remove();
});

test.each(['%2e%2e/%2e%2e/others/key', 'eggs/1.0.0?acl', 'eggs/1.0.0#'])(
  'refuses to store %s in the bucket, because it would address another object',
  async (path) => {
    const place = openReleasePlace(
      loadConfig({
        RELEASE_SIGNING_KEY: 'not used here',
        RELEASE_STORE: 'database',
        DATABASE_URL: 'postgres://site@127.0.0.1/site',
        // Nothing listens there.
        S3_ENDPOINT: 'http://127.0.0.1:9',
        S3_BUCKET: 'releases',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
      }),
    );
    await expect(place.put(path, Buffer.from('x'))).rejects.toThrow(`${JSON.stringify(path)}, which is not a release`);
  },
);

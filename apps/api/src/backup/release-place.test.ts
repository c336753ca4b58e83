import { loadConfig } from '../config/config.ts';
import { openReleasePlace } from './release-place.ts';

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

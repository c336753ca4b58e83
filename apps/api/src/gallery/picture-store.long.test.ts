import { buffer } from 'node:stream/consumers';
import { aFaultUpstream, hangs, hangsInBody } from '../test-support/a-fault-upstream.ts';
import { collectGarbage } from '../test-support/collect-garbage.ts';
import { pictureKeys } from './picture-store.ts';
import { S3Store } from './s3-store.ts';

const id = (digit: string): string => digit.repeat(32);

describe('an object store that fails', () => {
  const config = { bucket: 'pictures', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };

  test.each([
    ['before', hangs],
    ['in the middle of', hangsInBody],
  ])('hangs %s its response: STORE_UNAVAILABLE after ten seconds', async (_where, answer) => {
    const upstream = await aFaultUpstream(answer);
    const store = new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin });
    // A deadline must survive garbage collection.
    const garbage = setInterval(collectGarbage, 500);
    try {
      const read = async () => {
        const opened = await store.open(pictureKeys(id('a')).image);
        return opened && buffer(opened.content);
      };
      const failed = { code: 'STORE_UNAVAILABLE' };
      await Promise.all([
        expect(store.get(pictureKeys(id('a')).image)).rejects.toMatchObject(failed),
        expect(read()).rejects.toMatchObject(failed),
      ]);
    } finally {
      clearInterval(garbage);
      await upstream.close();
    }
  });
});

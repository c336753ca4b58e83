import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../config/config.ts';
import { anEnvironment } from '../test-support/a-config.ts';
import { aStorage, type TestStorage } from '../test-support/a-database.ts';
import { aFaultUpstream, breaksOffInBody, hangs, hangsInBody, resets, sends } from '../test-support/a-fault-upstream.ts';
import { collectGarbage } from '../test-support/collect-garbage.ts';
import { DiskStore } from './disk-store.ts';
import { openPictureStore } from './open-picture-store.ts';
import { checkKey, idOfKey, pictureKeys, type PictureStore } from './picture-store.ts';
import { S3Store } from './s3-store.ts';

const id = (digit: string): string => digit.repeat(32);

/** Runs on the disk, and by `npm run test:scale` on an S3-compatible server. */
describe('a store of pictures', () => {
  let storage: TestStorage;
  let store: PictureStore;

  beforeEach(async () => {
    storage = await aStorage();
    store = openPictureStore(loadConfig(anEnvironment(storage.folder, storage.variables)));
    await store.prepare();
    for await (const { key } of store.list()) await store.remove(key);
  });
  afterEach(() => storage.remove());

  const keysIn = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of store.list()) keys.push(key);
    return keys.sort();
  };

  test('gives back the bytes it took, and null for what it never had', async () => {
    const { image } = pictureKeys(id('a'));
    const content = Buffer.from(Array.from({ length: 4_096 }, (_, index) => index % 251));
    await store.put(image, content);
    expect(await store.get(image)).toEqual(content);
    expect(await store.get(pictureKeys(`aa${'b'.repeat(30)}`).image)).toBeNull();
  });

  test('lists what it has, with the time', async () => {
    const { image, thumbnailWebp, thumbnailJpeg } = pictureKeys(id('a'));
    for (const key of [image, thumbnailWebp, thumbnailJpeg]) await store.put(key, Buffer.from(key));
    expect(await keysIn()).toEqual([image, thumbnailJpeg, thumbnailWebp].sort());
    for await (const { modifiedAt } of store.list()) expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  test('removes a file once and does not mind the second time', async () => {
    const { image } = pictureKeys(id('c'));
    await store.put(image, Buffer.from('x'));
    await store.remove(image);
    await store.remove(image);
    expect(await store.get(image)).toBeNull();
  });

  test('takes a file out of service by quarantine', async () => {
    const { image } = pictureKeys(id('d'));
    await store.put(image, Buffer.from('x'));
    await store.quarantine(image);
    expect([await store.get(image), await keysIn()]).toEqual([null, []]);
  });

  test.each(['../site.sqlite', 'aa/../../x.jpg', '/etc/passwd', 'aa/x.svg', 'aa\\x.jpg', 'AA/x.jpg', 'aa/x.jpg\0', ''])(
    'refuses the key %j',
    async (key) => {
      expect(() => checkKey(key)).toThrow('not a key');
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a key');
      await expect(store.get(key)).rejects.toThrow('not a key');
    },
  );
});

test('a key names its picture', () => {
  expect(Object.values(pictureKeys(id('e'))).map(idOfKey)).toEqual(Array(3).fill(id('e')));
});

test('a write to the disk that fails leaves nothing half done', async () => {
  const storage = await aStorage();
  const { image } = pictureKeys(id('f'));
  await mkdir(storage.folder, { recursive: true });
  // A file stands where the folder of the key should be.
  await writeFile(join(storage.folder, 'ff'), '');
  await expect(new DiskStore(storage.folder).put(image, Buffer.from('x'))).rejects.toThrow();
  expect((await readdir(storage.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  await storage.remove();
});

const listed = async (store: PictureStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
};

describe('a disk', () => {
  let storage: TestStorage;
  let root: string;
  let store: DiskStore;
  const { image } = pictureKeys(id('a'));
  beforeEach(async () => {
    storage = await aStorage();
    root = join(storage.folder, 'pictures');
    store = new DiskStore(root);
    await store.put(image, Buffer.from('x'));
  });
  afterEach(() => storage.remove());

  test('that is away has lost nothing: STORE_UNAVAILABLE', async () => {
    const away = { code: 'STORE_UNAVAILABLE' };
    await rename(root, `${root}-away`);
    await expect(listed(store)).rejects.toMatchObject(away);
    await expect(store.removeUnfinished(new Date())).rejects.toMatchObject(away);
    await expect(store.get(image)).rejects.toMatchObject(away);
    // The place where it was mounted is there, and empty.
    await mkdir(root);
    await expect(store.get(image)).rejects.toMatchObject(away);
    await rm(root, { recursive: true });
    await rename(`${root}-away`, root);
    expect([await listed(store), String(await store.get(image))]).toEqual([[image], 'x']);
  });

  test('has files that are none of ours, which are not listed', async () => {
    for (const name of ['.DS_Store', '.nfs0000000001', 'aaa.jpg.bak']) await writeFile(join(root, 'aa', name), '');
    expect(await listed(store)).toEqual([image]);
  });
});

describe('an object store that fails', () => {
  const config = { bucket: 'pictures', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  test.each([
    ['answers 500', sends(500, '')],
    ['answers 403', sends(403, '')],
    ['resets the connection', resets],
    ['takes the bytes and does not have them', sends(200, '')],
  ])('%s: STORE_UNAVAILABLE, so that nothing is acknowledged', async (_what, answer) => {
    const upstream = await aFaultUpstream(answer);
    const store = new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin });
    await expect(store.put(pictureKeys(id('a')).image, Buffer.from('x'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await upstream.close();
  });

  const code = (name: string) => `<?xml version="1.0"?><Error><Code>${name}</Code><Message>no</Message></Error>`;

  test.each([
    ['the bucket', code('NoSuchBucket')],
    ['a page of somebody else', '<html>Not Found</html>'],
    ['no word', ''],
  ])('does not have %s: STORE_UNAVAILABLE, no picture is lost', async (_what, body) => {
    const upstream = await aFaultUpstream(sends(404, body));
    const store = new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin });
    await expect(store.get(pictureKeys(id('a')).image)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(store.remove(pictureKeys(id('a')).image)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await upstream.close();
  });

  test('does not have the object, and says so: it is gone', async () => {
    const upstream = await aFaultUpstream(sends(404, code('NoSuchKey')));
    const store = new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin });
    expect(await store.get(pictureKeys(id('a')).image)).toBeNull();
    await store.remove(pictureKeys(id('a')).image);
    await upstream.close();
  });

  test('has objects that are none of ours, which are not listed', async () => {
    const { image } = pictureKeys(id('a'));
    const object = (key: string) => `<Contents><Key>${key}</Key><LastModified>2026-11-20T00:00:00.000Z</LastModified></Contents>`;
    const xml = `<ListBucketResult>${['pictures/', `pictures/${image}`, 'pictures/aa/'].map(object).join('')}</ListBucketResult>`;
    const upstream = await aFaultUpstream(sends(200, xml));
    expect(await listed(new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin }))).toEqual([image]);
    await upstream.close();
  });

  test('breaks off in the middle of an answer: STORE_UNAVAILABLE', async () => {
    const upstream = await aFaultUpstream(breaksOffInBody);
    const store = new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin });
    await expect(store.get(pictureKeys(id('a')).image)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await upstream.close();
  });

  test.each([
    ['before', hangs],
    ['in the middle of', hangsInBody],
  ])('hangs %s its answer: STORE_UNAVAILABLE after ten seconds', async (_where, answer) => {
    const upstream = await aFaultUpstream(answer);
    const store = new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin });
    // A deadline that the garbage collector takes away is none.
    const garbage = setInterval(collectGarbage, 500);
    try {
      await expect(store.get(pictureKeys(id('a')).image)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    } finally {
      clearInterval(garbage);
      await upstream.close();
    }
  });
});

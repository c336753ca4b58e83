import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { loadConfig } from '../config/config.ts';
import { anEnvironment } from '../test-support/a-config.ts';
import { aStorage, type TestStorage } from '../test-support/a-database.ts';
import { aFaultUpstream, breaksOffInBody, resets, sends } from '../test-support/a-fault-upstream.ts';
import { DiskStore } from './disk-store.ts';
import { openPictureStore } from './open-picture-store.ts';
import { checkKey, idOfKey, pictureKeys, type PictureStore } from './picture-store.ts';
import { S3Store } from './s3-store.ts';

const id = (digit: string): string => digit.repeat(32);

/** Runs on disk, and with `npm run test:scale` on an S3-compatible server. */
describe('a picture store', () => {
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

  test('returns stored bytes, and null for unknown keys', async () => {
    const { image } = pictureKeys(id('a'));
    const content = Buffer.from(Array.from({ length: 4_096 }, (_, index) => index % 251));
    await store.put(image, content);
    expect(await store.get(image)).toEqual(content);
    const opened = await store.open(image);
    expect([opened?.bytes, opened && (await buffer(opened.content))]).toEqual([content.length, content]);
    const unknown = pictureKeys(`aa${'b'.repeat(30)}`).image;
    expect([await store.get(unknown), await store.open(unknown)]).toEqual([null, null]);
  });

  test('lists its files with their times', async () => {
    const { image, thumbnailWebp, thumbnailJpeg } = pictureKeys(id('a'));
    for (const key of [image, thumbnailWebp, thumbnailJpeg]) await store.put(key, Buffer.from(key));
    expect(await keysIn()).toEqual([image, thumbnailJpeg, thumbnailWebp].sort());
    for await (const { modifiedAt } of store.list()) expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });

  test('removing a file twice succeeds', async () => {
    const { image } = pictureKeys(id('c'));
    await store.put(image, Buffer.from('x'));
    await store.remove(image);
    await store.remove(image);
    expect(await store.get(image)).toBeNull();
  });

  test('quarantine takes a file out of service', async () => {
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
      await expect(store.open(key)).rejects.toThrow('not a key');
    },
  );
});

test('a picture’s id can be derived from a key', () => {
  expect(Object.values(pictureKeys(id('e'))).map(idOfKey)).toEqual(Array(3).fill(id('e')));
});

test('a failed write to disk leaves nothing partially written', async () => {
  const storage = await aStorage();
  const { image } = pictureKeys(id('f'));
  await mkdir(storage.folder, { recursive: true });
  // There is a file where the key's folder should be.
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

  test('that is unmounted has lost nothing: STORE_UNAVAILABLE', async () => {
    const away = { code: 'STORE_UNAVAILABLE' };
    await rename(root, `${root}-away`);
    await expect(listed(store)).rejects.toMatchObject(away);
    await expect(store.removeUnfinished(new Date())).rejects.toMatchObject(away);
    await expect(store.get(image)).rejects.toMatchObject(away);
    // The mount point exists, and is empty.
    await mkdir(root);
    await expect(store.get(image)).rejects.toMatchObject(away);
    await expect(store.open(image)).rejects.toMatchObject(away);
    await rm(root, { recursive: true });
    await rename(`${root}-away`, root);
    expect([await listed(store), String(await store.get(image))]).toEqual([[image], 'x']);
  });

  test('does not list foreign files', async () => {
    for (const name of ['.DS_Store', '.nfs0000000001', 'aaa.jpg.bak']) await writeFile(join(root, 'aa', name), '');
    expect(await listed(store)).toEqual([image]);
  });
});

describe('an object store that fails', () => {
  const config = { bucket: 'pictures', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  test.each([
    ['responds with 500', sends(500, '')],
    ['responds with 403', sends(403, '')],
    ['resets the connection', resets],
    ['accepts the bytes and then does not have them', sends(200, '')],
  ])('%s: STORE_UNAVAILABLE, so that nothing is acknowledged', async (_what, answer) => {
    const upstream = await aFaultUpstream(answer);
    const store = new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin });
    await expect(store.put(pictureKeys(id('a')).image, Buffer.from('x'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await upstream.close();
  });

  const code = (name: string) => `<?xml version="1.0"?><Error><Code>${name}</Code><Message>no</Message></Error>`;

  test.each([
    ['for a missing bucket', code('NoSuchBucket')],
    ['with the page of another server', '<html>Not Found</html>'],
    ['without a body', ''],
  ])('responds with 404 %s: STORE_UNAVAILABLE, no picture is lost', async (_what, body) => {
    const upstream = await aFaultUpstream(sends(404, body));
    const store = new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin });
    await expect(store.get(pictureKeys(id('a')).image)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(store.remove(pictureKeys(id('a')).image)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await upstream.close();
  });

  test('reports that the object does not exist: null', async () => {
    const upstream = await aFaultUpstream(sends(404, code('NoSuchKey')));
    const store = new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin });
    expect([await store.get(pictureKeys(id('a')).image), await store.open(pictureKeys(id('a')).image)]).toEqual([null, null]);
    await store.remove(pictureKeys(id('a')).image);
    await upstream.close();
  });

  test('does not list foreign objects', async () => {
    const { image } = pictureKeys(id('a'));
    const object = (key: string) => `<Contents><Key>${key}</Key><LastModified>2026-11-20T00:00:00.000Z</LastModified></Contents>`;
    const xml = `<ListBucketResult>${['pictures/', `pictures/${image}`, 'pictures/aa/'].map(object).join('')}</ListBucketResult>`;
    const upstream = await aFaultUpstream(sends(200, xml));
    expect(await listed(new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin }))).toEqual([image]);
    await upstream.close();
  });

  test('breaks off in the middle of a response: STORE_UNAVAILABLE', async () => {
    const upstream = await aFaultUpstream(breaksOffInBody);
    const store = new S3Store({ ...config, endpoint: new URL(upstream.baseUrl).origin });
    await expect(store.get(pictureKeys(id('a')).image)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const opened = await store.open(pictureKeys(id('a')).image);
    expect(opened?.bytes).toBe(1_000);
    await expect(opened && buffer(opened.content)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await upstream.close();
  });
});

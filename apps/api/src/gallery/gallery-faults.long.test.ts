import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseNewSubmission, parseSubmissions, type NewSubmission } from '@site/contracts';
import { DataSource, QueryFailedError } from 'typeorm';
import { Clock } from '../clock.ts';
import { LeaseRepository } from '../database/lease.repository.ts';
import { sqliteOptions } from '../database/open-database.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { GalleryError } from './gallery.errors.ts';
import { GalleryMaintenance } from './gallery-maintenance.ts';
import { GalleryService } from './gallery.service.ts';
import { PICTURE_STORE, pictureKeys, type PictureStore } from './picture-store.ts';
import { SubmissionEntity } from './submission.entity.ts';
import { SubmissionRepository } from './submission.repository.ts';

const ROUTE = '/api/kaleidoscope-submissions';
const aBody = async (seed: number) => ({ body: { imageData: dataUrl(await aPicture(seed)), flowerCount: 1 } });

test('"DB locked > 5 s": 503 busy with Retry-After, nothing partially stored, and 201 once it is free again', async () => {
  const api = await anApi();
  const other = await new DataSource({ ...sqliteOptions(join(api.folder, 'data')), entities: [] }).initialize();
  await other.query('BEGIN EXCLUSIVE');
  const locked = await upload(api.url, await aBody(1));
  expect([locked.status, locked.headers.get('Retry-After'), await locked.json()]).toMatchObject([503, '2', { code: 'busy' }]);
  await other.query('COMMIT');
  await other.destroy();
  expect((await upload(api.url, await aBody(1))).status).toBe(201);
  await api.close();
});

test('"clock jump back": the list stays in order of arrival', async () => {
  let now = Date.parse('2026-09-18T15:00:00.000Z');
  const api = await anApi({}, [{ provide: Clock, value: { now: () => new Date(now) } }]);
  const first = parseNewSubmission(await (await upload(api.url, await aBody(1))).json());
  now -= 3_600_000;
  const second = parseNewSubmission(await (await upload(api.url, await aBody(2))).json());
  const list = parseSubmissions(await (await fetch(api.url + ROUTE)).json());
  expect(list.map((picture) => picture.id)).toEqual([second.id, first.id]);
  await api.close();
});

test.each([
  ['read-only disk', 'STORE_UNAVAILABLE', 503, 'store_unavailable'],
  ['disk full', 'STORAGE_FULL', 507, 'storage_full'],
  ['S3 500/slow', 'STORE_UNAVAILABLE', 503, 'store_unavailable'],
] as const)('"%s": nothing is acknowledged, no row is left', async (_what, thrown, status, code) => {
  const api = await anApi();
  const store = api.get<PictureStore>(PICTURE_STORE);
  let puts = 0;
  const { put } = store;
  // The third file of the picture fails: two have been written.
  store.put = (...args) => {
    puts += 1;
    return puts === 3 ? Promise.reject(new GalleryError(thrown, 'simulated by the test')) : put.apply(store, args);
  };
  const response = await upload(api.url, await aBody(1));
  expect([response.status, await response.json()]).toMatchObject([status, { code }]);
  const left: string[] = [];
  for await (const { key } of store.list()) left.push(key);
  expect([left, parseSubmissions(await (await fetch(api.url + ROUTE)).json())]).toEqual([[], []]);
  store.put = put;
  expect((await upload(api.url, await aBody(1))).status).toBe(201);
  await api.close();
});

/** Picture files on disk. */
async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(join(folder, 'data/pictures'), { recursive: true }))
    .filter((name) => /\.(?:jpg|webp)$/.test(name))
    .sort();
}

test('requests with the same key store one picture even without a lease, and all get its id', async () => {
  const lease = { release: () => Promise.reject(new Error('the database is down')) };
  const api = await anApi({}, [{ provide: LeaseRepository, value: { acquire: () => Promise.resolve(lease) } }]);
  const sent = { ...(await aBody(1)), headers: { 'Idempotency-Key': 'one-key-for-all' } };
  const answers = await Promise.all([1, 2, 3, 4].map(() => upload(api.url, sent)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
  const ids = await Promise.all(answers.map(async (answer) => parseNewSubmission(await answer.json()).id));
  expect(new Set(ids).size).toBe(1);
  // The losing request leaves nothing behind.
  expect(await filesOf(api.folder)).toHaveLength(3);
  await api.close();
});

test.each(['SQLITE_IOERR', '40003'])(
  'a row whose commit is in doubt (%s): 503, its files stay, and a retry stores it',
  async (code) => {
    const api = await anApi();
    const submissions = api.get(SubmissionRepository);
    const { add } = submissions;
    submissions.add = () => {
      submissions.add = add;
      return Promise.reject(new QueryFailedError('INSERT', [], Object.assign(new Error('in doubt'), { code })));
    };
    const answer = await upload(api.url, await aBody(1));
    expect([answer.status, answer.headers.get('Retry-After'), await answer.json()]).toMatchObject([503, '2', { code: 'busy' }]);
    // The outcome is unknown: the row may still appear.
    expect(await filesOf(api.folder)).toHaveLength(3);
    expect((await upload(api.url, await aBody(1))).status).toBe(201);
    await api.close();
  },
);

describe('a picture that was stored and is sent again', () => {
  let api: TestApi;
  let store: PictureStore;
  let sent: { body: object; headers: Record<string, string> };
  let first: NewSubmission;
  beforeEach(async () => {
    api = await anApi();
    store = api.get<PictureStore>(PICTURE_STORE);
    sent = { ...(await aBody(1)), headers: { 'Idempotency-Key': 'sent-once-more' } };
    first = parseNewSubmission(await (await upload(api.url, sent)).json());
  });
  afterEach(() => api.close());

  const statusOf = async (path: string, accept = '*/*') => (await fetch(api.url + path, { headers: { Accept: accept } })).status;
  const listed = async () => parseSubmissions(await (await fetch(api.url + ROUTE)).json()).map(({ id }) => id);
  const pathOf = (key: string) => join(api.folder, 'data/pictures', key);
  async function expectShown(): Promise<void> {
    expect(await listed()).toEqual([first.id]);
    expect(await statusOf(first.imageUrl)).toBe(200);
    for (const accept of ['image/webp', 'image/jpeg']) expect(await statusOf(first.thumbnailUrl, accept)).toBe(200);
  }

  test('is restored if its bytes have changed', async () => {
    await writeFile(pathOf(pictureKeys(first.id).image), 'not what was stored');
    expect((await api.get(GalleryMaintenance).scrub()).damaged).toEqual([first.id]);
    expect(await statusOf(first.imageUrl)).toBe(404);
    const again = await upload(api.url, sent);
    expect([again.status, await again.json()]).toMatchObject([200, { id: first.id, status: 'listed' }]);
    await expectShown();
    expect((await api.get(GalleryMaintenance).scrub()).damaged).toEqual([]);
  });

  test.each(['thumbnailWebp', 'thumbnailJpeg'] as const)('is complete again if its %s was lost', async (name) => {
    await rm(pathOf(pictureKeys(first.id)[name]));
    expect((await upload(api.url, sent)).status).toBe(200);
    await expectShown();
  });

  test('is listed if its files came back by themselves', async () => {
    await api.get(SubmissionRepository).setStatus(first.id, 'missing', ['listed']);
    expect((await upload(api.url, sent)).status).toBe(200);
    await expectShown();
  });

  test('is restored even if the current encoder produces different bytes', async () => {
    await api
      .get(DataSource)
      .getRepository(SubmissionEntity)
      .update({ id: first.id }, { imageHash: 'f'.repeat(64) });
    expect((await upload(api.url, sent)).status).toBe(200);
    await expectShown();
    expect((await api.get(GalleryMaintenance).scrub()).damaged).toEqual([]);
  });

  test('is not reported as listed while it is missing and the store is unreachable', async () => {
    const { get } = store;
    store.get = () => Promise.reject(new GalleryError('STORE_UNAVAILABLE', 'simulated by the test'));
    expect((await upload(api.url, sent)).status).toBe(200);
    await api.get(SubmissionRepository).setStatus(first.id, 'missing', ['listed']);
    expect((await upload(api.url, sent)).status).toBe(503);
    store.get = get;
  });

  test('keeps its correct files if another one cannot be written', async () => {
    const { image, thumbnailWebp, thumbnailJpeg } = pictureKeys(first.id);
    await rm(pathOf(image));
    const { put } = store;
    store.put = () => Promise.reject(new GalleryError('STORE_UNAVAILABLE', 'simulated by the test'));
    expect((await upload(api.url, sent)).status).toBe(503);
    store.put = put;
    expect(await filesOf(api.folder)).toEqual([thumbnailJpeg, thumbnailWebp]);
  });

  test('is not reported as stored if it was deleted while being restored, and leaves no files', async () => {
    await rm(pathOf(pictureKeys(first.id).image));
    const { put } = store;
    store.put = async (...args) => {
      store.put = put;
      await api.get(GalleryService).remove(first.id);
      return put.apply(store, args);
    };
    const again = await upload(api.url, sent);
    expect([again.status, await again.json()]).toMatchObject([410, { code: 'picture_deleted' }]);
    expect(await filesOf(api.folder)).toEqual([]);
    expect((await upload(api.url, sent)).status).toBe(410);
  });

  test('waits for the owner if it was hidden in the meantime, and keeps its files', async () => {
    await rm(pathOf(pictureKeys(first.id).image));
    const { put } = store;
    store.put = async (...args) => {
      store.put = put;
      await api.get(SubmissionRepository).setStatus(first.id, 'hidden', ['listed']);
      return put.apply(store, args);
    };
    expect(await (await upload(api.url, sent)).json()).toMatchObject({ status: 'held' });
    expect([await listed(), (await filesOf(api.folder)).length]).toEqual([[], 3]);
  });
});

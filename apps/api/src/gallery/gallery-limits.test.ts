import { Clock } from '../clock.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi } from '../test-support/an-api.ts';
import { GalleryError } from './gallery.errors.ts';
import { PICTURE_STORE, type PictureStore } from './picture-store.ts';

let seed = 5_000;
const fresh = () => aPicture(seed++);
const body = (imageData: unknown) => ({ imageData, flowerCount: 12 });

const NOW = new Date();
/** The minute in which uploads are counted does not end. */
const anApiInOneMinute = (variables: Readonly<Record<string, string>>) =>
  anApi(variables, [{ provide: Clock, value: { now: () => NOW } }]);

test('"> 10/min per visitor": 429 with Retry-After; a retry of a stored picture is not counted', async () => {
  const api = await anApiInOneMinute({ TRUST_PROXY: '127.0.0.1' });
  const headers = { 'X-Forwarded-For': '203.0.113.9' };
  const first = body(dataUrl(await fresh()));
  expect((await upload(api.url, { body: first, headers })).status).toBe(201);
  for (let round = 0; round < 3; round += 1) expect((await upload(api.url, { body: first, headers })).status).toBe(200);
  for (let round = 0; round < 9; round += 1)
    expect((await upload(api.url, { body: body(dataUrl(await fresh())), headers })).status).toBe(201);
  const refused = await upload(api.url, { body: body(dataUrl(await fresh())), headers });
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate_limited' }]);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(
    (await upload(api.url, { body: body(dataUrl(await fresh())), headers: { 'X-Forwarded-For': '203.0.113.10' } })).status,
  ).toBe(201);
  await api.close();
});

test('an upload that is to be sent again is not counted, twice for each upload allowed', async () => {
  const api = await anApiInOneMinute({ GALLERY_UPLOADS_PER_MINUTE: '1' });
  const store = api.get<PictureStore>(PICTURE_STORE);
  const { put } = store;
  const sent = body(dataUrl(await fresh()));
  const statusOf = async (picture: unknown) => (await upload(api.url, { body: picture })).status;
  store.put = () => Promise.reject(new GalleryError('STORE_UNAVAILABLE', 'simulated by the test'));
  expect([await statusOf(sent), await statusOf(sent)]).toEqual([503, 503]);
  store.put = put;
  expect([await statusOf(sent), await statusOf(body(dataUrl(await fresh())))]).toEqual([201, 429]);
  await api.close();
});

test('a client that causes such responses on purpose is stopped by the limit', async () => {
  const api = await anApiInOneMinute({ GALLERY_UPLOADS_PER_MINUTE: '1' });
  api.get<PictureStore>(PICTURE_STORE).put = () => Promise.reject(new GalleryError('STORE_UNAVAILABLE', 'simulated by the test'));
  const statuses: number[] = [];
  for (let round = 0; round < 5; round += 1)
    statuses.push((await upload(api.url, { body: body(dataUrl(await fresh())) })).status);
  expect(statuses).toEqual([503, 503, 503, 429, 429]);
  await api.close();
});

test('all /64s of a /56 together may upload four times as much as one, and their neighbors are not affected', async () => {
  const api = await anApiInOneMinute({ GALLERY_UPLOADS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' });
  const statusFrom = async (address: string) =>
    (await upload(api.url, { body: body(dataUrl(await fresh())), headers: { 'X-Forwarded-For': address } })).status;
  const statuses: number[] = [];
  for (let subnet = 0; subnet < 5; subnet += 1) statuses.push(await statusFrom(`2001:db8:1:a${subnet}::1`));
  expect([statuses, await statusFrom('2001:db8:1:1a0::1')]).toEqual([[201, 201, 201, 201, 429], 201]);
  await api.close();
});

test('"X-Forwarded-For forged": ignored unless the peer is in TRUST_PROXY', async () => {
  const api = await anApiInOneMinute({ GALLERY_UPLOADS_PER_MINUTE: '1' });
  const send = async (from: string) =>
    upload(api.url, { body: body(dataUrl(await fresh())), headers: { 'X-Forwarded-For': from } });
  expect([(await send('203.0.113.1')).status, (await send('203.0.113.2')).status]).toEqual([201, 429]);
  await api.close();
});

test('"gallery quota": 507 storage_full while reads continue', async () => {
  const api = await anApi({ GALLERY_MAX_PICTURES: '2' });
  for (const status of [201, 201, 507])
    expect((await upload(api.url, { body: body(dataUrl(await fresh())) })).status).toBe(status);
  expect((await (await fetch(`${api.url}/api/kaleidoscope-submissions`)).json()) as unknown[]).toHaveLength(2);
  await api.close();
});

test('"free disk < 500 MB": 507 storage_full', async () => {
  // Always on disk: a bucket has no free-space limit.
  const noBucket = { S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' };
  const api = await anApi({ ...noBucket, GALLERY_MIN_FREE_BYTES: '900000000000000' });
  const response = await upload(api.url, { body: body(dataUrl(await fresh())) });
  expect([response.status, await response.json()]).toMatchObject([507, { code: 'storage_full' }]);
  await api.close();
});

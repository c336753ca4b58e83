import { parseGalleryStatistics, parseNewSubmission, parseSubmissions, type NewSubmission } from '@site/contracts';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import sharp from 'sharp';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { PICTURE_STORE, pictureKeys, type PictureStore } from './picture-store.ts';
import { SubmissionRepository } from './submission.repository.ts';

/** The picture process only reads JPEG and PNG, so the size of a lossy WebP is parsed by hand. */
const webpSize = (file: Buffer) => ({ width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff });

/** `fetch` would add Cache-Control: no-cache to a conditional request. */
const statusOf = (url: string, headers: Record<string, string>) =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

const ROUTE = '/api/kaleidoscope-submissions';

describe('the gallery', () => {
  let api: TestApi;
  let saved: NewSubmission[];

  beforeAll(async () => {
    api = await anApi({ GALLERY_UPLOADS_PER_MINUTE: '1000', TRUST_PROXY: '127.0.0.1' });
    saved = [];
    for (const [seed, flowerCount, exhibit] of [
      [101, 12, 'optimal'],
      [102, 100, 'hexagon'],
      [103, 12, 'optimal'],
      [104, 80, 'optimal-80'],
      [105, 100, 'squares'],
    ] as const) {
      const response = await upload(api.url, {
        // Only the first is measured; small pictures are cheaper.
        body: { imageData: dataUrl(await aPicture(seed, seed === 101 ? { width: 900, height: 600 } : {})), flowerCount },
        headers: { 'X-Exhibit': exhibit },
      });
      saved.push(parseNewSubmission(await response.json()));
    }
  });
  afterAll(() => api.close());

  const get = (path: string, headers: Record<string, string> = {}) => fetch(api.url + path, { headers });
  const ids = async (query: string) =>
    parseSubmissions(await (await get(`${ROUTE}${query}`)).json()).map((picture) => picture.id);
  const store = () => api.get<PictureStore>(PICTURE_STORE);
  const idsSaved = () => saved.map((picture) => picture.id);

  test('is a bare array, newest first, with the specified fields and no base64', async () => {
    const text = await (await get(ROUTE)).text();
    const list = JSON.parse(text) as Record<string, unknown>[];
    expect(list.map((picture) => picture['id'])).toEqual(idsSaved().toReversed());
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(
      ['createdAt', 'exhibit', 'flowerCount', 'height', 'id', 'imageUrl', 'thumbnailUrl', 'width'].sort(),
    );
    expect(text).not.toContain('base64');
  });

  test('continues with each page’s Link, and new pictures do not shift pages', async () => {
    const seen: string[] = [];
    let path: string | null = `${ROUTE}?limit=2`;
    while (path) {
      const response = await get(path);
      seen.push(...parseSubmissions(await response.json()).map((picture) => picture.id));
      path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('Link') ?? '')?.[1] ?? null;
    }
    expect(seen).toEqual(idsSaved().toReversed());
  });

  test('is filtered by exhibit and by count, across pages too', async () => {
    expect(await ids('?exhibit=optimal')).toEqual([saved[2]?.id, saved[0]?.id]);
    expect(await ids('?flowerCount=100')).toEqual([saved[4]?.id, saved[1]?.id]);
    const first = await get(`${ROUTE}?flowerCount=100&limit=1`);
    const next = /<([^>]+)>/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    expect(parseSubmissions(await (await get(next)).json()).map((picture) => picture.id)).toEqual([saved[1]?.id]);
  });

  test('its first page reflects every change immediately, and is a 304 for a client that has it', async () => {
    const read = async () => {
      const response = await get(ROUTE);
      return { etag: response.headers.get('ETag') ?? '', list: parseSubmissions(await response.json()) };
    };
    const before = await read();
    expect(await statusOf(api.url + ROUTE, { 'If-None-Match': before.etag })).toBe(304);
    const uploaded = await upload(api.url, { body: { imageData: dataUrl(await aPicture(106)), flowerCount: 7 } });
    const added = parseNewSubmission(await uploaded.json());
    const full = await read();
    expect(full.list.map(({ id }) => id)).toEqual([added.id, ...before.list.map(({ id }) => id)]);
    expect(await statusOf(api.url + ROUTE, { 'If-None-Match': before.etag })).toBe(200);
    const submissions = api.get<SubmissionRepository>(SubmissionRepository);
    // In the middle, and by another process, which does not notify this one.
    await submissions.setStatus(saved[2]?.id ?? '', 'hidden', ['listed']);
    expect((await read()).list.map(({ id }) => id)).toEqual(
      [added, saved[4], saved[3], saved[1], saved[0]].map((one) => one?.id),
    );
    await submissions.setStatus(saved[2]?.id ?? '', 'listed', ['hidden']);
    await submissions.setStatus(added.id, 'deleted', ['listed']);
    expect(await read()).toEqual(before);
  });

  test('its first page has a hundred pictures, and links to more only if there are more', async () => {
    const submissions = api.get<SubmissionRepository>(SubmissionRepository);
    const { sequence: _sequence, isReviewed: _isReviewed, ...row } = (await submissions.find(saved[0]?.id ?? ''))!;
    const [added, last] = [Array.from({ length: 95 }, () => randomBytes(16).toString('hex')), randomBytes(16).toString('hex')];
    const look = async () => {
      const response = await get(ROUTE);
      return { shown: parseSubmissions(await response.json()).length, link: response.headers.get('Link') };
    };
    for (const id of added) await submissions.add({ ...row, id, idempotencyKey: null }, () => 'listed', new Date(0));
    expect(await look()).toEqual({ shown: 100, link: null });
    await submissions.add({ ...row, id: last, idempotencyKey: null }, () => 'listed', new Date(0));
    const { shown, link } = await look();
    expect(shown).toBe(100);
    const next = await get(/^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1] ?? '');
    expect(parseSubmissions(await next.json()).map(({ id }) => id)).toEqual([saved[0]?.id]);
    for (const id of [...added, last]) await submissions.setStatus(id, 'deleted', ['listed']);
  });

  test('has totals', async () => {
    const totals = parseGalleryStatistics(await (await get(`${ROUTE}/statistics`)).json());
    expect(totals).toEqual({ pictures: 5, photos: 304, averagePhotos: 60.8 });
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=abc',
    'limit=1e3',
    'limit=-1',
    'cursor=AAAA',
    'cursor=YmVmb3JlIDIxNDc0ODM2NDg',
    // As if another program had written it: with a leading zero.
    'cursor=YmVmb3JlIDAxMg',
    'cursor=!',
    'exhibit=x',
    'flowerCount=0',
    'limit=1&limit=2',
    'limit[$gt]=1',
    'page=2',
  ])('responds to "?%s" with 400 invalid_query', async (query) => {
    const response = await get(`${ROUTE}?${query}`);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_query', details: expect.any(String) }]);
  });

  test('serves the picture as a sandboxed JPEG', async () => {
    const response = await get(saved[0]?.imageUrl ?? '');
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([metadata.format, metadata.width, metadata.height]).toEqual(['jpeg', 900, 600]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="collage-${saved[0]?.id}.jpg"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=300',
    });
  });

  test('serves a thumbnail in a format that the browser accepts', async () => {
    const path = saved[0]?.thumbnailUrl ?? '';
    for (const [accept, type] of [
      ['image/avif,image/webp,*/*', 'image/webp'],
      ['image/png,*/*', 'image/jpeg'],
    ] as const) {
      const response = await get(path, { Accept: accept });
      const file = Buffer.from(await response.arrayBuffer());
      const size = type === 'image/webp' ? webpSize(file) : await sharp(file).metadata();
      expect([response.headers.get('Content-Type'), size.width, size.height]).toEqual([type, 480, 320]);
      expect(response.headers.get('Vary')).toContain('Accept');
    }
  });

  test('returns 304 to a client that already has the picture', async () => {
    for (const path of [saved[0]?.imageUrl ?? '', saved[0]?.thumbnailUrl ?? '']) {
      const etag = (await get(path, { Accept: 'image/webp' })).headers.get('ETag') ?? '';
      const again = await statusOf(api.url + path, { Accept: 'image/webp', 'If-None-Match': etag });
      expect([etag.length > 10, again]).toEqual([true, 304]);
    }
  });

  test.each(['nothing', '..%2f..%2fsite.sqlite', '%00', '0'.repeat(32)])('returns 404 for the picture "%s"', async (id) => {
    for (const path of [`${ROUTE}/${id}`, `${ROUTE}/${id}/image`, `${ROUTE}/${id}/thumbnail`]) {
      const response = await get(path);
      expect([response.status, await response.json()]).toMatchObject([404, { error: expect.any(String) }]);
    }
  });

  test.each([
    ['PUT', ROUTE, 'GET, HEAD, POST'],
    ['PATCH', `${ROUTE}/x`, 'DELETE, GET, HEAD'],
    ['POST', `${ROUTE}/x/image`, 'GET, HEAD'],
    ['DELETE', `${ROUTE}/x/report`, 'POST'],
  ])('responds to %s %s with 405 and the allowed methods', async (method, path, allowed) => {
    const response = await fetch(api.url + path, { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed]);
  });

  describe('deleting a picture', () => {
    const remove = (id: string, token?: string) =>
      fetch(`${api.url}${ROUTE}/${id}`, { method: 'DELETE', headers: token === undefined ? {} : { 'X-Delete-Token': token } });

    async function aSaved(seed: number): Promise<NewSubmission> {
      const response = await upload(api.url, { body: { imageData: dataUrl(await aPicture(seed)), flowerCount: 1 } });
      return parseNewSubmission(await response.json());
    }

    test('requires the token: 403 without it or with another one', async () => {
      const [mine, other] = [await aSaved(201), await aSaved(202)];
      for (const token of [undefined, '', 'x', other.deleteToken]) {
        const response = await remove(mine.id, token);
        expect([response.status, await response.json()]).toMatchObject([403, { code: 'delete_forbidden' }]);
      }
      await remove(mine.id, mine.deleteToken);
      await remove(other.id, other.deleteToken);
    });

    test('removes row, picture and thumbnails: 204, 204 again, then 410 for its address', async () => {
      const picture = await aSaved(203);
      expect([
        (await remove(picture.id, picture.deleteToken)).status,
        (await remove(picture.id, picture.deleteToken)).status,
      ]).toEqual([204, 204]);
      expect(await ids('')).not.toContain(picture.id);
      for (const path of [picture.imageUrl, picture.thumbnailUrl, `${ROUTE}/${picture.id}`]) {
        const response = await get(path);
        expect([response.status, await response.json()]).toMatchObject([410, { code: 'picture_deleted' }]);
      }
      const files = await Promise.all(Object.values(pictureKeys(picture.id)).map((key) => store().get(key)));
      expect(files).toEqual([null, null, null]);
    });
  });

  describe('reporting a picture', () => {
    const report = (id: string, from: string, reason: unknown = 'not mine') =>
      fetch(`${api.url}${ROUTE}/${id}/report`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
        body: JSON.stringify({ reason }),
      });

    test('hides it after reports from three visitors, not after three reports', async () => {
      const id = saved[1]?.id ?? '';
      for (const from of ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2'])
        expect((await report(id, from)).status).toBe(202);
      expect(await ids('')).toContain(id);
      expect((await report(id, '203.0.113.3')).status).toBe(202);
      expect(await ids('')).not.toContain(id);
      expect((await get(`${ROUTE}/${id}/image`)).status).toBe(404);
    });

    test('counts all networks of one IPv6 customer as one', async () => {
      const id = saved[2]?.id ?? '';
      const ofOne = ['2001:db8:5:1::1', '2001:db8:5:2::1', '2001:db8:5:300::1', '2001:db8:5:ff00::1'];
      for (const from of [...ofOne, '2001:db8:6:1::1']) expect((await report(id, from)).status).toBe(202);
      expect(await ids('')).toContain(id);
      expect((await report(id, '2001:db8:7:1::1')).status).toBe(202);
      expect(await ids('')).not.toContain(id);
      expect(await api.get(SubmissionRepository).restore(id)).toBe(true);
    });

    test('does not hide it again once the owner has restored it', async () => {
      const id = saved[1]?.id ?? '';
      expect(await api.get(SubmissionRepository).restore(id)).toBe(true);
      for (const from of ['203.0.113.4', '203.0.113.5', '203.0.113.6']) await report(id, from);
      expect(await ids('')).toContain(id);
    });

    test.each([
      ['""', ''],
      ['blank', '   '],
      ['too long', 'x'.repeat(501)],
      ['a number', 5],
    ])('needs a reason: %s is 400 invalid_reason', async (_what, reason) => {
      const response = await report(saved[0]?.id ?? '', '203.0.113.7', reason);
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_reason' }]);
    });

    test('is limited to 10 a minute', async () => {
      const once = async () => (await report(saved[0]?.id ?? '', '203.0.113.8')).status;
      // At once, so that on a slow machine too they are in one minute.
      expect(await Promise.all(Array.from({ length: 10 }, once))).toEqual(Array(10).fill(202));
      expect(await once()).toBe(429);
    });
  });

  test('"missing image": the list omits it, and its address is 404', async () => {
    const { id = '', imageUrl = '' } = saved[3] ?? {};
    await store().remove(pictureKeys(id).image);
    const response = await get(imageUrl);
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
    expect(response.headers.get('Content-Disposition')).toBeNull();
    expect(await ids('')).not.toContain(id);
  });
});

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPicture, dataUrl, uploadUntilAnswered } from '../src/test-support/a-picture.ts';
import { aStorage, type TestStorage } from '../src/test-support/a-database.ts';
import { anApi, type TestApi } from '../src/test-support/an-api.ts';
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../src/test-support/a-password.ts';
import { anNginx, type Nginx } from './nginx-example.ts';

/** Announces an upload and sends none of it, so that no connection closed while sending can hide the response. */
async function answerToLength(url: string, bytes: number): Promise<{ status: number | undefined; type: string | undefined }> {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes, Expect: '100-continue' };
  const announced = request(`${url}/api/kaleidoscope-submissions`, { method: 'POST', headers });
  announced.once('continue', () => announced.destroy(new Error('the upload was not rejected by its length')));
  announced.flushHeaders();
  const [response] = (await once(announced, 'response')) as [IncomingMessage];
  announced.destroy();
  return { status: response.statusCode, type: response.headers['content-type'] };
}

describe("Debian's nginx in front of two processes, configured by the example", () => {
  let folder: string;
  let storage: TestStorage;
  let apis: TestApi[];
  let nginx: Nginx;
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-nginx-'));
    nginx = await anNginx(folder);
    url = nginx.url;
    storage = await aStorage();
    const variables = {
      ...storage.variables,
      DATA_DIR: join(storage.folder, 'data'),
      TRUST_PROXY: '127.0.0.1',
      DRAFT_PASSWORD_HASH: TEST_PASSWORD_HASH,
      PUBLIC_ORIGIN: url,
    };
    apis = [await anApi(variables), await anApi(variables)];
    await nginx.start(apis.map((api) => Number(new URL(api.url).port)));
  });
  afterAll(async () => {
    await nginx.stop();
    for (const api of apis) await api.close();
    await storage.remove();
    await rm(folder, { recursive: true, force: true });
  });

  test('caches files of releases, and nothing else', async () => {
    const path = '/r/shell/1.0.0-0123456789ab/entry.js';
    const seen: (string | null)[] = [];
    for (let round = 0; round < 2; round += 1) {
      const response = await fetch(url + path);
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      seen.push(response.headers.get('X-Cache'));
    }
    expect(seen).toEqual(['MISS', 'HIT']);
    expect((await fetch(`${url}/`)).headers.get('X-Cache')).toBeNull();
  });

  test('keeps one copy of a file for each encoding that the site supports, whatever Accept-Encoding a client sends', async () => {
    const seen: (string | null)[] = [];
    const path = '/r/shell/1.0.0-0123456789ab/entry.js';
    const sent = ['br', 'gzip, deflate, br, zstd', 'BR ; q=0.5, made-up', 'identity', 'br;q=0, ongzip', 'gzip;q=0.0, br;q=0'];
    for (const accepted of sent) {
      const response = await fetch(url + path, { headers: { 'Accept-Encoding': accepted } });
      await response.arrayBuffer();
      seen.push(response.headers.get('X-Cache'));
    }
    expect(seen).toEqual(['MISS', 'HIT', 'HIT', 'MISS', 'HIT', 'HIT']);
  });

  test('passes on the security headers of pages', async () => {
    const { headers } = await fetch(`${url}/`);
    for (const name of ['Content-Security-Policy', 'Cross-Origin-Opener-Policy']) expect(headers.get(name)).not.toBeNull();
  });

  test('tells the site the client’s address: a forged X-Forwarded-For gains nothing', async () => {
    const attempt = async (round: number) => {
      const response = await fetch(`${url}/api/verify-password`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${round}` },
        body: JSON.stringify({ password: 'wrong' }),
      });
      return response.status;
    };
    // At once, so that on a slow machine too they are in one minute.
    expect(await Promise.all([0, 1, 2, 3, 4].map(attempt))).toEqual([200, 200, 200, 200, 200]);
    expect(await attempt(5)).toBe(429);
  });

  test('a session works in both processes', async () => {
    // The limit of the test above applies to this address too, so the cookie is requested without nginx.
    const opened = await fetch(`${apis[0]?.url}/api/verify-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.1' },
      body: JSON.stringify({ password: TEST_PASSWORD }),
    });
    const cookie = opened.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(async () => (await fetch(`${url}/api/drafts`, { headers: { Cookie: cookie } })).status),
    );
    expect([opened.status, statuses]).toEqual([200, [200, 200, 200, 200]]);
  });

  test('accepts a picture of several megabytes, and itself rejects one over 17 MB', async () => {
    const large = await aPicture(9, { width: 3_000, height: 2_000 });
    expect((await uploadUntilAnswered(url, { body: { imageData: dataUrl(large), flowerCount: 1 } })).status).toBe(201);
    expect(await answerToLength(url, 18 * 1024 * 1024)).toEqual({ status: 413, type: 'text/html' });
  });
});

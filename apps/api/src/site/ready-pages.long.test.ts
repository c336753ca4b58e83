import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseSigningKey, parseVerifyingKey, signOverride } from '@site/releases';
import { Config } from '../config/config.ts';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { SiteService } from './site.service.ts';

const STABLE = '1.0.0-0123456789ab';

let api: TestApi;
/** Pages that were left to the controller. */
let left = 0;
beforeEach(async () => {
  api = await anApi();
  left = 0;
  const site = api.get(SiteService);
  const page = site.page.bind(site);
  site.page = (...what) => {
    left += 1;
    return page(...what);
  };
});
afterEach(() => api.close());

const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(api.url + path, { method, headers });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
};

test('If-None-Match with several tags gets a 304 if one of them matches; no-cache gets the whole page', async () => {
  const { headers } = await ask('/');
  const etag = `"other", W/${headers['etag']}`;
  const known = await ask('/', { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
  const whole = await ask('/', { 'If-None-Match': etag, 'Cache-Control': 'no-cache' });
  expect([left, known.status, known.text, whole.status]).toEqual([1, 304, '', 200]);
});

test('a request with a body is left to the controller, and its connection is not reused', async () => {
  await ask('/');
  const { port } = new URL(api.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nnot all of it');
  const answer = await text(socket);
  expect([left, answer.slice(0, 15)]).toEqual([2, 'HTTP/1.1 200 OK']);
  expect(answer).toContain('\r\nConnection: close\r\n');
});

test('forged override tokens do not prevent sending the ready page, and use only the budget of the client that the proxy names', async () => {
  const proxied = await anApi({ TRUST_PROXY: '127.0.0.1' });
  const releases = join(proxied.folder, 'releases');
  const seenBy = async (client: string, token: string) => {
    const headers = { Cookie: `override=${token}`, 'X-Forwarded-For': client };
    return (await fetch(proxied.url, { headers })).text();
  };
  await fetch(proxied.url);
  const site = proxied.get(SiteService);
  site.page = () => Promise.reject(new Error('left to the controller'));
  const forged = (n: number) => `${Buffer.from(`forged ${n}`).toString('base64url')}.${'A'.repeat(86)}`;
  for (let n = 0; n < 60; n += 1) expect(await seenBy('203.0.113.1', forged(n))).toContain('<title>');
  const keys = { signing: parseSigningKey(TEST_SIGNING_KEY), verifying: parseVerifyingKey(TEST_SIGNING_KEY) };
  const wanted = { app: 'shell', release: STABLE, expires: Date.now() + 60_000, site: proxied.get(Config).publicOrigin };
  const token = await signOverride(releases, wanted, keys);
  // The first client has no budget left, so its token is ignored; the second one's is left to the controller.
  expect(await seenBy('203.0.113.1', token)).toContain('<title>');
  expect(await seenBy('198.51.100.1', token)).toContain('"code":"internal"');
  await proxied.close();
});

import { join } from 'node:path';
import { parseSigningKey, parseVerifyingKey, signOverride } from '@site/releases';
import { Config } from '../config/config.ts';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { aTriedShell } from '../test-support/a-release-folder.ts';
import { SiteService } from './site.service.ts';

const TRIED = '1.0.0-ba9876543210';

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
const without = (headers: Record<string, string>) =>
  Object.entries(headers).filter(([name]) => !['date', 'x-request-id', 'server-timing'].includes(name));

test('a rendered page is sent again without the controller, with the same headers, and is counted and logged as a page', async () => {
  const [first, second] = [await ask('/'), await ask('/')];
  expect([left, second.status, second.text]).toEqual([1, 200, first.text]);
  expect(without(second.headers)).toEqual(without(first.headers));
  expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  // Without this Cache-Control `fetch` would request the whole page.
  const again = await ask('/', { 'If-None-Match': first.headers['etag'] ?? '', 'Cache-Control': 'max-age=0' });
  const head = await ask('/', {}, 'HEAD');
  expect([left, again.status, again.text, head.status, head.text]).toEqual([1, 304, '', 200, '']);
  const metrics = await ask('/metrics');
  expect(metrics.text).toContain('http_requests_total{method="GET",route="page",status="200"} 2');
  const ids = api.log.filter(({ event, path }) => event === 'request' && path === '/').map(({ requestId }) => requestId);
  expect(ids).toContain(second.headers['x-request-id']);
});

test('unknown pages and addresses with a query are left to the controller', async () => {
  for (const path of ['/', '/nowhere', '/nowhere', '/?a=1']) await ask(path);
  expect(left).toBe(4);
});

test('a visitor with an override gets that release instead of the stable page', async () => {
  await ask('/');
  const releases = join(api.folder, 'releases');
  await aTriedShell(releases, TEST_SIGNING_KEY, TRIED, {});
  const keys = { signing: parseSigningKey(TEST_SIGNING_KEY), verifying: parseVerifyingKey(TEST_SIGNING_KEY) };
  const wanted = { app: 'shell', release: TRIED, expires: Date.now() + 60_000, site: api.get(Config).publicOrigin };
  const Cookie = `override=${await signOverride(releases, wanted, keys)}`;
  expect((await ask('/', { Cookie })).text).toContain(TRIED);
});

test('visitors of a canary get it with the next request after it started', async () => {
  await ask('/');
  await ask('/');
  expect(left).toBe(1);
  await aTriedShell(join(api.folder, 'releases'), TEST_SIGNING_KEY, TRIED, {});
  const tried = await ask('/', { Cookie: 'set=7' });
  expect([left, tried.text.includes(TRIED)]).toEqual([2, true]);
  expect((await ask('/')).headers['set-cookie']).toContain('set=');
});

import { join } from 'node:path';
import { signOverride } from '@site/releases';
import { Config } from '../config/config.ts';
import { TEST_KEYS, TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aPageCounter, type PageCounter } from '../test-support/a-page-counter.ts';
import { aCanaryShell } from '../test-support/a-release-folder.ts';

const CANARY = '1.0.0-ba9876543210';

let site: PageCounter;
beforeEach(async () => {
  site = await aPageCounter();
});
afterEach(() => site.api.close());

const without = (headers: Record<string, string>) =>
  Object.entries(headers).filter(([name]) => !['date', 'x-request-id', 'server-timing'].includes(name));

test('a rendered page is sent again without the controller, with the same headers, and is counted and logged as a page', async () => {
  const [first, second] = [await site.ask('/'), await site.ask('/')];
  expect([site.leftToController(), second.status, second.text]).toEqual([1, 200, first.text]);
  expect(without(second.headers)).toEqual(without(first.headers));
  expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  // Without this Cache-Control `fetch` would request the whole page.
  const again = await site.ask('/', { 'If-None-Match': first.headers['etag'] ?? '', 'Cache-Control': 'max-age=0' });
  const head = await site.ask('/', {}, 'HEAD');
  expect([site.leftToController(), again.status, again.text, head.status, head.text]).toEqual([1, 304, '', 200, '']);
  const metrics = await site.ask('/metrics');
  expect(metrics.text).toContain('http_requests_total{method="GET",route="page",status="200"} 2');
  const ids = site.api.log.filter(({ event, path }) => event === 'request' && path === '/').map(({ requestId }) => requestId);
  expect(ids).toContain(second.headers['x-request-id']);
});

test('unknown pages and addresses with a query are left to the controller', async () => {
  for (const path of ['/', '/nowhere', '/nowhere', '/?a=1']) await site.ask(path);
  expect(site.leftToController()).toBe(4);
});

test('a visitor with an override gets that release instead of the stable page', async () => {
  await site.ask('/');
  const releases = join(site.api.folder, 'releases');
  await aCanaryShell(releases, TEST_SIGNING_KEY, CANARY, {});
  const wanted = { app: 'shell', release: CANARY, expires: Date.now() + 60_000, site: site.api.get(Config).publicOrigin };
  const Cookie = `override=${await signOverride(releases, wanted, TEST_KEYS)}`;
  expect((await site.ask('/', { Cookie })).text).toContain(CANARY);
});

test('visitors assigned to a canary get it with their first request after it starts', async () => {
  await site.ask('/');
  await site.ask('/');
  expect(site.leftToController()).toBe(1);
  await aCanaryShell(join(site.api.folder, 'releases'), TEST_SIGNING_KEY, CANARY, {});
  const canary = await site.ask('/', { Cookie: 'set=7' });
  expect([site.leftToController(), canary.text.includes(CANARY)]).toEqual([2, true]);
  expect((await site.ask('/')).headers['set-cookie']).toContain('set=');
});

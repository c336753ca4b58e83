import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { signOverride } from '@site/releases';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { TEST_KEYS } from '../test-support/a-config.ts';
import { anApi } from '../test-support/an-api.ts';
import { aPageCounter, type PageCounter } from '../test-support/a-page-counter.ts';
import { SHELL_STABLE } from '../test-support/a-release-folder.ts';
import { aForgery } from '../test-support/a-token-reader.ts';
import { SiteService } from './site.service.ts';

let site: PageCounter;
beforeEach(async () => {
  site = await aPageCounter();
});
afterEach(() => site.api.close());

test('If-None-Match with several tags gets a 304 if one of them matches; no-cache gets the whole page', async () => {
  const { headers } = await site.ask('/');
  const etag = `"other", W/${headers['etag']}`;
  const known = await site.ask('/', { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
  const whole = await site.ask('/', { 'If-None-Match': etag, 'Cache-Control': 'no-cache' });
  expect([site.leftToController(), known.status, known.text, whole.status]).toEqual([1, 304, '', 200]);
});

test('a request with a body is left to the controller, and its connection is not reused', async () => {
  await site.ask('/');
  const { port } = new URL(site.api.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nnot all of it');
  const answer = await text(socket);
  expect([site.leftToController(), answer.slice(0, 15)]).toEqual([2, 'HTTP/1.1 200 OK']);
  expect(answer).toContain('\r\nConnection: close\r\n');
});

test('forged override tokens do not prevent the rendered page from being sent, and use only the budget of the client that the proxy names', async () => {
  const now = new Date();
  // The window of the budget does not end.
  const proxied = await anApi({ TRUST_PROXY: '127.0.0.1' }, [{ provide: Clock, value: { now: () => now } }]);
  const releases = join(proxied.folder, 'releases');
  const seenBy = async (client: string, token: string) => {
    const headers = { Cookie: `override=${token}`, 'X-Forwarded-For': client };
    return (await fetch(proxied.url, { headers })).text();
  };
  await fetch(proxied.url);
  proxied.get(SiteService).page = () => Promise.reject(new Error('left to the controller'));
  for (let n = 0; n < 60; n += 1) expect(await seenBy('203.0.113.1', aForgery(n))).toContain('<title>');
  const wanted = { app: 'shell', release: SHELL_STABLE, expires: now.getTime() + 60_000, site: proxied.get(Config).publicOrigin };
  const token = await signOverride(releases, wanted, TEST_KEYS);
  // The first client has no budget left, so its token is ignored; the second one's is left to the controller.
  expect(await seenBy('203.0.113.1', token)).toContain('<title>');
  expect(await seenBy('198.51.100.1', token)).toContain('"code":"internal"');
  await proxied.close();
});

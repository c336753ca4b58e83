import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { generateSigningKey, parseSigningKey } from '../signing.ts';
import { SiteClient } from './site-client.ts';

const ResponseSchema = v.object({ signed: v.string() });

let server: Server;
afterEach(() => new Promise((closed) => server.close(closed)));

/** A site that is overloaded for this many requests. @returns a client for it, and the signatures of the requests that it got */
async function aBusySite(times: number, problem: object) {
  const signatures: unknown[] = [];
  server = createServer((request, response) => {
    signatures.push(request.headers['authorization'] ?? JSON.stringify(request.headers));
    const isBusy = signatures.length <= times;
    response.writeHead(isBusy ? 503 : 200, { 'Content-Type': 'application/json', 'Retry-After': '0', Connection: 'close' });
    response.end(JSON.stringify(isBusy ? problem : { signed: 'yes' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { client: new SiteClient(`http://127.0.0.1:${port}`, parseSigningKey(generateSigningKey())), signatures };
}

const problemOf = (code: string) => ({ status: 503, code, error: 'Try again in a moment.', requestId: 'a' });

test('a request to an overloaded site is repeated, each time with a new signature', async () => {
  const { client, signatures } = await aBusySite(2, problemOf('overloaded'));
  expect(await client.call('POST', '/api/releases/eggs/promote', ResponseSchema, {})).toEqual({ signed: 'yes' });
  expect([signatures.length, new Set(signatures).size]).toEqual([3, 3]);
});

test('any other failure is reported at once: the site may have executed the request', async () => {
  const { client, signatures } = await aBusySite(1, problemOf('store_unavailable'));
  await expect(client.call('POST', '/api/releases/eggs/promote', ResponseSchema, {})).rejects.toThrow('Try again in a moment.');
  expect(signatures).toHaveLength(1);
});

test('a response that is cut off is no response', async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"signed":', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new SiteClient(`http://127.0.0.1:${port}`, parseSigningKey(generateSigningKey()));
  const lost = { code: 'SITE_UNREACHABLE', message: expect.stringContaining('does not respond') };
  await expect(client.call('POST', '/api/releases/eggs/promote', ResponseSchema, {})).rejects.toMatchObject(lost);
  await expect(client.file('/r/eggs/0.1.0-aaaaaaaaaaaa/remoteEntry.js')).rejects.toMatchObject(lost);
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import { generateSigningKey, parseSigningKey } from '../signing.ts';
import { SiteClient } from './site-client.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let server: Server;
let client: SiteClient;
beforeEach(async () => {
  server = createServer((_request, response) => void response.writeHead(200).write('{')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  client = new SiteClient(`http://127.0.0.1:${port}`, parseSigningKey(generateSigningKey()), () => new Date(), 500);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ['a request', () => client.call('POST', '/api/releases/eggs/promote', v.unknown(), {})],
  ['a file', () => client.file('/r/eggs/0.1.0-aaaaaaaaaaaa/remoteEntry.js')],
])('a response that stalls after its headers (%s) ends at the deadline despite garbage collection', async (_what, ask) => {
  const timer = setInterval(collectGarbage, 20);
  await expect(ask().finally(() => clearInterval(timer))).rejects.toMatchObject({
    code: 'SITE_UNREACHABLE',
    message: expect.stringContaining('does not respond (no complete response within 0.5 s)'),
  });
});

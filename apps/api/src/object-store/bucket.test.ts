import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bucket } from './bucket.ts';

const CONTENT = Buffer.from('a picture');

/** A store that accepts every upload. @param respond to the question whether it has the object */
async function aStore(respond: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume().once('end', () => (request.method === 'HEAD' ? respond(response) : response.end()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const config = { endpoint: `http://127.0.0.1:${port}`, bucket: 'site', region: 'r', accessKeyId: 'a', secretAccessKey: 's' };
  const bucket = new Bucket(config, { deadlineMs: 60_000, fail: (reason) => new Error(reason) });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { bucket, close };
}

test('an object counts as stored once the store says that it has all of it', async () => {
  const store = await aStore((response) => response.setHeader('Content-Length', CONTENT.length).end());
  await expect(store.bucket.put('key', CONTENT, 'image/jpeg')).resolves.toBeUndefined();
  store.close();
});

test.each([
  ['has lost it', 404, 0, 'HEAD: the store does not have an object that it accepted'],
  ['has a part of it', 200, 4, 'HEAD: the store has 4 of the 9 bytes that it accepted'],
  ['fails', 500, 0, 'HEAD: the store responded with 500'],
])('an accepted object does not count as stored if the store then %s', async (_, status, bytes, message) => {
  const store = await aStore((response) => response.writeHead(status, { 'Content-Length': bytes }).end());
  await expect(store.bucket.put('key', CONTENT, 'image/jpeg')).rejects.toThrow(message);
  store.close();
});

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

const put = async (respond: (response: ServerResponse) => void): Promise<void> => {
  const store = await aStore(respond);
  try {
    await store.bucket.put('key', CONTENT, 'image/jpeg');
  } finally {
    store.close();
  }
};

test('an object counts as stored once the store says that it has all of it', async () => {
  await expect(put((response) => response.setHeader('Content-Length', CONTENT.length).end())).resolves.toBeUndefined();
});

test.each([
  ['has lost it', 404, {}, 'HEAD: the store does not have an object that it accepted'],
  ['has part of it', 200, { 'Content-Length': 4 }, 'HEAD: the store accepted 9 bytes, and says that it has 4'],
  [
    'does not say',
    200,
    { 'Transfer-Encoding': 'chunked' },
    'HEAD: the store accepted 9 bytes, and says that it has an unknown number',
  ],
  ['fails', 500, {}, 'HEAD: the store responded with 500'],
])('an accepted object does not count as stored if the store then %s', async (_, status, headers, message) => {
  await expect(put((response) => response.writeHead(status, headers).end())).rejects.toThrow(message);
});

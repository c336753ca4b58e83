import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { parseNewSubmission } from '@site/contracts';
import { ServerLoad } from '../http/server-load.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { collectGarbage } from '../test-support/collect-garbage.ts';
import { until } from '../test-support/until.ts';
import { GalleryError } from './gallery.errors.ts';
import { PICTURE_STORE, pictureKeys, type PictureStore } from './picture-store.ts';

const MIB = 1024 * 1024;
/** As large as an upload may be. */
const PICTURE_BYTES = 12 * MIB;
const CLIENTS = 20;

let api: TestApi;
let store: PictureStore;
let address: string;
beforeAll(async () => {
  api = await anApi();
  store = api.get<PictureStore>(PICTURE_STORE);
  const response = await upload(api.url, { body: { imageData: dataUrl(await aPicture(1)), flowerCount: 1 } });
  const { id, imageUrl } = parseNewSubmission(await response.json());
  await store.put(pictureKeys(id).image, Buffer.alloc(PICTURE_BYTES, 7));
  address = api.url + imageUrl;
});
afterAll(() => api.close());

/** Open descriptors of this process, which is the server's too. */
const descriptors = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

/** Requests the picture, and takes no more of it than the system buffers. */
async function aClientThatDoesNotRead(): Promise<Socket> {
  const { host, hostname, port, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

test('for clients that do not read their pictures, the server buffers a part of each, not the whole', async () => {
  const load = api.get(ServerLoad);
  const [memory, files] = [process.memoryUsage().arrayBuffers, await descriptors()];
  const sockets = await Promise.all(Array.from({ length: CLIENTS }, aClientThatDoesNotRead));
  // Until the system's buffers are full.
  await delay(200);
  // What was sent is garbage, which Node 24 keeps for longer than Node 20 does, and which another thread may still be freeing.
  await until(
    () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers - memory < (CLIENTS * PICTURE_BYTES) / 10;
    },
    () => process.memoryUsage().arrayBuffers - memory,
  );
  expect(load.requestsInFlight).toBe(CLIENTS);
  for (const socket of sockets) socket.destroy();
  while (load.requestsInFlight > 0 || (await descriptors()) > files) await delay(5);
  expect(api.log.filter(({ event }) => event === 'bug' || event === 'problem')).toEqual([]);
});

test('a picture is sent with its Content-Length, and HEAD sends no body', async () => {
  const whole = await fetch(address);
  expect([whole.headers.get('Content-Length'), (await whole.arrayBuffer()).byteLength]).toEqual([
    String(PICTURE_BYTES),
    PICTURE_BYTES,
  ]);
  const files = await descriptors();
  const head = await fetch(address, { method: 'HEAD' });
  expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, String(PICTURE_BYTES), '']);
  while ((await descriptors()) > files) await delay(5);
});

test('a saved file is named after what the picture is', async () => {
  for (const [seed, exhibit, name] of [
    [2, 'kaleidoscope', 'garden'],
    [3, 'hexagon', 'collage'],
    [4, undefined, 'picture'],
  ] as const) {
    const response = await upload(api.url, {
      body: { imageData: dataUrl(await aPicture(seed)), flowerCount: 100 },
      headers: exhibit ? { 'X-Exhibit': exhibit } : {},
    });
    const { id, imageUrl, thumbnailUrl } = parseNewSubmission(await response.json());
    const names: (string | null)[] = [];
    for (const [path, accept] of [
      [imageUrl, 'image/jpeg'],
      [thumbnailUrl, 'image/jpeg'],
      [thumbnailUrl, 'image/webp'],
    ] as const) {
      const file = await fetch(api.url + path, { method: 'HEAD', headers: { Accept: accept } });
      names.push(file.headers.get('Content-Disposition'));
    }
    expect(names).toEqual(['jpg', 'jpg', 'webp'].map((extension) => `inline; filename="${name}-${id}.${extension}"`));
  }
});

/** What a visitor gets from a store that sends this much of a picture and then fails. */
async function fromAFailingStore(bytes: number): Promise<Response> {
  const { open } = store;
  store.open = async () => ({
    bytes: PICTURE_BYTES,
    content: Readable.from(
      (async function* () {
        if (bytes > 0) yield Buffer.alloc(bytes);
        throw new GalleryError('STORE_UNAVAILABLE', 'simulated by the test');
      })(),
    ),
  });
  try {
    return await fetch(address);
  } finally {
    store.open = open;
  }
}

test('if the store fails at the beginning of a picture, the visitor gets a problem that is not cached', async () => {
  const response = await fromAFailingStore(0);
  expect(response.status).toBe(503);
  expect(response.headers.get('Cache-Control') ?? '').not.toContain('public');
  expect(await response.json()).toMatchObject({ code: 'store_unavailable' });
});

test('if the store fails in the middle of a picture, the connection is closed and the problem is logged', async () => {
  const response = await fromAFailingStore(MIB);
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect(api.log).toContainEqual(expect.objectContaining({ event: 'problem', code: 'STORE_UNAVAILABLE' }));
});

import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { integrityOf } from '@site/releases';
import { until } from '../test-support/until.ts';
import { serveReleaseFiles } from './release-files.ts';

const RELEASE = '0.1.0-0123456789ab';
const UNSIGNED = '0.1.0-ffffffffffff';
const SCRIPT = 'export const text = "a script that is long enough to be worth compressing, worth compressing";'.repeat(4);
const SOUND = 'ID3 and the rest of a sound';

let root: string;
let server: Server;
let url: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'releases-'));
  const folder = join(root, 'r/eggs', RELEASE);
  await mkdir(join(folder, 'assets'), { recursive: true });
  const brotli = brotliCompressSync(SCRIPT);
  await writeFile(join(folder, 'assets/a.js'), SCRIPT);
  await writeFile(join(folder, 'assets/a.js.br'), brotli);
  await writeFile(join(folder, 'assets/b.js'), SCRIPT);
  // A folder cannot be read as a file.
  await mkdir(join(folder, 'assets/b.js.br'));
  await writeFile(join(folder, 'private.json'), '{"drafts":[]}');
  await writeFile(join(folder, 'assets/cluck.mp3'), SOUND);
  const sound = { bytes: SOUND.length, compressedBytes: SOUND.length, integrity: integrityOf(SOUND) };
  const file = { bytes: SCRIPT.length, compressedBytes: brotli.length, integrity: integrityOf(SCRIPT) };
  const manifest = {
    schema: 1,
    kind: 'remote',
    app: 'eggs',
    release: RELEASE,
    files: { 'assets/a.js': file, 'assets/b.js': file, 'assets/gone.js': file, 'assets/cluck.mp3': sound },
    entry: 'assets/a.js',
    container: 'eggs',
    shared: { scripts: [], styles: [] },
    pages: {},
    contract: {
      name: 'eggs',
      hostApi: '^1.0.0',
      singletons: {},
      routes: [
        {
          path: '/eggs',
          title: 'E',
          heading: 'E',
          description: 'E',
          headerLinks: 'black',
          layout: 'framed',
          indexable: true,
          moves: false,
          page: 'src/eggs.page.tsx',
        },
      ],
      cards: [],
      endpoints: [],
      sizeBudget: { pageScriptKilobytes: 90 },
    },
  };
  const text = JSON.stringify(manifest);
  await writeFile(join(folder, 'release.json'), text);
  const unsigned = join(root, 'r/eggs', UNSIGNED);
  await cp(folder, unsigned, { recursive: true });
  await writeFile(join(unsigned, 'release.json'), text.replace(RELEASE, UNSIGNED));
  const app = express();
  app.use(serveReleaseFiles(root, (_app, _release, integrity) => Promise.resolve(integrity === integrityOf(text))));
  app.use((_request, response) => {
    response.status(200).send('the next handler');
  });
  app.use((_error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
    response.status(500).json({ error: 'not now' });
  });
  await new Promise<void>((done) => {
    server = app.listen(0, '127.0.0.1', () => done());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await rm(root, { recursive: true });
});

test('a listed file is served compressed, with its type, and cached forever', async () => {
  const response = await fetch(`${url}/r/eggs/${RELEASE}/assets/a.js`, { headers: { 'Accept-Encoding': 'br' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-type')).toMatch(/javascript/);
  expect(await response.text()).toBe(SCRIPT);
});

test('a browser that cannot decompress gets the plain file', async () => {
  const response = await fetch(`${url}/r/eggs/${RELEASE}/assets/a.js`, { headers: { 'Accept-Encoding': 'identity' } });
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toBe(SCRIPT);
});

test('each encoding of a file has its own ETag, so that caches do not confuse them', async () => {
  const etagOf = async (encoding: string) =>
    (await fetch(`${url}/r/eggs/${RELEASE}/assets/a.js`, { headers: { 'Accept-Encoding': encoding } })).headers.get('ETag');
  expect([await etagOf('identity'), await etagOf('br')]).toEqual([`"${integrityOf(SCRIPT)}"`, `"${integrityOf(SCRIPT)}-br"`]);
});

test('if the compressed copy is lost, the plain file is served', async () => {
  const response = await fetch(`${url}/r/eggs/${RELEASE}/assets/a.js`, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toBe(SCRIPT);
});

test('an unreadable file gets a problem response with its own content type', async () => {
  const response = await fetch(`${url}/r/eggs/${RELEASE}/assets/b.js`, { headers: { 'Accept-Encoding': 'br' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([500, 'application/json; charset=utf-8']);
  expect(['content-encoding', 'etag'].map((name) => response.headers.get(name))).toEqual([
    null,
    expect.not.stringContaining('sha384'),
  ]);
  expect(await response.json()).toEqual({ error: 'not now' });
});

test('a mismatching If-Match gets a 412 without any of the file', async () => {
  const headers = { 'Accept-Encoding': 'br', 'If-Match': '"another"' };
  const response = await fetch(`${url}/r/eggs/${RELEASE}/assets/a.js`, { headers });
  expect([response.status, response.headers.get('content-encoding'), await response.text()]).toEqual([412, null, '']);
});

describe('a part of a file', () => {
  const ask = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(`${url}/r/eggs/${RELEASE}/assets/${path}`, { headers });
    const [ranges, range] = ['accept-ranges', 'content-range'].map((name) => response.headers.get(name));
    return [response.status, ranges, range, await response.text()];
  };

  test('is sent of a sound, as players ask for it', async () => {
    const size = SOUND.length;
    expect(await ask('cluck.mp3', { Range: 'bytes=0-2' })).toEqual([206, 'bytes', `bytes 0-2/${size}`, 'ID3']);
    expect(await ask('cluck.mp3', {})).toEqual([200, 'bytes', null, SOUND]);
    expect(await ask('cluck.mp3', { Range: 'bytes=0-2', 'If-Range': '"another"' })).toEqual([200, 'bytes', null, SOUND]);
    expect(await ask('cluck.mp3', { Range: `bytes=${size}-` })).toEqual([416, 'bytes', `bytes */${size}`, '']);
  });

  test('is not sent of a compressed file', async () => {
    expect(await ask('a.js', { Range: 'bytes=0-2', 'Accept-Encoding': 'br' })).toEqual([200, null, null, SCRIPT]);
  });
});

test('the second address serves the same bytes', async () => {
  const response = await fetch(`${url}/r/eggs/${RELEASE}~1/assets/a.js`);
  expect(await response.text()).toBe(SCRIPT);
});

for (const path of [
  `/r/eggs/${RELEASE}/private.json`,
  `/r/eggs/${RELEASE}/release.json`,
  `/r/eggs/${UNSIGNED}/assets/a.js`,
  `/r/eggs/${RELEASE}/assets/a.js.br`,
  `/r/eggs/${RELEASE}/assets/gone.js`,
  `/r/eggs/${RELEASE}/assets/..%2fprivate.json`,
  '/r/eggs/9.9.9-0123456789ab/assets/a.js',
  '/r/..%2f..%2fetc/passwd',
]) {
  test(`${path} is a 404 that is not a page`, async () => {
    const response = await fetch(url + path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/text\/plain/);
    expect(response.headers.get('content-encoding')).toBeNull();
  });
}

test('paths outside /r/ are left to the next handler', async () => {
  expect(await (await fetch(`${url}/about`)).text()).toBe('the next handler');
});

test('a request made before a release arrives does not make a later request fail', async () => {
  let isThere = false;
  const early: ((isPublished: boolean) => void)[] = [];
  const isPublished = (): Promise<boolean> => (isThere ? Promise.resolve(true) : new Promise((answer) => early.push(answer)));
  let others: Promise<Response>[] = [];
  const app = express();
  let follows = 0;
  const follow = async (): Promise<void> => {
    follows += 1;
    if (follows > 1) return;
    // While this request fetches changes, another one starts, which does not know of the release yet either.
    others = [fetch(address)];
    await until(() => early.length >= 2);
    isThere = true;
  };
  app.use(serveReleaseFiles(root, isPublished, follow));
  const here = app.listen(0, '127.0.0.1');
  await new Promise((done) => here.once('listening', done));
  const address = `http://127.0.0.1:${(here.address() as AddressInfo).port}/r/eggs/${RELEASE}/assets/a.js`;
  const first = fetch(address);
  await until(() => early.length >= 1);
  early[0]?.(false);
  expect((await first).status).toBe(200);
  early[1]?.(false);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200]);
  await new Promise((done) => here.close(done));
});

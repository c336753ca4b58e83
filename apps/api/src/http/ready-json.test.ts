import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { ReadyJson } from './ready-json.ts';

describe('a prepared response', () => {
  const rows = ['egg', 'beef'];
  let source: { rows: string[]; stale: boolean };
  let written: number;
  let server: Server;

  beforeEach(async () => {
    source = { rows, stale: false };
    written = 0;
    const ready = new ReadyJson<typeof source>((report) => {
      written += 1;
      if (report.rows.length === 0) throw new Error('nothing to write');
      return { ...report, written };
    });
    const app = express();
    // Like the service: a new object each time, with the same parts.
    app.get('/', (request, response, next) => ready.send({ ...source }, request, response).catch(next));
    app.use(((_error, _request, response, _next) => response.status(500).end()) satisfies express.ErrorRequestHandler);
    server = await new Promise((done) => {
      const listening = app.listen(0, '127.0.0.1', () => done(listening));
    });
  });
  afterEach(() => new Promise((done) => server.close(done)));

  const ask = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers });

  test('is serialized once while its parts are the same, even for simultaneous visitors', async () => {
    await Promise.all([ask(), ask(), ask()]);
    expect(await (await ask()).json()).toEqual({ rows, stale: false, written: 1 });
    source.stale = true;
    expect(await (await ask()).json()).toEqual({ rows, stale: true, written: 2 });
    source.rows = [...rows];
    expect(await (await ask()).json()).toMatchObject({ written: 3 });
  });

  test.each(['br', 'gzip', 'identity'])('is the same in %s, with matching headers', async (encoding) => {
    const response = await ask({ 'Accept-Encoding': encoding });
    expect(response.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({ rows, stale: false, written: 1 });
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', null],
  ])('picks the smallest encoding of "%s"', async (accepted, encoding) => {
    expect((await ask({ 'Accept-Encoding': accepted })).headers.get('Content-Encoding')).toBe(encoding);
  });

  test('is not sent again to a visitor who has it', async () => {
    const etag = (await ask()).headers.get('ETag') ?? '';
    // Like browsers; fetch would add Cache-Control: no-cache by itself.
    const again = () => ask({ 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
    expect((await again()).status).toBe(304);
    source.stale = true;
    expect((await again()).status).toBe(200);
  });

  test('that could not be made is retried', async () => {
    source.rows = [];
    expect((await ask()).status).toBe(500);
    expect((await ask()).status).toBe(500);
    expect(written).toBe(2);
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import { closeAtEnd } from '../test-support/left-open.ts';
import { until } from '../test-support/until.ts';
import { MIN_RATE, readBody, type BodyLimits } from './read-body.ts';

/** A server with one route that reports how reading its body ended. */
async function aReader(limits: BodyLimits): Promise<(text: string, header?: string) => Promise<unknown>> {
  const app = express();
  const server = createServer(app);
  app.post('/', (request) => {
    readBody(request, limits).then(
      (chunks) => server.emit('read', Buffer.concat(chunks).toString()),
      (error: unknown) => server.emit('read', error),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAtEnd(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return async (text, header = 'Content-Length: 8') => {
    const read = once(server, 'read');
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n${text}`);
    const [end] = (await read) as [unknown];
    socket.destroy();
    return end;
  };
}

test('a sender below the minimum rate is rejected while the rest of its body is outstanding', async () => {
  const send = await aReader({ maxBytes: 8, minRate: { bytes: 8, perMs: 20 } });
  expect(await send('1234')).toMatchObject({ code: 'TOO_SLOW' });
});

test('a sender of a small body has a minimum rate as well', async () => {
  const realSetInterval = globalThis.setInterval;
  let period: (() => void) | undefined;
  // Ten seconds, which the test does not wait for.
  globalThis.setInterval = ((run: () => void, ms: number) => {
    if (ms === MIN_RATE.perMs) period = run;
    return realSetInterval(() => undefined, ms).unref();
  }) as typeof setInterval;
  try {
    const send = await aReader({ maxBytes: 8 });
    const end = send('1234');
    await until(() => period !== undefined);
    period?.();
    expect(await end).toMatchObject({ code: 'TOO_SLOW' });
  } finally {
    globalThis.setInterval = realSetInterval;
  }
});

test('rejecting a chunk rejects the body', async () => {
  const refuse = (): never => {
    throw new Error('no room');
  };
  const send = await aReader({ maxBytes: 8, onChunk: refuse });
  expect(await send('1234')).toEqual(new Error('no room'));
});

test('a complete body is read: the minimum rate applies only until its end', async () => {
  const send = await aReader({ maxBytes: 8, minRate: { bytes: 8, perMs: 60_000 } });
  expect(await send('12345678')).toBe('12345678');
});

const CHUNKED = 'Transfer-Encoding: chunked';
const ENDED = '0\r\n\r\n';

test('a body in pieces of one byte is rejected long before it is complete', async () => {
  const send = await aReader({ maxBytes: 16_000_000 });
  expect(await send('1\r\nx\r\n'.repeat(5_000), CHUNKED)).toMatchObject({ code: 'BAD_REQUEST' });
});

test('a small body may arrive in pieces of any size, a large one in packets', async () => {
  const send = await aReader({ maxBytes: 16_000_000 });
  expect(await send('1\r\nx\r\n'.repeat(1_000) + ENDED, CHUNKED)).toBe('x'.repeat(1_000));
  const packet = `200\r\n${'x'.repeat(512)}\r\n`;
  expect(await send(packet.repeat(5_000) + ENDED, CHUNKED)).toHaveLength(512 * 5_000);
});

import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { closeAtEnd } from '../test-support/left-open.ts';
import { closeServer, listen } from './server-life.ts';
import { HTTP_TIMEOUTS, SiteHttpAdapter } from './site-http-adapter.ts';

test('a client has 10 s for its headers and 30 s for its request, checked every 2 s', () => {
  expect(HTTP_TIMEOUTS).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 });
});

async function aServer(timeouts = HTTP_TIMEOUTS): Promise<{ server: Server; port: number }> {
  const adapter = new SiteHttpAdapter(timeouts);
  adapter.initHttpServer();
  const server: Server = adapter.getHttpServer();
  closeAtEnd(() => closeServer(server));
  return { server, port: Number(new URL(await listen(server, 0, '127.0.0.1')).port) };
}

/** Resolves when the received data ends like this. */
function received(socket: Socket, end: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (end.test(text)) resolve(text);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after: ${text}`)));
  });
}

test('keeps idle connections open longer than nginx’s 60 s, and tells proxies so', async () => {
  const { server, port } = await aServer();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answer = await received(socket, /\r\n\r\n/);
  expect(Number(/^Keep-Alive: timeout=(\d+)\r$/m.exec(answer)?.[1])).toBe(75);
  const closed = once(socket, 'close');
  // Draining does not wait for it.
  await closeServer(server);
  await closed;
});

test('a POST gets a response on a connection that was idle for longer than the timeout for slow senders', async () => {
  const { server, port } = await aServer({ ...HTTP_TIMEOUTS, headersTimeout: 50, connectionsCheckingInterval: 20 });
  const pooled = connect(port, '127.0.0.1');
  pooled.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await received(pooled, /<\/html>/);
  // Opened later and closed for slow headers: the idle connection has been checked in the meantime.
  const slow = connect(port, '127.0.0.1');
  slow.write('GET / HTTP/1.1\r\nX-Slow: ');
  expect(await received(slow, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 408 /);
  pooled.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n');
  expect(await received(pooled, /<\/html>/)).toMatch(/^HTTP\/1\.1 404 /);
  await closeServer(server);
});

test('a client that never finishes its headers gets a 408 and is disconnected', async () => {
  const adapter = new SiteHttpAdapter({
    ...HTTP_TIMEOUTS,
    headersTimeout: 50,
    requestTimeout: 100,
    connectionsCheckingInterval: 20,
  });
  adapter.initHttpServer();
  const server: Server = adapter.getHttpServer();
  const url = await listen(server, 0, '127.0.0.1');

  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await closeServer(server);
});

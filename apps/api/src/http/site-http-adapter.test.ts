import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { closeAtEnd } from '../test-support/left-open.ts';
import { until } from '../test-support/until.ts';
import { closeServer, listen } from './server-life.ts';
import { MAX_PIPELINED } from './in-turn.ts';
import { HTTP_TIMEOUTS, SiteHttpAdapter, type FirstHandler } from './site-http-adapter.ts';

test('a client has 10 s for its headers and 10 min for its request, checked every 2 s, and 60 s to take some of the response', () => {
  expect(HTTP_TIMEOUTS).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 600_000,
    connectionsCheckingInterval: 2_000,
    sendTimeout: 60_000,
  });
});

async function aServer(timeouts = HTTP_TIMEOUTS, handler?: FirstHandler): Promise<{ server: Server; port: number }> {
  const adapter = new SiteHttpAdapter(timeouts);
  if (handler) adapter.useFirst(handler);
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
  const { server, port } = await aServer({ ...HTTP_TIMEOUTS, connectionsCheckingInterval: 20 });
  const pooled = connect(port, '127.0.0.1');
  pooled.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await received(pooled, /<\/html>/);
  server.headersTimeout = 500;
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

const ASK = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('a client that does not read its response is disconnected; one that waits for a response is not', async () => {
  const huge = Buffer.alloc(32 * 1024 * 1024);
  const responses = new EventEmitter();
  const dropped = once(responses, 'dropped');
  const { server, port } = await aServer(HTTP_TIMEOUTS, ({ url, socket }, response) => {
    // Not earlier: a busy machine may take longer than this to read the request.
    socket.setTimeout(50);
    if (url === '/huge') response.on('close', () => responses.emit('dropped')).end(huge);
    else response.once('timeout', () => setImmediate(() => response.end('done')));
    return true;
  });
  expect(server.timeout).toBe(HTTP_TIMEOUTS.sendTimeout);
  const waiting = connect(port, '127.0.0.1');
  waiting.write(ASK);
  expect(await received(waiting, /done$/)).toMatch(/^HTTP\/1\.1 200 /);
  // It never reads, because nobody listens for its data.
  const stalled = connect(port, '127.0.0.1').on('error', () => undefined);
  const closed = new Promise<unknown>((resolve) => stalled.once('close', resolve));
  stalled.write(ASK.replace('/', '/huge'));
  await dropped;
  stalled.resume();
  await closed;
  expect(stalled.bytesRead).toBeLessThan(huge.length);
});

test('pipelined requests are handled one after another, and get their responses', async () => {
  let running = 0;
  const { port } = await aServer(HTTP_TIMEOUTS, ({ url }, response) => {
    running += 1;
    const together = running;
    setTimeout(() => {
      running -= 1;
      response.end(`${url} ${together};`);
    }, 5);
    return true;
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(['/a', '/b', '/c'].map((path) => ASK.replace('/', path)).join(''));
  const answer = await received(socket, /\/c \d;$/);
  expect(answer.match(/\/\w \d;/g)).toEqual(['/a 1;', '/b 1;', '/c 1;']);
});

test('pipelined requests are not handled once their client has disconnected, or if there are too many', async () => {
  const [begun, ended]: [string[], string[]] = [[], []];
  const { port } = await aServer(HTTP_TIMEOUTS, ({ url = '' }, response) => {
    begun.push(url);
    response.on('close', () => ended.push(url));
    return true;
  });
  const left = connect(port, '127.0.0.1');
  left.write(ASK.repeat(5));
  const greedy = connect(port, '127.0.0.1');
  greedy.on('error', () => undefined).resume();
  greedy.write(ASK.replace('/', '/greedy').repeat(2 + MAX_PIPELINED));
  await once(greedy, 'close');
  await until(() => begun.length >= 2);
  left.destroy();
  await until(() => ended.length >= 2);
  expect([begun.sort(), ended.sort()]).toEqual([
    ['/', '/greedy'],
    ['/', '/greedy'],
  ]);
});

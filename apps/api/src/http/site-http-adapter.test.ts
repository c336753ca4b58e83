import type { Server } from 'node:http';
import { connect } from 'node:net';
import { closeServer, listen } from './server-life.ts';
import { HTTP_TIMEOUTS, SiteHttpAdapter } from './site-http-adapter.ts';

test('a client has 10 s for its headers and 30 s for its request, looked at every 2 s', () => {
  expect(HTTP_TIMEOUTS).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 });
});

test('a client that never finishes its headers is answered 408 and cut', async () => {
  const adapter = new SiteHttpAdapter({ headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 });
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

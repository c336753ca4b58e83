import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { FOREVER_MS } from '../test-support/forever.ts';
import { closeServer, listen, passedSocket } from './server-life.ts';

async function start(answer: RequestListener): Promise<{ server: Server; socket: Socket }> {
  const server = createServer({ keepAliveTimeout: FOREVER_MS }, answer);
  const { port } = new URL(await listen(server, 0, '127.0.0.1'));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return { server, socket };
}

test('closes a connection that a browser keeps open', async () => {
  const { server, socket } = await start((_request, response) => response.end('done'));
  await once(socket, 'data');
  const closed = once(socket.resume(), 'close');
  await closeServer(server, FOREVER_MS);
  expect(server.listening).toBe(false);
  await closed;
});

test('finishes the response in flight, and then closes its connection', async () => {
  let finish = (): void => undefined;
  const { server, socket } = await start((_request, response) => (finish = () => response.end('done')));
  await once(server, 'request');
  const closing = closeServer(server, FOREVER_MS);
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
  finish();
  await once(socket, 'close');
  await closing;
  expect(received).toContain('done');
});

test('closes a connection whose response never comes', async () => {
  const { server, socket } = await start(() => undefined);
  await once(server, 'request');
  const closed = once(socket.resume(), 'close');
  await closeServer(server, 10);
  expect(server.listening).toBe(false);
  await closed;
});

test('takes the socket that systemd passes to this process, and none that it passed to a parent', () => {
  const pid = String(process.pid);
  expect(passedSocket({ LISTEN_PID: pid, LISTEN_FDS: '1' })).toBe(3);
  expect(passedSocket({ LISTEN_PID: String(process.ppid), LISTEN_FDS: '1' })).toBeUndefined();
  expect(passedSocket({ LISTEN_PID: pid, LISTEN_FDS: '0' })).toBeUndefined();
  expect(passedSocket({})).toBeUndefined();
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { anApi, type TestApi } from '../test-support/an-api.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const CHUNK = `1000\r\n${'x'.repeat(4 * KIB)}\r\n`;

/** Everything that the server sends until it closes the connection. */
async function untilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(socket, 'end');
  socket.destroy();
  return text;
}

describe('a body that is not read', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await anApi();
  });
  afterAll(() => api.close());

  const post = (path: string, headers: readonly string[]): Socket => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    const lines = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...headers];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  };

  test.each(['/api/verify-password', '/api/telemetry', '/api/nothing', '/api/kaleidoscope-submissions'])(
    'POST %s that declares 50 MB gets a 413, and its connection is closed before a byte of the body is sent',
    async (path) => {
      const answer = await untilClosed(post(path, [`Content-Length: ${50 * MIB}`]));
      expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n[^]*"payload_too_large"/);
    },
  );

  test.each(['/api/verify-password', '/api/telemetry'])(
    'POST %s in chunks gets a 413, and its connection is closed at the chunk that passes 4 KiB',
    async (path) => {
      const socket = post(path, ['Transfer-Encoding: chunked']);
      // The end never comes: only the bytes received show the size.
      socket.write(CHUNK + CHUNK);
      expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n/);
    },
  );

  test.each([
    ['of another type', '/api/telemetry', 415],
    ['to a page', '/about', 405],
    ['to a file of a release', '/r/shell/none/entry.js', 404],
  ])('a POST %s gets its error response, and its connection is closed', async (_what, path, status) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`);
    expect(await untilClosed(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nConnection: close\r\n`));
  });

  test('a body that was read leaves the connection open for the next request', async () => {
    const socket = post('/api/telemetry', ['Content-Length: 2']);
    socket.write('{}');
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 400 [^]*\r\nConnection: keep-alive\r\n/);
    socket.destroy();
  });
});

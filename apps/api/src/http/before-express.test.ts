import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { closeAtEnd } from '../test-support/left-open.ts';
import { beforeExpress } from './before-express.ts';
import { closeServer, listen } from './server-life.ts';

interface Counted {
  readonly url: string;
  readonly status: number;
  readonly isRenderedPage: boolean;
}

/** A server whose rendered page is `/ready`; `/broken` throws, and `express` handles the rest. */
async function aServer(express: RequestListener = (_request, response) => response.end('from Express')) {
  const counted: Counted[] = [];
  const lines: Record<string, unknown>[] = [];
  const note = (line: Record<string, unknown>) => void lines.push(line);
  const first = beforeExpress({
    logger: { info: note, error: note },
    metrics: { count: (_request, url, { status, isRenderedPage }) => void counted.push({ url, status, isRenderedPage }) },
    pages: {
      send({ url }, response, requestId) {
        if (url === '/broken') throw new Error('canary');
        if (url !== '/ready') return false;
        response.writeHead(200, ['X-Request-Id', requestId]).end('ready');
        return true;
      },
    },
  });
  const server = createServer((request, response) => {
    if (!first(request, response)) express(request, response);
  });
  closeAtEnd(() => closeServer(server));
  return { url: await listen(server, 0, '127.0.0.1'), counted, lines };
}

test('a rendered page is sent before Express, everything else by Express, and both get an id, a log line and a count', async () => {
  const { url, counted, lines } = await aServer();
  const answers = [await fetch(`${url}/ready`), await fetch(`${url}/other?password=canary`)];
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['ready', 'from Express']);
  expect(counted).toEqual([
    { url: '/ready', status: 200, isRenderedPage: true },
    { url: '/other?password=canary', status: 200, isRenderedPage: false },
  ]);
  expect(lines).toEqual(
    answers.map((answer, index) => ({
      event: 'request',
      requestId: answer.headers.get('X-Request-Id'),
      method: 'GET',
      path: ['/ready', '/other'][index],
      status: 200,
      durationMs: expect.any(Number),
      completed: true,
    })),
  );
});

test('an error thrown before Express closes the connection, is logged, and leaves the server running', async () => {
  const { url, lines } = await aServer();
  await expect(fetch(`${url}/broken`)).rejects.toThrow('fetch failed');
  expect(lines[0]).toMatchObject({ event: 'bug', message: 'canary', requestId: expect.any(String) });
  expect(await (await fetch(`${url}/ready`)).text()).toBe('ready');
});

test('an aborted response leaves a log line that says so', async () => {
  let onClosed = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  const { url, lines } = await aServer((_request, response) => {
    response.write('half');
    response.on('close', onClosed);
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await closed;
  expect(lines).toMatchObject([{ path: '/long', completed: false }]);
});

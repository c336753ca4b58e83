import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { closeAtEnd } from './left-open.ts';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface FaultUpstream {
  readonly baseUrl: string;
  /** Path with query, and Authorization, of every request so far. */
  readonly requests: { path: string; authorization: string | undefined }[];
  readonly close: () => Promise<void>;
}

/** A server that sends response n to request n, and the last response to all later ones. */
export async function aFaultUpstream(...answers: readonly Answer[]): Promise<FaultUpstream> {
  const requests: { path: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization });
    answer?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/reports`,
    requests,
    close: closeAtEnd(
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  };
}

export const sends =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  };

export const sendsJson = (value: unknown): Answer => sends(200, JSON.stringify(value));

export const sendsHtml = (status: number): Answer =>
  sends(status, '<html><body>error</body></html>', { 'Content-Type': 'text/html' });

export const hangs: Answer = () => undefined;

export const hangsInBody: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"results":[');
};

export const breaksOffInBody: Answer = (response) => {
  response.writeHead(200, { 'Content-Length': '1000' }).write('half of it', () => response.socket?.destroy());
};

export const resets: Answer = (response) => {
  response.socket?.destroy();
};

export const sendsGarbage: Answer = (response) => {
  response.socket?.end('garbage\r\n\r\n');
};

/** A response that would be valid if it were not so large. */
const VALID = '{"results":[]}';

/** A small body that decompresses to this size. Compressed once, because that takes longer than the rest of a test. */
export const sendsCompressed = (megabytes: number): Answer => {
  let packed: Buffer | undefined;
  return (response) => {
    packed ??= gzipSync(Buffer.concat([Buffer.alloc(megabytes * 1024 * 1024, ' '), Buffer.from(VALID)]), { level: 1 });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(packed);
  };
};

export const sendsBytes =
  (megabytes: number): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    let left = megabytes;
    const write = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(chunk)) {
          response.once('drain', write);
          return;
        }
      }
      response.end(VALID);
    };
    write();
  };

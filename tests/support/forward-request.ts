import {
  request as requestSite,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';

interface Forwarding {
  readonly site: Pick<URL, 'hostname' | 'port'>;
  /** Path and query for the site, if they are not the request's own. */
  readonly path?: string;
  /** Headers for the site, if they are not the request's own. */
  readonly headers?: OutgoingHttpHeaders;
  /** Delays the body of the response. */
  readonly pace?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
}

/**
 * Sends a request on to the site and its response back. If either side disconnects, the other one is closed, and every stream's error
 * has a listener.
 */
export function forwardRequest(request: IncomingMessage, response: ServerResponse, forwarding: Forwarding): void {
  const { site, path = request.url, headers = request.headers, pace } = forwarding;
  const { hostname, port } = site;
  const onward = requestSite({ hostname, port, method: request.method, path, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    pipeline(pace ? pace(upstream) : upstream, response, () => undefined);
  });
  onward.on('error', () => response.destroy());
  pipeline(request, onward, () => undefined);
  response.once('close', () => onward.destroy());
}

/** Starts a proxy on a free port. @returns the port */
export async function startProxy(server: Pick<Server, 'listen' | 'once' | 'address'>, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, host, done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  return address.port;
}

/** Stops a proxy, and ends its connections. */
export function stopProxy(server: Pick<Server, 'close' | 'closeAllConnections'>): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

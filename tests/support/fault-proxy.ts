import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

/** Responds instead of the server. @param pass lets the server respond after all */
export type Fault = (response: ServerResponse, request: IncomingMessage, pass: () => void) => void;

export interface FaultProxy {
  readonly url: string;
  /** From now on requests whose path matches get the fault; null: none. */
  inject(fault: { readonly path: RegExp; readonly answer: Fault } | null): void;
  close(): Promise<void>;
}

/** A proxy between browser and site that fails as configured. */
export async function startFaultProxy(siteUrl: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(siteUrl);
  let injected: { readonly path: RegExp; readonly answer: Fault } | null = null;
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const { method, url: path } = request;
    // The site accepts requests from its own pages only, so it must not see that they came through this proxy.
    const headers = request.headers.origin === undefined ? request.headers : { ...request.headers, origin: siteUrl };
    // If either side disconnects, the other one is closed, and every stream's error has a listener.
    const onward = forward({ hostname, port, method, path, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      pipeline(upstream, response, () => undefined);
    });
    onward.on('error', () => response.destroy());
    pipeline(request, onward, () => undefined);
    response.once('close', () => onward.destroy());
  };
  const server = createServer((request, response) => {
    if (injected?.path.test(request.url ?? '')) injected.answer(response, request, () => pass(request, response));
    else pass(request, response);
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  const ownPort = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${ownPort}`,
    inject(fault) {
      injected = fault;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

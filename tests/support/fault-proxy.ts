import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { forwardRequest, startProxy, stopProxy } from './forward-request.ts';

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
  const site = new URL(siteUrl);
  let injected: { readonly path: RegExp; readonly answer: Fault } | null = null;
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    // The site accepts requests from its own pages only, so it must not see that they came through this proxy.
    const headers = request.headers.origin === undefined ? request.headers : { ...request.headers, origin: siteUrl };
    forwardRequest(request, response, { site, headers });
  };
  const server = createServer((request, response) => {
    if (injected?.path.test(request.url ?? '')) injected.answer(response, request, () => pass(request, response));
    else pass(request, response);
  });
  const port = await startProxy(server);
  return {
    url: `http://127.0.0.1:${port}`,
    inject(fault) {
      injected = fault;
    },
    close: () => stopProxy(server),
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import { inTurn } from './in-turn.ts';

/**
 * How long the server waits for a client, in milliseconds. By default Node checks for slow requests every 30 s, waits 5 s for the
 * next request on an idle connection, and forever for a client that stops reading its response. A proxy keeps idle connections
 * too, nginx for 60 s: if the server closes first, a request in transit at that moment is lost, and the visitor gets a 502.
 */
export const HTTP_TIMEOUTS = {
  headersTimeout: 10_000,
  /** Includes the body, which `readBody` rejects much earlier unless it keeps arriving: a large picture may come over a slow network. */
  requestTimeout: 600_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
  /** For the client to take the next bytes of a response; nginx waits just as long. */
  sendTimeout: 60_000,
};

/** Returns true if it has responded; Express then never sees the request. */
export type FirstHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Nothing has happened on the connection for `sendTimeout`. If nothing is waiting to be sent, the server is still making the response. */
function dropStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

/** Express on a server that drops slow senders and receivers, and keeps idle connections. */
export class SiteHttpAdapter extends ExpressAdapter {
  private readonly timeouts: typeof HTTP_TIMEOUTS;
  private firstHandler: FirstHandler = () => false;

  constructor(timeouts = HTTP_TIMEOUTS) {
    super();
    this.timeouts = timeouts;
  }

  override initHttpServer(): void {
    const express = this.getInstance();
    const handle = inTurn((request, response) => {
      response.on('timeout', dropStalled);
      if (!this.firstHandler(request, response)) express(request, response);
    });
    this.httpServer = createServer(this.timeouts, handle);
    this.httpServer.timeout = this.timeouts.sendTimeout;
  }

  /** Passes every request to a handler before Express sees it. */
  useFirst(handler: FirstHandler): void {
    this.firstHandler = handler;
  }
}

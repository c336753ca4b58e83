import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/**
 * How long the server waits for a client, in milliseconds. By default Node waits 300 s for a request, checking every 30 s, and 5 s
 * for the next request on an idle connection. A proxy keeps idle connections too, nginx for 60 s: if the server closes first, a
 * request in transit at that moment is lost, and the visitor gets a 502.
 */
export const HTTP_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
};

/** Returns true if it has responded; Express then never sees the request. */
export type FirstHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Express on a server that drops slow senders and keeps idle connections. */
export class SiteHttpAdapter extends ExpressAdapter {
  private readonly timeouts: typeof HTTP_TIMEOUTS;
  private isAnswered: FirstHandler = () => false;

  constructor(timeouts = HTTP_TIMEOUTS) {
    super();
    this.timeouts = timeouts;
  }

  override initHttpServer(): void {
    const express = this.getInstance();
    this.httpServer = createServer(this.timeouts, (request, response) => {
      if (!this.isAnswered(request, response)) express(request, response);
    });
  }

  /** Passes every request to a handler before Express sees it. */
  useFirst(handler: FirstHandler): void {
    this.isAnswered = handler;
  }
}

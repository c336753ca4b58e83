import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/**
 * How long a client is waited for, in milliseconds. For a request Node would wait 300 s and look every 30 s; for the next request on an
 * idle connection 5 s. A proxy keeps idle connections too, nginx for 60 s: if the server is the first to close, a request that is just
 * then on its way is lost, and the visitor gets a 502.
 */
export const HTTP_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 75_000,
};

/** Express on a server that gives up slow senders and keeps idle connections. */
export class SiteHttpAdapter extends ExpressAdapter {
  private readonly timeouts: typeof HTTP_TIMEOUTS;

  constructor(timeouts = HTTP_TIMEOUTS) {
    super();
    this.timeouts = timeouts;
  }

  override initHttpServer(): void {
    this.httpServer = createServer(this.timeouts, this.getInstance());
  }
}

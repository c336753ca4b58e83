import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** How long a slow sender is waited for, in milliseconds. Node would wait 300 s for a request and look every 30 s. */
export const HTTP_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** Express on a server that gives slow senders up. */
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

import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Express on a server that gives slow senders up; Node would wait 300 s for a request and look every 30 s. */
export class SiteHttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = createServer(
      { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000, keepAliveTimeout: 5_000 },
      this.getInstance(),
    );
  }
}

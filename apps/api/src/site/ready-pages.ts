import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import { LiveRegistry } from './live-registry.ts';
import { LiveTrials } from './live-trials.ts';
import type { SitePage } from './render-page.ts';
import { sendPage } from './send-page.ts';

/** As the router would have set it: the pages' own route, by which the request is counted. */
const PAGE_ROUTE = { path: '/{*path}' };

/**
 * Sends a rendered page to a visitor who certainly gets the stable releases, before the router compares the address with each route of
 * the API: that costs as much as sending the page. Everything else is left to the pages' controller, which also renders each page first.
 */
@Injectable()
export class ReadyPages {
  constructor(
    private readonly live: LiveRegistry,
    private readonly trials: LiveTrials,
  ) {}

  send(): RequestHandler {
    return (request, response, next) => {
      const page = this.find(request);
      if (!page) return next();
      request.route = PAGE_ROUTE;
      sendPage(request, response, page, false);
    };
  }

  /** Not for an address with a query, not for whoever may have an override, and for nobody while a canary has visitors. */
  private find({ method, url, headers }: Request): SitePage | undefined {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (headers.cookie?.includes('override')) return undefined;
    const live = this.live.known();
    return live && !this.trials.haveVisitorsOf(live) ? live.stable.ready.get(url) : undefined;
  }
}

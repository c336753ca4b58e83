import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import proxyAddr from 'proxy-addr';
import { Config } from '../config/config.ts';
import { hasBody } from '../http/request-guards.ts';
import { LiveRegistry } from './live-registry.ts';
import { LiveTrials } from './live-trials.ts';
import { OverrideLinks } from './override-links.ts';
import { PageTokens } from './page-tokens.ts';
import type { SitePage } from './render-page.ts';
import { sendPage } from './send-page.ts';

/**
 * Sends a rendered page to a visitor who certainly gets the stable releases, before Express sees the request: its setup, and matching the
 * address against each route of the API, cost more than sending the page. Everything else is left to the pages' controller, which also
 * renders each page the first time.
 */
@Injectable()
export class ReadyPages {
  private readonly isTrusted: ReturnType<typeof proxyAddr.compile>;

  constructor(
    private readonly live: LiveRegistry,
    private readonly trials: LiveTrials,
    private readonly overrides: OverrideLinks,
    private readonly tokens: PageTokens,
    config: Config,
  ) {
    this.isTrusted = proxyAddr.compile(config.trustProxy);
  }

  /** Returns false for a request that is left to the controller. */
  send(request: IncomingMessage, response: ServerResponse, requestId: string): boolean {
    const page = this.find(request);
    if (page) sendPage(request, response, { requestId, pageToken: this.tokens.header() }, page, false);
    return page !== undefined;
  }

  /**
   * Not for an address with a query, not for a visitor with an override, not while a canary has visitors, and not for a request with a
   * body, which must be read or rejected.
   */
  private find(request: IncomingMessage): SitePage | undefined {
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (hasBody(request)) return undefined;
    const live = this.live.known();
    const page = live && !this.trials.haveVisitorsOf(live) ? live.stable.ready.get(url) : undefined;
    return page && headers.cookie?.includes('override') && this.isOverriding(request) ? undefined : page;
  }

  /** Checked here too, because otherwise forged tokens could force every page through the controller, at several times the cost. */
  private isOverriding(request: IncomingMessage): boolean {
    // Not a getter: V8 keeps what a getter in an object literal refers to, here the request, until the next full garbage collection.
    const visitor = { headers: request.headers, ip: proxyAddr(request, this.isTrusted) };
    return this.overrides.read(visitor).length > 0;
  }
}

import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Override } from '@site/releases';
import type { Request, Response } from 'express';
import { Public } from '../http/access.ts';
import { sendMissingFile } from '../http/missing-file.ts';
import { requestIdOf } from '../http/request-id.ts';
import { TakesAnything } from '../http/undeclared.guard.ts';
import { OverrideLinks } from './override-links.ts';
import { PageTokens } from './page-tokens.ts';
import { sendPage } from './send-page.ts';
import { SentDocuments } from './sent-documents.ts';
import { SiteService } from './site.service.ts';
import { VisitorBuckets } from './visitor-buckets.ts';

/** A path as a file name; undefined if it cannot be one. */
function fileNamed(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Handles every path that no other controller handles: pages with their HTML, unknown ones with the 404 page. */
@ApiExcludeController()
@Controller()
export class SiteController {
  constructor(
    private readonly site: SiteService,
    private readonly buckets: VisitorBuckets,
    private readonly overrides: OverrideLinks,
    private readonly tokens: PageTokens,
    private readonly sent: SentDocuments,
  ) {}

  @Get('{*path}')
  @Public()
  @TakesAnything()
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { path } = request;
    const overrides = this.overrides.read(request);
    const hasTrial = await this.buckets.matter();
    const isVisitorSpecific = hasTrial || overrides.length > 0;
    // A missing file is not a page: a script request that gets HTML fails in confusing ways.
    const name = fileNamed(path) ?? path;
    if (/\.[a-z0-9]+$/i.test(name) || path.startsWith('/assets/'))
      return this.file(name, overrides, isVisitorSpecific, request, response);
    if (request.query['override'] !== undefined) {
      this.overrides.follow(request, response);
      return;
    }
    const bucket = this.buckets.read(request) ?? (hasTrial ? this.buckets.draw(request, response) : null);
    const page = await this.site.page(path, bucket, overrides, request.originalUrl.split('?')[1]);
    if (page.status === 404 && path.length > 1 && path.endsWith('/')) {
      const bare = path.replace(/\/+$/, '');
      if ((await this.site.page(bare, bucket, overrides)).status !== 404) {
        // The response may set a cookie, so shared caches must not keep it.
        response.set('Cache-Control', 'no-store').redirect(308, bare + request.originalUrl.slice(path.length));
        return;
      }
    }
    const successor = page.status === 410 ? await this.site.successor(path, bucket, overrides) : undefined;
    if (successor !== undefined) {
      // The remote may come back.
      response.set('Cache-Control', 'no-store').redirect(308, successor);
      return;
    }
    if (hasTrial && page.status === 200 && overrides.length === 0) await this.sent.report(request, bucket);
    sendPage(request, response, { requestId: requestIdOf(response), pageToken: this.tokens.header() }, page, isVisitorSpecific);
  }

  /** A file at the site's root. */
  private async file(
    name: string,
    overrides: readonly Override[],
    isVisitorSpecific: boolean,
    request: Request,
    response: Response,
  ): Promise<void> {
    const own = await this.site.ownFile(name, this.buckets.read(request), overrides);
    if (own) {
      if (isVisitorSpecific) response.vary('Cookie');
      // The address is permanent, but the file behind it may change with a release.
      response
        .set('Cache-Control', isVisitorSpecific ? 'private, no-cache' : 'no-cache')
        .redirect(302, own.split('/').map(encodeURIComponent).join('/'));
      return;
    }
    const file = await this.site.file(request.path);
    if (!file) {
      sendMissingFile(response);
      return;
    }
    // Express adds the ETag, and sends a 304 to a visitor who already has it.
    response
      .set({
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': file.policy ?? "default-src 'none'",
        'Content-Type': `${file.type}; charset=utf-8`,
      })
      .send(file.text);
  }
}

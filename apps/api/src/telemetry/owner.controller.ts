import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { parseVerifyingKey, signedOrigin } from '@site/releases';
import { Config } from '../config/config.ts';
import { HttpError } from '../http/app-error.ts';
import { isOwner } from '../ops/owner-access.ts';
import { SiteService } from '../site/site.service.ts';
import { ownerPage, type OwnerRowWithOrigin } from './owner-page.ts';
import { ownerRows } from './owner-rows.ts';
import { ReleaseHealth } from './release-health.ts';
import { TelemetryRepository } from './telemetry.repository.ts';

@ApiTags('operations')
@Controller()
export class OwnerController {
  constructor(
    private readonly config: Config,
    private readonly site: SiteService,
    private readonly health: ReleaseHealth,
    private readonly repository: TelemetryRepository,
  ) {}

  @Get('owner')
  @ApiExcludeEndpoint()
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
    if (!isOwner(request, this.config)) {
      // Where no token is set, others than this machine are told of no page.
      if (this.config.ownerToken === null) throw new HttpError('NOT_FOUND', 'the owner page is not for this client');
      response.set('WWW-Authenticate', 'Basic realm="owner", charset="UTF-8"').status(401).type('text/plain');
      response.send('The password is OWNER_TOKEN; the name may be anything.\n');
      return;
    }
    const { html, policy } = ownerPage((await this.site.registry()).serial, await this.rows());
    response.set('Content-Security-Policy', policy).type('html').send(html);
  }

  @Get('api/releases')
  @ApiOperation({ summary: 'How every release does: for who brings OWNER_TOKEN, or, where none is set, for this machine' })
  @ApiOkResponse({ schema: { type: 'array', items: { type: 'object' } } })
  async releases(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!isOwner(request, this.config)) throw new HttpError('NOT_FOUND', 'releases are not for this client');
    response.set('Cache-Control', 'no-store').json(await this.rows());
  }

  private async rows(): Promise<OwnerRowWithOrigin[]> {
    const rows = ownerRows(await this.site.registry(), await this.health.lastDay(), await this.repository.allWithdrawals());
    const { releasesDir, releaseSigningKey } = this.config;
    const owner = parseVerifyingKey(releaseSigningKey);
    return Promise.all(
      rows.map(async (row) => ({ ...row, origin: (await signedOrigin(releasesDir, owner, row.app, row.release)) ?? null })),
    );
  }
}

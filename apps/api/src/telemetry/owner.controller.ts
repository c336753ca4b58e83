import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { parseVerifyingKey, signedOrigin } from '@site/releases';
import { ActiveAlerts } from '../alerts/active-alerts.ts';
import { Config } from '../config/config.ts';
import { NotStored } from '../http/not-stored.ts';
import { sendOwnerPage } from '../owner-room/owner-document.ts';
import { OwnerOnly } from '../ops/owner.guard.ts';
import { LiveRegistry } from '../site/live-registry.ts';
import { WithdrawalRepository } from '../trials/withdrawal.repository.ts';
import { ownerPage, type OwnerRowWithOrigin } from './owner-page.ts';
import { ownerRows } from './owner-rows.ts';
import { ReleaseHealth } from './release-health.ts';

@ApiTags('operations')
@NotStored()
@Controller()
export class OwnerController {
  constructor(
    private readonly live: LiveRegistry,
    private readonly health: ReleaseHealth,
    private readonly withdrawals: WithdrawalRepository,
    @Inject(ActiveAlerts) private readonly alerts: Pick<ActiveAlerts, 'all'>,
    @Inject(Config) private readonly config: Pick<Config, 'releasesDir' | 'releaseSigningKey'>,
  ) {}

  @Get('owner')
  @OwnerOnly({ asksForToken: true })
  @ApiExcludeEndpoint()
  async page(@Res() response: Response): Promise<void> {
    const { registry } = await this.live.current();
    sendOwnerPage(response, '/owner', ownerPage(registry.serial, await this.alerts.all(), await this.rows()));
  }

  @Get('api/releases')
  @OwnerOnly()
  @ApiOperation({
    summary: 'The health of every release: for callers that send OWNER_TOKEN or, if none is set, callers on this machine',
  })
  @ApiOkResponse({ schema: { type: 'array', items: { type: 'object' } } })
  releases(): Promise<OwnerRowWithOrigin[]> {
    return this.rows();
  }

  private async rows(): Promise<OwnerRowWithOrigin[]> {
    const rows = ownerRows((await this.live.current()).registry, await this.health.lastDay(), await this.withdrawals.all());
    const { releasesDir, releaseSigningKey } = this.config;
    const owner = parseVerifyingKey(releaseSigningKey);
    return Promise.all(
      rows.map(async (row) => ({ ...row, origin: (await signedOrigin(releasesDir, owner, row.app, row.release)) ?? null })),
    );
  }
}

import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { OwnerOnly } from '../ops/owner.guard.ts';
import { LiveRegistry } from '../site/live-registry.ts';
import { WithdrawalRepository } from '../trials/withdrawal.repository.ts';
import { ownerPage, type OwnerRow } from './owner-page.ts';
import { ownerRows } from './owner-rows.ts';
import { ReleaseHealth } from './release-health.ts';

@ApiTags('operations')
@Controller()
export class OwnerController {
  constructor(
    private readonly live: LiveRegistry,
    private readonly health: ReleaseHealth,
    private readonly withdrawals: WithdrawalRepository,
  ) {}

  @Get('owner')
  @OwnerOnly({ asksForToken: true })
  @Header('Cache-Control', 'no-store')
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Referrer-Policy', 'no-referrer')
  @ApiExcludeEndpoint()
  async page(@Res() response: Response): Promise<void> {
    const { registry } = await this.live.current();
    const { html, policy } = ownerPage(registry.serial, await this.rows());
    response.set('Content-Security-Policy', policy).type('html').send(html);
  }

  @Get('api/releases')
  @OwnerOnly()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'How every release does: for who sends OWNER_TOKEN, or, where none is set, for this machine' })
  @ApiOkResponse({ schema: { type: 'array', items: { type: 'object' } } })
  releases(): Promise<OwnerRow[]> {
    return this.rows();
  }

  private async rows(): Promise<OwnerRow[]> {
    return ownerRows((await this.live.current()).registry, await this.health.lastDay(), await this.withdrawals.all());
  }
}

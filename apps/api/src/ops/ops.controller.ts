import { Controller, Get, HttpCode, Inject, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../http/access.ts';
import { NotStored } from '../http/not-stored.ts';
import { Metrics } from './metrics.ts';
import { OwnerOnly } from './owner.guard.ts';
import { Readiness } from './readiness.ts';

@ApiTags('operations')
@NotStored()
@Controller()
export class OpsController {
  constructor(
    @Inject(Readiness) private readonly readiness: Pick<Readiness, 'isReady'>,
    private readonly metrics: Metrics,
  ) {}

  @Get('healthz')
  @Public()
  @ApiOperation({ summary: 'Reports that the process is alive, without checking anything else' })
  @ApiOkResponse({ schema: { example: { status: 'alive' } } })
  health(): { status: string } {
    return { status: 'alive' };
  }

  @Get('readyz')
  @Public()
  @HttpCode(200)
  @ApiOperation({ summary: 'The server is not stopping, its disk has room, and the database accepts a write and returns it' })
  @ApiOkResponse({ schema: { example: { status: 'ready' } } })
  @ApiServiceUnavailableResponse({ schema: { example: { status: 'not ready' } } })
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string }> {
    const isReady = await this.readiness.isReady();
    if (!isReady) response.status(503);
    return { status: isReady ? 'ready' : 'not ready' };
  }

  @Get('metrics')
  @OwnerOnly()
  @ApiOperation({
    summary:
      'Counters for Prometheus: for callers that send OWNER_TOKEN or, if none is set and the site is not published, callers on this machine',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  async prometheus(@Res() response: Response): Promise<void> {
    const text = await this.metrics.registry.metrics();
    response.type(this.metrics.registry.contentType).send(text);
  }
}

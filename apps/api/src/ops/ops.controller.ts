import { Controller, Get, Header, HttpCode, Inject, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Config } from '../config/config.ts';
import { HttpError } from '../http/app-error.ts';
import { Metrics } from './metrics.ts';
import { isOwner } from './owner-access.ts';
import { Readiness } from './readiness.ts';

@ApiTags('operations')
@Controller()
export class OpsController {
  constructor(
    @Inject(Readiness) private readonly readiness: Pick<Readiness, 'isReady'>,
    private readonly metrics: Metrics,
    private readonly config: Config,
  ) {}

  @Get('healthz')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The process is alive; touches nothing else' })
  @ApiOkResponse({ schema: { example: { status: 'alive' } } })
  health(): { status: string } {
    return { status: 'alive' };
  }

  @Get('readyz')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The server stays, its disk has room, and the database takes a write and gives it back' })
  @ApiOkResponse({ schema: { example: { status: 'ready' } } })
  @ApiServiceUnavailableResponse({ schema: { example: { status: 'not ready' } } })
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string }> {
    const isReady = await this.readiness.isReady();
    if (!isReady) response.status(503);
    return { status: isReady ? 'ready' : 'not ready' };
  }

  @Get('metrics')
  @ApiOperation({ summary: 'Counters for Prometheus: for who brings OWNER_TOKEN, or, where none is set, for this machine' })
  @ApiProduces('text/plain')
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  async prometheus(@Req() request: Request, @Res() response: Response): Promise<void> {
    // To everybody else the address does not exist.
    if (!isOwner(request, this.config)) throw new HttpError('NOT_FOUND', 'metrics are not for this client');
    const text = await this.metrics.registry.metrics();
    response.set('Cache-Control', 'no-store').type(this.metrics.registry.contentType).send(text);
  }
}

import { Controller, Get, Header, HttpCode, Inject, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Readiness } from './readiness.ts';

@ApiTags('operations')
@Controller()
export class OpsController {
  constructor(@Inject(Readiness) private readonly readiness: Pick<Readiness, 'isReady'>) {}

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
  @ApiOperation({ summary: 'The database takes a write and gives it back' })
  @ApiOkResponse({ schema: { example: { status: 'ready' } } })
  @ApiServiceUnavailableResponse({ schema: { example: { status: 'not ready' } } })
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string }> {
    const isReady = await this.readiness.isReady();
    if (!isReady) response.status(503);
    return { status: isReady ? 'ready' : 'not ready' };
  }
}

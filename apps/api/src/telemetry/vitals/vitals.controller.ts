import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { VitalsReport } from '@site/contracts';
import { Public } from '../../http/access.ts';
import { ApiProblems } from '../../http/api-schema.ts';
import { NotStored } from '../../http/not-stored.ts';
import { truncatedNetwork } from '../../rate-limit/client-address.ts';
import { OverrideLinks } from '../../site/override-links.ts';
import { ReportRateLimit } from '../report-rate-limit.ts';
import { SpentTokens } from './spent-tokens.ts';
import { VitalsReportBody } from './vitals.dto.ts';
import { VitalsService } from './vitals.service.ts';

@ApiTags('operations')
@NotStored()
@Controller('api')
export class VitalsController {
  constructor(
    private readonly vitals: VitalsService,
    private readonly rateLimit: ReportRateLimit,
    private readonly overrides: OverrideLinks,
    private readonly tokens: SpentTokens,
  ) {}

  @Post('vitals')
  @Public()
  @HttpCode(204)
  @ApiOperation({ summary: 'How fast a document was for a visitor. Counted, not stored individually' })
  @ApiNoContentResponse()
  @ApiProblems(400, 429)
  async report(@Body({ schema: VitalsReportBody }) report: VitalsReport, @Req() request: Request): Promise<void> {
    this.rateLimit.require(request, 1);
    // A visitor with an override link measures a set of releases that nobody else sees.
    const hasOverride = this.overrides.read(request).length > 0;
    // If a report does not count, its sender is not told.
    if (!hasOverride && this.tokens.spend(report.token)) await this.vitals.count(report, truncatedNetwork(request));
  }
}

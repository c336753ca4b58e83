import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { PageReports } from '@site/contracts';
import { Public } from '../http/access.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { NotStored } from '../http/not-stored.ts';
import { truncatedNetwork } from '../rate-limit/client-address.ts';
import { OverrideLinks } from '../site/override-links.ts';
import { VisitorBuckets } from '../site/visitor-buckets.ts';
import { ReportRateLimit } from './report-rate-limit.ts';
import { PageReportsBody } from './telemetry.dto.ts';
import { ShellStarts } from './shell-trial/shell-starts.ts';
import { TelemetryService } from './telemetry.service.ts';

@ApiTags('operations')
@NotStored()
@Controller('api')
export class TelemetryController {
  constructor(
    private readonly telemetry: TelemetryService,
    private readonly rateLimit: ReportRateLimit,
    private readonly overrides: OverrideLinks,
    private readonly buckets: VisitorBuckets,
    private readonly starts: ShellStarts,
  ) {}

  @Post('telemetry')
  @Public()
  @HttpCode(204)
  @ApiOperation({ summary: 'Outcomes of page views: which release, which step, how long. Counted, not stored individually' })
  @ApiNoContentResponse()
  @ApiProblems(400, 429)
  async report(@Body({ schema: PageReportsBody }) { reports }: PageReports, @Req() request: Request): Promise<void> {
    this.rateLimit.require(request, reports.length);
    // A visitor with an override link tests alone: three debugger breakpoints must not end everyone's trial.
    if (this.overrides.read(request).length > 0) return;
    const network = truncatedNetwork(request);
    const shell = await this.buckets.shellOf(request);
    if (shell) this.starts.reported(network, shell);
    await this.telemetry.count(reports, network, shell);
  }
}

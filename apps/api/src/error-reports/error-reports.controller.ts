import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { ErrorReport } from '@site/contracts';
import { Public } from '../http/access.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { NotStored } from '../http/not-stored.ts';
import { truncatedNetwork } from '../rate-limit/client-address.ts';
import { OverrideLinks } from '../site/override-links.ts';
import { ReportRateLimit } from '../telemetry/report-rate-limit.ts';
import { browserFamily } from '../browser-family.ts';
import { ErrorAdmission } from './error-admission.ts';
import { ErrorReportBody } from './error-report.dto.ts';
import { ErrorReportsService } from './error-reports.service.ts';

@ApiTags('operations')
@NotStored()
@Controller('api')
export class ErrorReportsController {
  constructor(
    private readonly errors: ErrorReportsService,
    private readonly admission: ErrorAdmission,
    private readonly rateLimit: ReportRateLimit,
    private readonly overrides: OverrideLinks,
  ) {}

  @Post('errors')
  @Public()
  @HttpCode(204)
  @ApiOperation({ summary: 'An error in a page, with its stack. Counted with those that have the same cause' })
  @ApiNoContentResponse()
  @ApiProblems(400, 429)
  async report(@Body({ schema: ErrorReportBody }) report: ErrorReport, @Req() request: Request): Promise<void> {
    this.rateLimit.require(request, 1);
    // A visitor with an override link sees a set of releases that nobody else does.
    if (this.overrides.read(request).length > 0) return;
    // If a report does not count, its sender is not told.
    if (await this.admission.admits(report, truncatedNetwork(request)))
      this.errors.receive(report, browserFamily(request.headers['user-agent']));
  }
}

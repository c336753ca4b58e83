import { Body, Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { parsePageReports, type PageReport } from '@site/contracts';
import { HttpError } from '../http/app-error.ts';
import { ApiProblemDto, ApiProblems } from '../http/problem.dto.ts';
import { requireBody } from '../http/request-guards.ts';
import { clientNetwork, truncatedNetwork } from '../rate-limit/client-address.ts';
import { OverrideLinks } from '../site/override-links.ts';
import { ReportPace } from './report-pace.ts';
import { PageReportsDto } from './telemetry.dto.ts';
import { TelemetryService } from './telemetry.service.ts';

function readReports(body: unknown): PageReport[] {
  try {
    return parsePageReports(body);
  } catch {
    const details =
      'reports must list 1 to 20 objects with app (a name such as market-prices), release, path, outcome, phase, ms and message, as /api/docs says';
    throw new HttpError('INVALID_BODY', 'no page reports', {}, details);
  }
}

@ApiTags('operations')
@Controller('api')
export class TelemetryController {
  constructor(
    private readonly telemetry: TelemetryService,
    private readonly pace: ReportPace,
    private readonly overrides: OverrideLinks,
  ) {}

  @Post('telemetry')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'How page views went: which release, which step, how long. Counted, and not kept one by one' })
  @ApiBody({ type: PageReportsDto })
  @ApiNoContentResponse()
  @ApiProblems([400, ApiProblemDto], [429, ApiProblemDto])
  async report(@Body() body: unknown, @Req() request: Request): Promise<void> {
    requireBody(request);
    const reports = readReports(body);
    const waitMs = this.pace.take(clientNetwork(request), reports.length);
    if (waitMs > 0) throw new HttpError('RATE_LIMITED', 'page reports', { 'Retry-After': String(Math.ceil(waitMs / 1000)) });
    // Who put a release in place by a link tries it for itself: three breakpoints must not end everybody's trial.
    if (this.overrides.read(request).length === 0) await this.telemetry.count(reports, truncatedNetwork(request));
  }
}

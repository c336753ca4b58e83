import { Body, Controller, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { BrowserReportsQuerySchema } from '@site/contracts';
import { Config } from '../../config/config.ts';
import { Public } from '../../http/access.ts';
import { ApiProblems } from '../../http/api-schema.ts';
import { NotStored } from '../../http/not-stored.ts';
import { truncatedNetwork } from '../../rate-limit/client-address.ts';
import { OverrideLinks } from '../../site/override-links.ts';
import { optsOut } from '../../site/reporting-headers.ts';
import { ReportRateLimit } from '../report-rate-limit.ts';
import { readReport } from './browser-report.ts';
import { BrowserReportsService } from './browser-reports.service.ts';
import { REPORT_TYPES, reportsOf } from './read-reports.ts';

@ApiTags('operations')
@NotStored()
@Controller('api')
export class BrowserReportsController {
  constructor(
    private readonly reports: BrowserReportsService,
    private readonly rateLimit: ReportRateLimit,
    private readonly overrides: OverrideLinks,
    @Inject(Config) private readonly config: Pick<Config, 'publicOrigin'>,
  ) {}

  @Post('browser-reports')
  @Public()
  @HttpCode(204)
  @ApiOperation({
    summary: 'What browsers report about a page: blocked loads, deprecated features. Counted, not stored individually',
  })
  @ApiConsumes(...REPORT_TYPES)
  @ApiBody({ schema: { type: 'array', maxItems: 20, items: { type: 'object' } } })
  @ApiNoContentResponse()
  @ApiProblems(400, 413, 415, 429)
  async report(
    @Query({ schema: BrowserReportsQuerySchema }) { set = '' }: { set?: string },
    @Body() body: unknown,
    @Req() request: Request,
  ): Promise<void> {
    const sent = reportsOf(body);
    this.rateLimit.require(request, sent.length);
    // Visitors who object, or see releases that nobody else sees, are not counted; their documents named no address for reports.
    if (optsOut(request.headers) || this.overrides.read(request).length > 0) return;
    // Browsers send these to the origin of the document: with a proxy in front, the public one.
    const site = { origins: [this.config.publicOrigin, `${request.protocol}://${request.get('Host') ?? ''}`] };
    const reports = sent.flatMap((report) => readReport(report, site) ?? []);
    const [network, userAgent] = [truncatedNetwork(request), request.get('User-Agent') ?? ''];
    await this.reports.count(reports, { set, network, userAgent });
  }
}

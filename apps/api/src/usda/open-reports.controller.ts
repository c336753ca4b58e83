import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ReportSection } from '@site/contracts';
import type { Request, Response } from 'express';
import { Clock } from '../clock.ts';
import { Public } from '../http/access.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { keepRecent } from '../http/keep-recent.ts';
import { ReadyJson } from '../http/ready-json.ts';
import { OpenReportsService } from './open-reports.service.ts';
import { MAX_BYTES, MAX_ROWS } from './section.mapper.ts';
import { labelAge, UpstreamProblems } from './upstream-answer.ts';
import { OpenedReport, toReportSection } from './usda.dto.ts';

/** Responses cached as bytes. */
const MAX_READY = 8;
const LIMITS = `The newest issues, at most ${MAX_ROWS.toLocaleString('en-US')} rows and ${MAX_BYTES / 1_000_000} MB.`;

@ApiTags('prices')
@Controller('api/usda-reports')
export class OpenReportsController {
  private readonly ready = new Map<string, ReadyJson<ReportSection>>();

  constructor(
    @Inject(OpenReportsService) private readonly service: Pick<OpenReportsService, 'section'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  @Get(':slug')
  @Public()
  @ApiOperation({ summary: 'The figures of any report on the list, as typed columns', description: LIMITS })
  @ApiOkResponse({ standardSchema: OpenedReport })
  @ApiProblems(404)
  @UpstreamProblems()
  async report(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(await this.service.section(slug, null), request, response);
  }

  @Get(':slug/:section')
  @Public()
  @ApiOperation({ summary: 'One section of a report, such as report-header', description: LIMITS })
  @ApiOkResponse({ standardSchema: OpenedReport })
  @ApiProblems(404)
  @UpstreamProblems()
  async section(
    @Param('slug') slug: string,
    @Param('section') section: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(await this.service.section(slug, section), request, response);
  }

  private async send(section: ReportSection, request: Request, response: Response): Promise<void> {
    const name = `${section.slug} ${section.section}`;
    const ready = keepRecent(this.ready, name, this.ready.get(name) ?? new ReadyJson<ReportSection>(toReportSection), MAX_READY);
    labelAge(response, this.clock, section);
    await ready.send(section, request, response);
  }
}

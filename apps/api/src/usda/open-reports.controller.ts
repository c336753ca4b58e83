import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Clock } from '../clock.ts';
import { Public } from '../http/access.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { responseEncoding } from '../http/response-encoding.ts';
import { OpenReportsService, type CurrentSection } from './open-reports.service.ts';
import { MAX_BYTES, MAX_ROWS } from './section.mapper.ts';
import { SentResponses } from './sent-responses.ts';
import { labelAge, UpstreamProblems } from './upstream-response.ts';
import { OpenedReport } from './usda.dto.ts';

const LIMITS = `The newest issues, at most ${MAX_ROWS.toLocaleString('en-US')} rows and ${MAX_BYTES / 1_000_000} MB.`;

@ApiTags('prices')
@Controller('api/usda-reports')
export class OpenReportsController {
  constructor(
    @Inject(OpenReportsService) private readonly service: Pick<OpenReportsService, 'section' | 'response'>,
    @Inject(SentResponses) private readonly sent: Pick<SentResponses, 'admit'>,
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

  private async send(section: CurrentSection, request: Request, response: Response): Promise<void> {
    const ready = await this.service.response(section, responseEncoding(request));
    await this.sent.admit(ready, request, response);
    labelAge(response, this.clock, section);
    await ready.send(request, response);
  }
}

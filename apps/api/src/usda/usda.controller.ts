import { applyDecorators, Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { MarketReport, WeeklyReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { Public } from '../http/access.ts';
import { ProblemSchema } from '../http/api-schema.ts';
import { ReadyJson } from '../http/ready-json.ts';
import { UsdaConnection } from './usda-connection.ts';
import { ListedReport, toMarketReport, toWeeklyReport, Weekly } from './usda.dto.ts';
import { UsdaService } from './usda.service.ts';

const UpstreamProblems = () =>
  applyDecorators(
    ApiResponse({
      status: 502,
      standardSchema: ProblemSchema,
      description: 'USDA is unreachable, refused the key or answered nonsense',
    }),
    ApiResponse({
      status: 503,
      standardSchema: ProblemSchema,
      description: 'No USDA key is configured, USDA asks for a pause, or it was asked 60 times within a minute',
    }),
    ApiResponse({ status: 504, standardSchema: ProblemSchema, description: 'USDA did not answer in time' }),
  );

@ApiTags('prices')
@Controller('api')
export class UsdaController {
  private readonly eggs = new ReadyJson<WeeklyReport>(toWeeklyReport);
  private readonly beef = new ReadyJson<WeeklyReport>(toWeeklyReport);

  constructor(
    @Inject(UsdaService) private readonly service: Pick<UsdaService, 'weeklyEggReport' | 'weeklyBeefReport' | 'reportList'>,
    private readonly connection: UsdaConnection,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  @Get('weekly-egg-report')
  @Public()
  @ApiOperation({ summary: 'Advertised egg prices of the last two weeks (USDA report 2757)' })
  @ApiOkResponse({ standardSchema: Weekly })
  @UpstreamProblems()
  async weeklyEggReport(@Req() request: Request, @Res() response: Response): Promise<void> {
    const report = await this.service.weeklyEggReport();
    this.labelAge(response, report);
    await this.eggs.send(report, request, response);
  }

  @Get('weekly-beef-report')
  @Public()
  @ApiOperation({ summary: 'Advertised beef prices of the last two weeks, with their change (USDA report 3228)' })
  @ApiOkResponse({ standardSchema: Weekly })
  @UpstreamProblems()
  async weeklyBeefReport(@Req() request: Request, @Res() response: Response): Promise<void> {
    const report = await this.service.weeklyBeefReport();
    this.labelAge(response, report);
    await this.beef.send(report, request, response);
  }

  @Get('usda-reports')
  @Public()
  @ApiOperation({ summary: "USDA's list of market reports; age and source stand in the headers" })
  @ApiOkResponse({ standardSchema: ListedReport, isArray: true })
  @UpstreamProblems()
  async usdaReports(@Res({ passthrough: true }) response: Response): Promise<MarketReport[]> {
    const list = await this.service.reportList();
    this.labelAge(response, list);
    // A bare list has no envelope for these.
    response.set({ 'X-Data-Source': this.connection.source, 'X-Data-Fetched-At': list.fetchedAt });
    return list.value.map(toMarketReport);
  }

  private labelAge(response: Response, copy: { readonly fetchedAt: string; readonly stale: boolean }): void {
    const age = Math.floor((this.clock.now().getTime() - Date.parse(copy.fetchedAt)) / 1_000);
    response.set({ 'Cache-Control': 'no-cache', Age: String(Math.max(age, 0)) });
    if (copy.stale) response.set('X-Data-Stale', 'true');
  }
}

import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { MarketReport, WeeklyReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { Public } from '../http/access.ts';
import { ReadyJson } from '../http/ready-json.ts';
import { labelAge, UpstreamProblems } from './upstream-response.ts';
import { UsdaConnection } from './usda-connection.ts';
import { ListedReport, toMarketReport, toWeeklyReport, Weekly } from './usda.dto.ts';
import { UsdaService } from './usda.service.ts';

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
  @ApiOperation({ summary: 'Advertised egg prices for the last two weeks (USDA report 2757)' })
  @ApiOkResponse({ standardSchema: Weekly })
  @UpstreamProblems()
  async weeklyEggReport(@Req() request: Request, @Res() response: Response): Promise<void> {
    const report = await this.service.weeklyEggReport();
    labelAge(response, this.clock, report);
    await this.eggs.send(report, request, response);
  }

  @Get('weekly-beef-report')
  @Public()
  @ApiOperation({ summary: 'Advertised beef prices for the last two weeks, with their change (USDA report 3228)' })
  @ApiOkResponse({ standardSchema: Weekly })
  @UpstreamProblems()
  async weeklyBeefReport(@Req() request: Request, @Res() response: Response): Promise<void> {
    const report = await this.service.weeklyBeefReport();
    labelAge(response, this.clock, report);
    await this.beef.send(report, request, response);
  }

  @Get('usda-reports')
  @Public()
  @ApiOperation({ summary: "USDA's list of market reports; age and source are in the headers" })
  @ApiOkResponse({ standardSchema: ListedReport, isArray: true })
  @UpstreamProblems()
  async usdaReports(@Res({ passthrough: true }) response: Response): Promise<MarketReport[]> {
    const list = await this.service.reportList();
    labelAge(response, this.clock, list);
    // A bare list has no envelope for these.
    response.set({ 'X-Data-Source': this.connection.source, 'X-Data-Fetched-At': list.fetchedAt });
    return list.value.map(toMarketReport);
  }
}

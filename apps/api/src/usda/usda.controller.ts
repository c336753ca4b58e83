import { All, Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Clock } from '../clock.ts';
import { HttpError } from '../http/app-error.ts';
import { toWeeklyReportDto, WeeklyReportDto, WeeklyReportProblemDto } from './usda.dto.ts';
import { UsdaService } from './usda.service.ts';

@ApiTags('prices')
@Controller('api/weekly-egg-report')
export class UsdaController {
  constructor(
    @Inject(UsdaService) private readonly service: Pick<UsdaService, 'weeklyEggReport'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Advertised egg prices of the last two weeks (USDA report 2757)' })
  @ApiOkResponse({ type: WeeklyReportDto })
  @ApiResponse({
    status: 502,
    type: WeeklyReportProblemDto,
    description: 'USDA is unreachable, refused the key or answered nonsense',
  })
  @ApiResponse({ status: 503, type: WeeklyReportProblemDto, description: 'No USDA key is configured, or USDA asks for a pause' })
  @ApiResponse({ status: 504, type: WeeklyReportProblemDto, description: 'USDA did not answer in time' })
  async weeklyEggReport(@Res({ passthrough: true }) response: Response): Promise<WeeklyReportDto> {
    const report = await this.service.weeklyEggReport();
    const age = Math.floor((this.clock.now().getTime() - Date.parse(report.fetchedAt)) / 1_000);
    response.set({ 'Cache-Control': 'no-cache', Age: String(Math.max(age, 0)) });
    if (report.stale) response.set('X-Data-Stale', 'true');
    return toWeeklyReportDto(report);
  }

  @All()
  @ApiExcludeEndpoint()
  refuseMethod(): never {
    throw new HttpError('METHOD_NOT_ALLOWED', 'the report can only be read', { Allow: 'GET, HEAD' });
  }
}

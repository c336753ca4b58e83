import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiProblemDto, ApiProblems } from '../http/problem.dto.ts';
import { strictQuery } from '../http/strict-query.ts';
import { priceHistoryCsv } from './price-history.csv.ts';
import { PriceHistoryDto, PriceHistoryQueryDto } from './price-history.dto.ts';
import { PriceHistoryService } from './price-history.service.ts';

/** Weeks are added once a week; corrections are rare. */
const CACHE_CONTROL = 'public, max-age=300';

@ApiTags('prices')
@Controller('api')
export class PriceHistoryController {
  constructor(@Inject(PriceHistoryService) private readonly service: Pick<PriceHistoryService, 'history'>) {}

  @Get('price-history')
  @ApiOperation({ summary: 'The stored weeks of one item, or of every item of a region' })
  @ApiOkResponse({ type: PriceHistoryDto })
  @ApiProblems([400, ApiProblemDto])
  history(
    @Query(strictQuery()) query: PriceHistoryQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PriceHistoryDto> {
    response.set('Cache-Control', CACHE_CONTROL);
    return this.service.history(query);
  }

  @Get('price-history.csv')
  @ApiOperation({ summary: 'The same as a table, with a line for the source and one for the licence' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiProblems([400, ApiProblemDto])
  async csv(@Query(strictQuery()) query: PriceHistoryQueryDto, @Res() response: Response): Promise<void> {
    const history = await this.service.history(query);
    response
      .set({
        'Cache-Control': CACHE_CONTROL,
        'Content-Disposition': `attachment; filename="${query.commodity}-price-history.csv"`,
      })
      .type('text/csv')
      .send(priceHistoryCsv(history));
  }
}

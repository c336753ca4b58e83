import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { PriceHistoryQuerySchema, type PriceHistoryQuery } from '@site/contracts';
import type { Request, Response } from 'express';
import { Public } from '../http/access.ts';
import { answerEncoding } from '../http/answer-encoding.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { History } from './price-history.dto.ts';
import { MAX_POINTS, PriceHistoryService } from './price-history.service.ts';
import type { HistoryFormat } from './price-points.ts';

/** Weeks are added once a week; corrections are rare. */
const CACHE_CONTROL = 'public, max-age=300';
const LIMITS = `At most five years and a week at once, and at most ${MAX_POINTS} points: more is answered 400 with words.`;

@ApiTags('prices')
@Controller('api')
export class PriceHistoryController {
  constructor(@Inject(PriceHistoryService) private readonly service: Pick<PriceHistoryService, 'answer'>) {}

  @Get('price-history')
  @Public()
  @ApiOperation({ summary: 'The stored weeks of one item, or of every item of a region', description: LIMITS })
  @ApiOkResponse({ standardSchema: History })
  @ApiProblems(400, 503)
  async history(
    @Query({ schema: PriceHistoryQuerySchema }) query: PriceHistoryQuery,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await this.send(query, 'json', request, response);
  }

  @Get('price-history.csv')
  @Public()
  @ApiOperation({ summary: 'The same as a table, with a line for the source and one for the licence', description: LIMITS })
  @ApiProduces('text/csv')
  @ApiOkResponse({ content: { 'text/csv': { schema: { type: 'string' } } } })
  @ApiProblems(400, 503)
  async csv(
    @Query({ schema: PriceHistoryQuerySchema }) query: PriceHistoryQuery,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await this.send(query, 'csv', request, response);
  }

  private async send(query: PriceHistoryQuery, format: HistoryFormat, request: Request, response: Response): Promise<void> {
    const answer = await this.service.answer(query, format, answerEncoding(request));
    response.set('Cache-Control', CACHE_CONTROL);
    if (format === 'csv') response.set('Content-Disposition', `attachment; filename="${query.commodity}-price-history.csv"`);
    await answer.send(request, response);
  }
}

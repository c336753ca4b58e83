import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import {
  HISTORY_COMPLETE,
  metadataName,
  PriceFeedQuerySchema,
  PriceHistoryQuerySchema,
  PricePictureQuerySchema,
  type PriceFeedQuery,
  type PriceHistoryQuery,
  type PricePictureQuery,
} from '@site/contracts';
import type { Request, Response } from 'express';
import { Config } from '../config/config.ts';
import { Public } from '../http/access.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { responseEncoding } from '../http/response-encoding.ts';
import { History } from './price-history.dto.ts';
import { PriceFeedService } from './price-feed.service.ts';
import { PricePictureService } from './price-picture.service.ts';
import { MAX_POINTS, PriceHistoryService } from './price-history.service.ts';
import { historyMetadata } from './price-history.text.ts';
import type { HistoryFormat } from './price-points.ts';
import { SentResponses } from './sent-responses.ts';

/** Prices are added once a week; corrections are rare. */
const CACHE_CONTROL = 'public, max-age=300';
const LIMITS = `At most five years and a week, and at most ${MAX_POINTS} points per request: larger ones get a 400 that says so.`;

/** File name of a downloaded CSV. */
const csvName = ({ commodity }: PriceHistoryQuery): string => `${commodity}-price-history.csv`;

@ApiTags('prices')
@Controller('api')
export class PriceHistoryController {
  constructor(
    @Inject(PriceHistoryService) private readonly service: Pick<PriceHistoryService, 'response' | 'envelope'>,
    @Inject(PriceFeedService) private readonly feeds: Pick<PriceFeedService, 'feed'>,
    @Inject(PricePictureService) private readonly pictures: Pick<PricePictureService, 'picture'>,
    @Inject(SentResponses) private readonly sent: Pick<SentResponses, 'admit'>,
    @Inject(Config) private readonly config: Pick<Config, 'publicOrigin'>,
  ) {}

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
  @ApiOperation({
    summary: 'The same data in CSV format, with a line for the source and one for the license',
    description: LIMITS,
  })
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

  @Get(metadataName('price-history.csv'))
  @Public()
  @ApiOperation({ summary: 'A machine-readable description of the CSV: fields, units, source, license and notes (W3C CSVW)' })
  @ApiProduces('application/csvm+json')
  @ApiOkResponse({ content: { 'application/csvm+json': { schema: { type: 'object' } } } })
  @ApiProblems(400)
  metadata(
    @Query({ schema: PriceHistoryQuerySchema }) query: PriceHistoryQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const address = `${this.config.publicOrigin}/api/price-history.csv${request.originalUrl.slice(request.path.length)}`;
    response
      .set({ 'Cache-Control': CACHE_CONTROL, 'Content-Type': 'application/csvm+json; charset=utf-8' })
      .set('Content-Disposition', `attachment; filename="${metadataName(csvName(query))}"`)
      .send(historyMetadata(this.service.envelope, address));
  }

  @Get('price-history.atom')
  @Public()
  @ApiOperation({
    summary: 'The weekly figures as an Atom feed',
    description: 'A year of one item, or the newest two weeks of every item of a region.',
  })
  @ApiProduces('application/atom+xml')
  @ApiOkResponse({ content: { 'application/atom+xml': { schema: { type: 'string' } } } })
  @ApiProblems(400, 503)
  async atom(
    @Query({ schema: PriceFeedQuerySchema }) query: PriceFeedQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const feed = await this.feeds.feed(query, request.originalUrl);
    response.set({ 'Cache-Control': CACHE_CONTROL, 'Content-Type': 'application/atom+xml; charset=utf-8' }).send(feed);
  }

  @Get('price-picture.png')
  @Public()
  @ApiOperation({
    summary: 'The price chart as a picture, for link previews',
    description: 'A year of up to four items; if none is named, of the item that the most stores advertise.',
  })
  @ApiProduces('image/png')
  @ApiOkResponse({ content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } })
  @ApiProblems(400, 404, 503)
  async picture(@Query({ schema: PricePictureQuerySchema }) query: PricePictureQuery, @Res() response: Response): Promise<void> {
    const picture = await this.pictures.picture(query);
    // Other sites show it with the link.
    response
      .set({ 'Cache-Control': CACHE_CONTROL, 'Content-Type': 'image/png', 'Cross-Origin-Resource-Policy': 'cross-origin' })
      .send(picture);
  }

  private async send(query: PriceHistoryQuery, format: HistoryFormat, request: Request, response: Response): Promise<void> {
    const { ready, isComplete } = await this.service.response(query, format, responseEncoding(request));
    await this.sent.admit(ready, request, response);
    // Otherwise a visitor of a new site would see its first weeks for minutes after all others have arrived.
    response.set({ 'Cache-Control': isComplete ? CACHE_CONTROL : 'no-cache', [HISTORY_COMPLETE]: String(isComplete) });
    if (format === 'csv') response.set('Content-Disposition', `attachment; filename="${csvName(query)}"`);
    await ready.send(request, response);
  }
}

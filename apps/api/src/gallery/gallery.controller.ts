import { Controller, Delete, Get, Header, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiProblemDto, ApiProblems } from '../http/problem.dto.ts';
import { ReadyJson } from '../http/ready-json.ts';
import { strictQuery } from '../http/strict-query.ts';
import { clientNetwork } from '../rate-limit/client-address.ts';
import { SiteSecret } from '../secrets/site-secret.ts';
import { makeCursor, readCursor } from './cursor.ts';
import {
  GalleryStatisticsDto,
  ListQueryDto,
  NewSubmissionDto,
  ReportDto,
  SavedSubmissionDto,
  SubmissionDto,
  toSubmissionDto,
} from './gallery.dto.ts';
import { GalleryError } from './gallery.errors.ts';
import { GalleryService, type NewestPictures } from './gallery.service.ts';
import type { ListedRow } from './submission.repository.ts';
import { UploadDesk } from './upload-desk.ts';

const PAGE = 100;
const MAX_REASON_CHARACTERS = 500;
const ROUTE = 'api/kaleidoscope-submissions';

function readReason(body: unknown): string {
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined;
  if (typeof reason !== 'string' || reason.trim() === '' || reason.length > MAX_REASON_CHARACTERS) {
    throw new GalleryError('INVALID_REASON', 'no usable reason');
  }
  return reason.trim();
}

/** Names the page behind this one, if there is one. @param rows one more than are shown, where there are so many */
function linkNext(response: Response, query: ListQueryDto, rows: readonly ListedRow[], limit: number): void {
  const last = rows[limit - 1];
  if (rows.length <= limit || !last) return;
  const next = new URLSearchParams({ ...(query.limit && { limit: query.limit }), cursor: makeCursor(last.sequence) });
  if (query.exhibit) next.set('exhibit', query.exhibit);
  if (query.flowerCount) next.set('flowerCount', query.flowerCount);
  response.set('Link', `</${ROUTE}?${next.toString()}>; rel="next"`);
}

@ApiTags('gallery')
@Controller(ROUTE)
export class GalleryController {
  private readonly firstPage = new ReadyJson<NewestPictures>(({ rows }) => rows.slice(0, PAGE).map(toSubmissionDto));

  constructor(
    private readonly desk: UploadDesk,
    @Inject(GalleryService) private readonly gallery: GalleryService,
    private readonly secret: SiteSecret,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Adds a finished picture to the public gallery' })
  @ApiHeader({ name: 'X-Exhibit', required: false, description: 'Kind of picture' })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: '8 to 128 visible ASCII characters; a retry with it stores nothing twice',
  })
  @ApiBody({ type: NewSubmissionDto })
  @ApiCreatedResponse({ type: SavedSubmissionDto })
  @ApiOkResponse({ type: SavedSubmissionDto, description: 'It was stored by an earlier request' })
  @ApiProblems(
    [400, ApiProblemDto],
    [408, ApiProblemDto],
    [409, ApiProblemDto],
    [410, ApiProblemDto],
    [413, ApiProblemDto],
    [415, ApiProblemDto],
    [422, ApiProblemDto],
    [429, ApiProblemDto],
    [503, ApiProblemDto],
    [507, ApiProblemDto],
  )
  async add(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<SavedSubmissionDto> {
    const { row, deleteToken, isNew } = await this.desk.take(request);
    const shown = toSubmissionDto({ ...row, sequence: 0 });
    response.status(isNew ? 201 : 200).set({ 'Cache-Control': 'no-store', Location: `/${ROUTE}/${row.id}` });
    return { ...shown, deleteToken, status: row.status === 'listed' ? 'listed' : 'held' };
  }

  @Get()
  @Header('Cache-Control', 'no-cache')
  @ApiOperation({ summary: 'The pictures, newest first; the next page is in the Link header' })
  @ApiOkResponse({ type: [SubmissionDto] })
  @ApiProblems([400, ApiProblemDto])
  async list(@Query(strictQuery()) query: ListQueryDto, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (Object.values(query).every((asked) => asked === undefined)) {
      const newest = await this.gallery.newest(PAGE + 1);
      linkNext(response, query, newest.rows, PAGE);
      await this.firstPage.send(newest, request, response);
      return;
    }
    const limit = Number(query.limit ?? PAGE);
    const rows = await this.gallery.list({
      exhibit: query.exhibit ?? null,
      flowerCount: query.flowerCount === undefined ? null : Number(query.flowerCount),
      beforeSequence: query.cursor === undefined ? null : readCursor(query.cursor),
      // One more than asked for tells whether there is another page.
      limit: limit + 1,
    });
    linkNext(response, query, rows, limit);
    response.json(rows.slice(0, limit).map(toSubmissionDto));
  }

  @Get('statistics')
  @Header('Cache-Control', 'no-cache')
  @ApiOperation({ summary: 'How much there is in the gallery' })
  @ApiOkResponse({ type: GalleryStatisticsDto })
  statistics(): Promise<GalleryStatisticsDto> {
    return this.gallery.statistics();
  }

  @Get(':id')
  @Header('Cache-Control', 'no-cache')
  @ApiOperation({ summary: 'One picture' })
  @ApiOkResponse({ type: SubmissionDto })
  @ApiProblems([404, ApiProblemDto], [410, ApiProblemDto])
  async one(@Param('id') id: string): Promise<SubmissionDto> {
    return toSubmissionDto(await this.gallery.findShown(id));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Takes a picture back' })
  @ApiHeader({ name: 'X-Delete-Token', required: true })
  @ApiNoContentResponse()
  @ApiProblems([403, ApiProblemDto], [404, ApiProblemDto])
  async remove(@Param('id') id: string, @Req() request: Request): Promise<void> {
    await this.gallery.removeByToken(id, request.get('X-Delete-Token') ?? '');
  }

  @Post(':id/report')
  @HttpCode(202)
  @ApiOperation({ summary: 'Asks the owner to look at a picture; three visitors hide it until then' })
  @ApiBody({ type: ReportDto })
  @ApiAcceptedResponse({ schema: { example: { reported: true } } })
  @ApiProblems([400, ApiProblemDto], [404, ApiProblemDto], [410, ApiProblemDto], [429, ApiProblemDto])
  async report(@Param('id') id: string, @Req() request: Request): Promise<{ reported: true }> {
    const reason = readReason(request.body);
    const visitor = this.secret.sign('visitor', clientNetwork(request));
    await this.desk.admitReport(request);
    await this.gallery.report(id, visitor, reason);
    return { reported: true };
  }
}

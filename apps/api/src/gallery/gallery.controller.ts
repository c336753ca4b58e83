import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
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
import type { GalleryQuery, GalleryStatistics, NewSubmission, PictureReport, Submission } from '@site/contracts';
import type { Request, Response } from 'express';
import { Public } from '../http/access.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { ReadyJson } from '../http/ready-json.ts';
import { makeCursor, readCursor } from './cursor.ts';
import { GalleryLimits } from './gallery-limits.ts';
import { ListedPicture, ListQuery, ReportBody, SavedPicture, Statistics, toSubmission, UPLOAD_BODY } from './gallery.dto.ts';
import { GalleryService, type NewestPictures } from './gallery.service.ts';
import type { ListedRow } from './submission.repository.ts';
import { UploadService } from './upload.service.ts';

const PAGE = 100;
const ROUTE = 'api/kaleidoscope-submissions';

/** Sets the Link header to the next page, if there is one. @param rows one more than shown, if there are that many */
function linkNext(response: Response, query: GalleryQuery, rows: readonly ListedRow[], limit: number): void {
  const last = rows[limit - 1];
  if (rows.length <= limit || !last) return;
  const next = new URLSearchParams({ ...(query.limit && { limit: String(query.limit) }), cursor: makeCursor(last.sequence) });
  if (query.exhibit) next.set('exhibit', query.exhibit);
  if (query.flowerCount) next.set('flowerCount', String(query.flowerCount));
  response.set('Link', `</${ROUTE}?${next.toString()}>; rel="next"`);
}

@ApiTags('gallery')
@Controller(ROUTE)
export class GalleryController {
  private readonly firstPage = new ReadyJson<NewestPictures>(({ rows }) => rows.slice(0, PAGE).map(toSubmission));

  constructor(
    private readonly uploads: UploadService,
    @Inject(GalleryService) private readonly gallery: GalleryService,
    private readonly limits: GalleryLimits,
  ) {}

  @Post()
  @Public()
  @ApiOperation({ summary: 'Adds a finished picture to the public gallery' })
  @ApiHeader({ name: 'X-Exhibit', required: false, description: 'Kind of picture' })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: '8 to 128 visible ASCII characters; a retry with the same key does not store the picture again',
  })
  @ApiBody({ schema: UPLOAD_BODY })
  @ApiCreatedResponse({ standardSchema: SavedPicture })
  @ApiOkResponse({ standardSchema: SavedPicture, description: 'The picture was stored by an earlier request' })
  @ApiProblems(400, 408, 409, 410, 413, 415, 422, 429, 503, 507)
  async add(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<NewSubmission> {
    const { row, deleteToken, isNew } = await this.uploads.take(request);
    const shown = toSubmission({ ...row, sequence: 0 });
    response.status(isNew ? 201 : 200).set({ 'Cache-Control': 'no-store', Location: `/${ROUTE}/${row.id}` });
    return { ...shown, deleteToken, status: row.status === 'listed' ? 'listed' : 'held' };
  }

  @Get()
  @Public()
  @Header('Cache-Control', 'no-cache')
  @ApiOperation({ summary: 'The pictures, newest first; the next page is in the Link header' })
  @ApiOkResponse({ standardSchema: ListedPicture, isArray: true })
  @ApiProblems(400)
  async list(
    @Query({ schema: ListQuery }) query: GalleryQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (Object.values(query).every((asked) => asked === undefined)) {
      const newest = await this.gallery.newest(PAGE + 1);
      linkNext(response, query, newest.rows, PAGE);
      await this.firstPage.send(newest, request, response);
      return;
    }
    const limit = query.limit ?? PAGE;
    const rows = await this.gallery.list({
      exhibit: query.exhibit ?? null,
      flowerCount: query.flowerCount ?? null,
      beforeSequence: query.cursor === undefined ? null : readCursor(query.cursor),
      // One more than requested shows whether there is another page.
      limit: limit + 1,
    });
    linkNext(response, query, rows, limit);
    response.json(rows.slice(0, limit).map(toSubmission));
  }

  @Get('statistics')
  @Public()
  @Header('Cache-Control', 'no-cache')
  @ApiOperation({ summary: 'The totals of the gallery' })
  @ApiOkResponse({ standardSchema: Statistics })
  statistics(): Promise<GalleryStatistics> {
    return this.gallery.statistics();
  }

  @Get(':id')
  @Public()
  @Header('Cache-Control', 'no-cache')
  @ApiOperation({ summary: 'One picture' })
  @ApiOkResponse({ standardSchema: ListedPicture })
  @ApiProblems(404, 410)
  async one(@Param('id') id: string): Promise<Submission> {
    return toSubmission(await this.gallery.findShown(id));
  }

  @Delete(':id')
  @Public()
  @HttpCode(204)
  @ApiOperation({ summary: 'Deletes a picture' })
  @ApiHeader({ name: 'X-Delete-Token', required: true })
  @ApiNoContentResponse()
  @ApiProblems(403, 404)
  async remove(@Param('id') id: string, @Req() request: Request): Promise<void> {
    await this.gallery.removeByToken(id, request.get('X-Delete-Token') ?? '');
  }

  @Post(':id/report')
  @Public()
  @HttpCode(202)
  @ApiOperation({ summary: 'Asks the owner to review a picture; reports by three visitors hide it until then' })
  @ApiAcceptedResponse({ schema: { example: { reported: true } } })
  @ApiProblems(400, 404, 410, 429)
  async report(
    @Param('id') id: string,
    @Body({ schema: ReportBody }) { reason }: PictureReport,
    @Req() request: Request,
  ): Promise<{ reported: true }> {
    await this.limits.admitReport(request);
    await this.gallery.report(id, this.limits.reporterOf(request), reason);
    return { reported: true };
  }
}

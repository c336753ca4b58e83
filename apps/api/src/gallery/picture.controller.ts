import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { codeOf } from '../error-code.ts';
import { Public } from '../http/access.ts';
import { ApiProblems } from '../http/api-schema.ts';
import { GalleryService } from './gallery.service.ts';
import { pictureKeys, type OpenedFile } from './picture-store.ts';
import type { SubmissionEntity } from './submission.entity.ts';

/** Limited: a deleted picture must be gone from caches within five minutes. */
const CACHE_CONTROL = 'public, max-age=300';

/** What a saved file is called. Only the kaleidoscope makes gardens; a client may leave out which page a picture comes from. */
const fileNameOf = ({ id, exhibit }: SubmissionEntity, extension: string): string =>
  `${exhibit === 'kaleidoscope' ? 'garden' : exhibit === null ? 'picture' : 'collage'}-${id}.${extension}`;

interface PictureFile {
  readonly key: string;
  readonly type: 'image/jpeg' | 'image/webp';
  readonly etag: string;
}

const BINARY = { schema: { type: 'string', format: 'binary' } };

@ApiTags('gallery')
@Controller('api/kaleidoscope-submissions')
export class PictureController {
  constructor(@Inject(GalleryService) private readonly gallery: Pick<GalleryService, 'findShown' | 'openFile'>) {}

  @Get(':id/image')
  @Public()
  @ApiOperation({ summary: 'The picture' })
  @ApiProduces('image/jpeg')
  @ApiOkResponse({ content: { 'image/jpeg': BINARY } })
  @ApiProblems(404, 410)
  async image(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const row = await this.gallery.findShown(id);
    await this.send(row, { key: pictureKeys(id).image, type: 'image/jpeg', etag: row.imageHash }, request, response);
  }

  @Get(':id/thumbnail')
  @Public()
  @ApiOperation({ summary: 'A small copy, at most 480 pixels per side: WebP if the browser accepts it, otherwise JPEG' })
  @ApiProduces('image/webp', 'image/jpeg')
  @ApiOkResponse({ content: { 'image/webp': BINARY, 'image/jpeg': BINARY } })
  @ApiProblems(404, 410)
  async thumbnail(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const row = await this.gallery.findShown(id);
    response.vary('Accept');
    const acceptsWebp = (request.get('Accept') ?? '').includes('image/webp');
    const keys = pictureKeys(id);
    const file: PictureFile = acceptsWebp
      ? { key: keys.thumbnailWebp, type: 'image/webp', etag: `${row.imageHash}-webp` }
      : { key: keys.thumbnailJpeg, type: 'image/jpeg', etag: `${row.imageHash}-jpeg` };
    await this.send(row, file, request, response);
  }

  private async send(row: SubmissionEntity, file: PictureFile, request: Request, response: Response): Promise<void> {
    const extension = file.type === 'image/webp' ? 'webp' : 'jpg';
    response.set({
      'Cache-Control': CACHE_CONTROL,
      'Content-Disposition': `inline; filename="${fileNameOf(row, extension)}"`,
      // A picture opened directly is a document, which must not be allowed to do anything.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      ETag: `"${file.etag}"`,
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const { bytes, content } = await this.openReady(row.id, file.key).catch((error: unknown) => {
      for (const name of ['Cache-Control', 'Content-Disposition', 'ETag']) response.removeHeader(name);
      throw error;
    });
    response.type(file.type);
    if (bytes !== null) response.set('Content-Length', String(bytes));
    if (request.method === 'HEAD' || response.destroyed) {
      content.destroy();
      response.end();
      return;
    }
    // Streamed: for a client that does not read, the server buffers one chunk of the file, not all of it.
    await pipeline(content, response).catch((error: unknown) => {
      const hasClientLeft = codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!hasClientLeft) throw error;
    });
  }

  /** Waits for the first piece: if it cannot be read, the visitor gets a problem, instead of a connection that closes. */
  private async openReady(id: string, key: string): Promise<OpenedFile> {
    const opened = await this.gallery.openFile(id, key);
    await once(opened.content, 'readable');
    return opened;
  }
}

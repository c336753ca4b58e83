import { Body, Controller, Get, Header, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../../config/config.ts';
import { NotStored } from '../../http/not-stored.ts';
import { sendOwnerPage } from '../../owner-area/owner-document.ts';
import { ownerBy, OwnerOnly } from '../../ops/owner.guard.ts';
import { fieldOf, formOf } from '../../owner-area/read-form.ts';
import { MODERATION_KEYS } from './moderation-keys.ts';
import { MODERATION_PATH, SHOWN, moderationPage, type Shown } from './moderation-page.ts';
import { ModerationService } from './moderation.service.ts';

const shownOf = (value: unknown): Shown => SHOWN.find((name) => name === value) ?? 'waiting';
const sequenceOf = (value: unknown): number | null =>
  typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;

/** The owner's page for the pictures in the gallery. */
@ApiExcludeController()
@NotStored()
@Controller('owner/gallery')
export class ModerationController {
  constructor(
    private readonly moderation: ModerationService,
    @Inject(Config) private readonly config: Pick<Config, 'gallery'>,
  ) {}

  @Get()
  @OwnerOnly({ asksForToken: true })
  async page(@Query() query: Readonly<Record<string, unknown>>, @Res() response: Response): Promise<void> {
    const data = await this.moderation.look(shownOf(query['show']), sequenceOf(query['before']));
    const { approvesFirst } = this.config.gallery;
    sendOwnerPage(
      response,
      MODERATION_PATH,
      moderationPage({ ...data, areAllSelected: query['select'] === 'all', approvesFirst }),
    );
  }

  @Get('keys.js')
  @OwnerOnly()
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('X-Content-Type-Options', 'nosniff')
  keys(): string {
    return MODERATION_KEYS;
  }

  @Get(':id/thumbnail')
  @OwnerOnly()
  async thumbnail(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const content = await this.moderation.thumbnail(id);
    response.set('Content-Security-Policy', "default-src 'none'; sandbox").type('image/jpeg').send(content);
  }

  @Post('decisions')
  @OwnerOnly({ asksForToken: true })
  async decide(@Body() body: unknown, @Res() response: Response): Promise<void> {
    const form = formOf(body);
    await this.moderation.decide(form, ownerBy(response));
    response.redirect(303, `${MODERATION_PATH}?show=${shownOf(fieldOf(form, 'show'))}#next`);
  }

  @Post('undo')
  @OwnerOnly({ asksForToken: true })
  async undo(@Body() body: unknown, @Res() response: Response): Promise<void> {
    const form = formOf(body);
    await this.moderation.undo(fieldOf(form, 'batch'));
    response.redirect(303, `${MODERATION_PATH}?show=${shownOf(fieldOf(form, 'show'))}#next`);
  }

  @Post('unban')
  @OwnerOnly({ asksForToken: true })
  async unban(@Body() body: unknown, @Res() response: Response): Promise<void> {
    await this.moderation.unban(fieldOf(formOf(body), 'hash'));
    response.redirect(303, `${MODERATION_PATH}?show=bans`);
  }
}

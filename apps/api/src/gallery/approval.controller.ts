import { Controller, Get, Header, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../config/config.ts';
import { NotStored } from '../http/not-stored.ts';
import { OwnerOnly } from '../ops/owner.guard.ts';
import { APPROVAL_PATH, approvalPage } from './approval-page.ts';
import { ApprovalService } from './approval.service.ts';

/** The page where the owner decides on waiting pictures. */
@ApiExcludeController()
@NotStored()
@Controller('owner/gallery')
export class ApprovalController {
  constructor(
    private readonly approvals: ApprovalService,
    @Inject(Config) private readonly config: Pick<Config, 'gallery'>,
  ) {}

  @Get()
  @OwnerOnly({ asksForToken: true })
  @Header('X-Content-Type-Options', 'nosniff')
  // Not `no-referrer`: the page's forms would then have no origin, and be rejected.
  @Header('Referrer-Policy', 'same-origin')
  async page(@Res() response: Response): Promise<void> {
    const { html, policy } = approvalPage(await this.approvals.waiting(), this.config.gallery.approvesFirst);
    response.set('Content-Security-Policy', policy).type('html').send(html);
  }

  @Get(':id/thumbnail')
  @OwnerOnly()
  async thumbnail(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const content = await this.approvals.thumbnail(id);
    response.set('Content-Security-Policy', "default-src 'none'; sandbox").type('image/jpeg').send(content);
  }

  @Post(':id/approve')
  @OwnerOnly()
  @HttpCode(303)
  @Header('Location', APPROVAL_PATH)
  async approve(@Param('id') id: string): Promise<void> {
    await this.approvals.approve(id);
  }

  @Post(':id/refuse')
  @OwnerOnly()
  @HttpCode(303)
  @Header('Location', APPROVAL_PATH)
  async refuse(@Param('id') id: string): Promise<void> {
    await this.approvals.refuse(id);
  }
}

import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Clock } from '../../clock.ts';
import { NotStored } from '../../http/not-stored.ts';
import { OwnerOnly } from '../../ops/owner.guard.ts';
import { sendOwnerPage } from '../../owner-area/owner-document.ts';
import { BrowserReportsRepository } from './browser-reports.repository.ts';
import { DAY_MS } from './browser-reports.service.ts';
import { reportsPage, SHOWN_DAYS } from './reports-page.ts';

/** The owner's page about what browsers report. */
@ApiExcludeController()
@NotStored()
@Controller('owner/reports')
export class ReportsController {
  constructor(
    private readonly counts: BrowserReportsRepository,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  @Get()
  @OwnerOnly({ asksForToken: true })
  async page(@Res() response: Response): Promise<void> {
    const today = Math.floor(this.clock.now().getTime() / DAY_MS);
    sendOwnerPage(response, '/owner/reports', reportsPage(await this.counts.since(today - SHOWN_DAYS + 1), today));
  }
}

import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Clock } from '../clock.ts';
import { NotStored } from '../http/not-stored.ts';
import { sendOwnerPage } from '../owner-area/owner-document.ts';
import { OwnerOnly } from '../ops/owner.guard.ts';
import { KEEP_DAYS } from '../telemetry/telemetry-retention.ts';
import { DAY_MS, ErrorGroupsRepository } from './error-groups.repository.ts';
import { errorsPage } from './errors-page.ts';

/** The owner's page about the errors that visitors had. */
@ApiExcludeController()
@NotStored()
@Controller('owner/errors')
export class OwnerErrorsController {
  constructor(
    private readonly errors: ErrorGroupsRepository,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  @Get()
  @OwnerOnly({ asksForToken: true })
  async page(@Res() response: Response): Promise<void> {
    const today = Math.floor(this.clock.now().getTime() / DAY_MS);
    const groups = await this.errors.since(today - KEEP_DAYS + 1);
    sendOwnerPage(response, '/owner/errors', errorsPage(groups, today, KEEP_DAYS));
  }
}

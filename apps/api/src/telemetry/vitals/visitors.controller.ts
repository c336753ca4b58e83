import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { VisitorsQuerySchema, type Device } from '@site/contracts';
import { parseVerifyingKey, signedOrigin } from '@site/releases';
import { Clock } from '../../clock.ts';
import { Config } from '../../config/config.ts';
import { NotStored } from '../../http/not-stored.ts';
import { sendOwnerPage } from '../../owner-area/owner-document.ts';
import { OwnerOnly } from '../../ops/owner.guard.ts';
import { visitorsPage } from './visitors-page.ts';
import { KEEP_DAYS } from '../telemetry-retention.ts';
import { VitalsRepository, type DayCount } from './vitals.repository.ts';

const DAY_MS = 24 * 3_600_000;

/** The owner's page about the site's speed for visitors. */
@ApiExcludeController()
@NotStored()
@Controller('owner/visitors')
export class VisitorsController {
  constructor(
    private readonly vitals: VitalsRepository,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(Config) private readonly config: Pick<Config, 'releasesDir' | 'releaseSigningKey'>,
  ) {}

  @Get()
  @OwnerOnly({ asksForToken: true })
  async page(@Query({ schema: VisitorsQuerySchema }) { device }: { device?: Device }, @Res() response: Response): Promise<void> {
    const today = Math.floor(this.clock.now().getTime() / DAY_MS);
    const counts = await this.vitals.days((today - KEEP_DAYS + 1) * DAY_MS, device);
    const page = visitorsPage({ counts, device, today, dayCount: KEEP_DAYS, reasons: await this.reasonsOf(counts) });
    sendOwnerPage(response, '/owner/visitors', page);
  }

  private async reasonsOf(counts: readonly DayCount[]): Promise<ReadonlyMap<string, string>> {
    const owner = parseVerifyingKey(this.config.releaseSigningKey);
    const reasons = new Map<string, string>();
    const releases = new Map(counts.map(({ app, release }) => [`${app} ${release}`, { app, release }]));
    for (const [name, { app, release }] of releases) {
      const origin = await signedOrigin(this.config.releasesDir, owner, app, release);
      if (origin?.message) reasons.set(name, origin.message);
    }
    return reasons;
  }
}

import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { ActiveAlerts } from '../alerts/active-alerts.ts';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { effectiveSettings } from '../config/effective-settings.ts';
import { NotStored } from '../http/not-stored.ts';
import { OwnerOnly } from '../ops/owner.guard.ts';
import { sendOwnerPage } from '../owner-area/owner-document.ts';
import { LastBackup } from '../secrets/last-backup.ts';
import { BACKUPS_PATH, backupsPage } from './backups-page.ts';
import { SETTINGS_PATH, settingsPage } from './settings-page.ts';

/** The owner's pages about how the site is operated. They change nothing. */
@ApiExcludeController()
@NotStored()
@Controller()
export class OperationsController {
  constructor(
    private readonly lastBackup: LastBackup,
    @Inject(ActiveAlerts) private readonly alerts: Pick<ActiveAlerts, 'all'>,
    private readonly config: Config,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  @Get(BACKUPS_PATH)
  @OwnerOnly({ asksForToken: true })
  async backups(@Res() response: Response): Promise<void> {
    const page = backupsPage({
      now: this.clock.now(),
      madeAt: await this.lastBackup.madeAt(),
      check: await this.lastBackup.check(),
      alertDays: this.config.alerts.backupDays,
      alerts: (await this.alerts.all()).filter(({ kind }) => kind === 'backup-old' || kind === 'backup-damaged'),
    });
    sendOwnerPage(response, BACKUPS_PATH, page);
  }

  @Get(SETTINGS_PATH)
  @OwnerOnly({ asksForToken: true })
  settings(@Res() response: Response): void {
    sendOwnerPage(response, SETTINGS_PATH, settingsPage(effectiveSettings(this.config)));
  }
}

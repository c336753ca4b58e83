import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { AlertChecks } from '../alerts/alert-checks.ts';
import type { Finding } from '../alerts/next-alert.ts';
import { Clock } from '../clock.ts';
import { NewestWeeks } from './newest-weeks.ts';
import { UsdaConnection } from './usda-connection.ts';

const DAY_MS = 24 * 3_600_000;
/**
 * A week is dated by its Monday and published on its Friday, so the next one is published on the eleventh day. Holidays delay it
 * by two days.
 */
export const EXPECTED_DAYS = 14;

/** Alerts the operator when prices stop coming. */
@Injectable()
export class UsdaAlerts implements OnModuleInit {
  constructor(
    private readonly checks: AlertChecks,
    private readonly weeks: NewestWeeks,
    private readonly connection: UsdaConnection,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  onModuleInit(): void {
    this.checks.add('usda-key-refused', () => Promise.resolve(this.checkKey()));
    this.checks.add('usda-data-old', () => this.checkDataAge());
  }

  /** Null if this process has not sent a request itself: only the process that sent one knows USDA's response. */
  private checkKey(): Finding[] | null {
    const { keyState } = this.connection;
    if (keyState === 'unknown') return null;
    return keyState === 'refused' ? [{ subject: '', what: 'it responded with 401 or 403' }] : [];
  }

  private async checkDataAge(): Promise<Finding[]> {
    const { source, apiKey } = this.connection;
    // The sample never changes, and without a key no prices are expected.
    if (source === 'sample' || apiKey === null) return [];
    const now = this.clock.now().getTime();
    return (await this.weeks.all())
      .filter(({ week }) => now - Date.parse(week) > EXPECTED_DAYS * DAY_MS)
      .map(({ commodity, week }) => ({ subject: commodity, what: `the newest ${commodity} prices are for the week of ${week}` }));
  }
}

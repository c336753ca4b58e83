import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../http/logger.ts';
import { TelemetryRepository } from './telemetry.repository.ts';
import type { WithdrawalEntity } from './withdrawal.entity.ts';

/** Another process of the site may have withdrawn one. */
const REFRESH_MS = 2_000;

const nameOf = (app: string, trial: number): string => `${app} ${trial}`;

/**
 * Trials that the site itself ended. The registry stays as its operator signed it: the server needs no right to write releases, and
 * shows the stable one in their place.
 */
@Injectable()
export class WithdrawnTrials implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private names: ReadonlySet<string> = new Set();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly repository: TelemetryRepository,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.refresh();
  }

  onApplicationBootstrap(): void {
    // A database that does not answer changes nothing for visitors: what was withdrawn stays so.
    this.timer = setInterval(() => void this.refresh().catch(() => undefined), REFRESH_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    if (this.timer) clearInterval(this.timer);
  }

  has(app: string, trial: number): boolean {
    return this.names.has(nameOf(app, trial));
  }

  async add(withdrawal: WithdrawalEntity): Promise<void> {
    const { app, trial, release, reason } = withdrawal;
    // First for the visitors of this process; a database that fails is tried again with the next reports.
    this.names = new Set([...this.names, nameOf(app, trial)]);
    this.logger.warn({ event: 'canary-withdrawn', app, release, trial, reason });
    await this.repository.withdraw(withdrawal);
  }

  private async refresh(): Promise<void> {
    const stored = await this.repository.allWithdrawals();
    this.names = new Set([...this.names, ...stored.map(({ app, trial }) => nameOf(app, trial))]);
  }
}

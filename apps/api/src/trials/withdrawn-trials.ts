import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Canary } from '@site/contracts';
import { LOGGER } from '../http/logger.ts';
import type { WithdrawalEntity } from './withdrawal.entity.ts';
import { WithdrawalRepository } from './withdrawal.repository.ts';

/** Another process of the site may have withdrawn one. */
const REFRESH_MS = 2_000;

const nameOf = ({ app, trial, release }: Pick<WithdrawalEntity, 'app' | 'trial' | 'release'>): string =>
  `${app} ${trial} ${release}`;

/**
 * Trials that the site itself ended. The registry stays as it was signed: ending a trial requires no key and writes nothing to the
 * release store, because the server shows the stable release in place of the canary.
 */
@Injectable()
export class WithdrawnTrials implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private names: ReadonlySet<string> = new Set();
  /** Withdrawn here and not yet in the database. */
  private unwritten: readonly WithdrawalEntity[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly repository: WithdrawalRepository,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.refresh();
  }

  onApplicationBootstrap(): void {
    // An unavailable database changes nothing for visitors: withdrawn trials stay withdrawn.
    this.timer = setInterval(() => void this.refresh().catch(() => undefined), REFRESH_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    if (this.timer) clearInterval(this.timer);
  }

  has(app: string, canary: Pick<Canary, 'since' | 'release'>): boolean {
    return this.names.has(nameOf({ app, trial: canary.since, release: canary.release }));
  }

  async add(withdrawal: WithdrawalEntity): Promise<void> {
    const { app, trial, release, reason } = withdrawal;
    // Takes effect first for the visitors of this process; if the database fails now, the next refresh retries.
    this.names = new Set([...this.names, nameOf(withdrawal)]);
    this.unwritten = [...this.unwritten, withdrawal];
    this.logger.warn({ event: 'canary-withdrawn', app, release, trial, reason });
    await this.write();
  }

  private async write(): Promise<void> {
    for (const withdrawal of this.unwritten) {
      await this.repository.add(withdrawal);
      this.unwritten = this.unwritten.filter((other) => other !== withdrawal);
    }
  }

  /** Looks at once for withdrawals by other processes. @throws if the database fails */
  async refresh(): Promise<void> {
    await this.write();
    const stored = await this.repository.all();
    this.names = new Set([...this.names, ...stored.map(nameOf)]);
  }
}

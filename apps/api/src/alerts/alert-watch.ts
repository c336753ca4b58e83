import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../http/logger.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { AlertBook } from './alert-book.ts';
import { AlertChecks } from './alert-checks.ts';

export const WATCH = 'watch for alerts';
const WATCH_EVERY_MS = 60_000;
/** Problems during the server's startup often resolve themselves a moment later. */
const FIRST_AFTER_MS = 15_000;

/** Checks once a minute for problems the operator should know about, in only one process at a time. */
@Injectable()
export class AlertWatch implements OnModuleInit {
  constructor(
    private readonly checks: AlertChecks,
    private readonly book: AlertBook,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(WATCH, { run: () => this.look(), every: { ms: WATCH_EVERY_MS, firstAfterMs: FIRST_AFTER_MS } });
  }

  /** A check that fails leaves its alerts as they are and does not prevent the other checks. */
  private async look(): Promise<void> {
    for (const [kind, check] of this.checks.all) {
      try {
        const findings = await check();
        if (findings) await this.book.update(kind, findings);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.logger.warn({ event: 'alert-check-failed', alert: kind, message });
      }
    }
    await this.book.forgetOld();
  }
}

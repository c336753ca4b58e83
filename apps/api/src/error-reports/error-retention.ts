import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { KEEP_DAYS } from '../telemetry/telemetry-retention.ts';
import { DAY_MS, ErrorGroupsRepository } from './error-groups.repository.ts';

/** Deletes errors after the number of days for which page views are kept. */
@Injectable()
export class ErrorRetention implements OnModuleInit {
  constructor(
    private readonly errors: ErrorGroupsRepository,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle'>,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('forget old errors', { run: () => this.forgetOld(), every: { ms: DAY_MS } });
  }

  async forgetOld(): Promise<void> {
    const today = Math.floor(this.clock.now().getTime() / DAY_MS);
    await this.errors.forgetBefore(today - KEEP_DAYS);
  }
}

import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../clock.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { KEEP_DAYS } from '../telemetry-retention.ts';
import { BrowserReportsRepository } from './browser-reports.repository.ts';
import { DAY_MS } from './browser-reports.service.ts';

/** Forgets browser reports after thirty days, like page views. */
@Injectable()
export class BrowserReportRetention implements OnModuleInit {
  constructor(
    private readonly counts: BrowserReportsRepository,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle'>,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('forget old browser reports', { run: () => this.forgetOld(), every: { ms: DAY_MS } });
  }

  async forgetOld(): Promise<void> {
    await this.counts.forgetBefore(Math.floor(this.clock.now().getTime() / DAY_MS) - KEEP_DAYS);
  }
}

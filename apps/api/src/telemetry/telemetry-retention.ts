import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { StartCountRepository } from './shell-trial/start-count.repository.ts';
import { TelemetryRepository } from './telemetry.repository.ts';
import { VitalsRepository } from './vitals/vitals.repository.ts';

const DAY_MS = 24 * 3_600_000;
export const KEEP_DAYS = 30;

/** Forgets page views and their measurements after thirty days. */
@Injectable()
export class TelemetryRetention implements OnModuleInit {
  constructor(
    private readonly views: TelemetryRepository,
    private readonly vitals: VitalsRepository,
    private readonly starts: StartCountRepository,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle'>,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('forget old page views', { run: () => this.forgetOld(), every: { ms: DAY_MS } });
  }

  async forgetOld(): Promise<void> {
    const before = this.clock.now().getTime() - KEEP_DAYS * DAY_MS;
    await this.views.forgetBefore(before);
    await this.vitals.forgetBefore(before);
    await this.starts.forgetBefore(before);
  }
}

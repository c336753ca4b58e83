import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { TelemetryRepository, type ViewCount } from './telemetry.repository.ts';
import { TrialJudge } from './trial-judge.ts';

const DAY_MS = 24 * 3_600_000;
const KEEP_MS = 30 * DAY_MS;

/** Keeps page view counts for thirty days, and has trials judged by new ones. */
@Injectable()
export class ViewCountStore implements OnModuleInit {
  constructor(
    private readonly repository: TelemetryRepository,
    private readonly judge: TrialJudge,
    private readonly units: UnitOfWork,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle'>,
  ) {}

  onModuleInit(): void {
    this.jobs.handle('forget old page views', { run: () => this.forgetOld(), every: { ms: DAY_MS } });
  }

  async add(counts: readonly ViewCount[]): Promise<void> {
    const isTrial = await this.judge.hasTrials();
    // Stored counts are judged even if this process ends in between.
    await this.units.run(async () => {
      await this.repository.add(counts);
      if (isTrial) await this.judge.enqueue();
    });
    if (isTrial) await this.judge.runNow();
  }

  private async forgetOld(): Promise<void> {
    await this.repository.forgetBefore(this.clock.now().getTime() - KEEP_MS);
  }
}

import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { LiveTrials, type Trial } from '../site/live-trials.ts';
import { WithdrawnTrials } from '../trials/withdrawn-trials.ts';
import { errorRate, mustWithdraw } from './canary-judge.ts';
import { TelemetryRepository } from './telemetry.repository.ts';

const DAY_MS = 24 * 3_600_000;
const JUDGE = 'judge canaries';

const percent = (rate: number): string => `${(rate * 100).toFixed(1)} %`;

/** Withdraws a canary that fails more often than allowed, according to the counted page views. */
@Injectable()
export class TrialJudge implements OnModuleInit {
  constructor(
    private readonly repository: TelemetryRepository,
    private readonly withdrawn: WithdrawnTrials,
    @Inject(LiveTrials) private readonly trials: Pick<LiveTrials, 'all'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle' | 'enqueue' | 'runNow'>,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(JUDGE, { run: () => this.judgeAll() });
  }

  async hasTrials(): Promise<boolean> {
    return (await this.trials.all()).length > 0;
  }

  /** Inside a unit of work the job is stored together with the counts to judge. */
  enqueue(): Promise<void> {
    return this.jobs.enqueue({ name: JUDGE, kind: JUDGE });
  }

  /** The job is stored: if the database is unavailable now, the job is found once it is back. */
  runNow(): Promise<void> {
    return this.jobs.runNow(JUDGE).catch(() => undefined);
  }

  private async judgeAll(): Promise<void> {
    for (const trial of await this.trials.all()) await this.judge(trial);
  }

  private async judge({ app, release, stable, since, maxErrorRate }: Trial): Promise<void> {
    if (this.withdrawn.has(app, { since, release })) return;
    const tried = await this.repository.totals(app, release, since, 0);
    const others = await this.repository.totals(app, stable, 0, this.clock.now().getTime() - DAY_MS);
    if (!mustWithdraw(tried, others, maxErrorRate)) return;
    const reason = `${tried.failures} of ${tried.views} page views failed (${percent(errorRate(tried))}); allowed are ${percent(maxErrorRate)}, the stable release has ${percent(errorRate(others))}`;
    await this.withdrawn.add({ app, trial: since, release, reason, at: this.clock.now().toISOString() });
  }
}

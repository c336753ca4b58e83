import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { LiveTrials, type Trial } from '../site/live-trials.ts';
import { WithdrawnTrials } from '../trials/withdrawn-trials.ts';
import { CanaryVerdict } from './canary-verdict.ts';

const JUDGE = 'judge canaries';

/** Withdraws canaries that are worse than the stable release, according to what visitors' browsers report. */
@Injectable()
export class TrialJudge implements OnModuleInit {
  constructor(
    private readonly verdict: CanaryVerdict,
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

  private async judge(trial: Trial): Promise<void> {
    const { app, release, since } = trial;
    if (this.withdrawn.has(app, trial)) return;
    const reason = await this.verdict.reasonAgainst(trial);
    if (reason === undefined) return;
    await this.withdrawn.add({ app, trial: since, release, reason, at: this.clock.now().toISOString() });
  }
}

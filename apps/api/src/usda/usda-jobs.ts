import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../jobs/job-runner.ts';
import { PriceRecorder } from './price-recorder.ts';
import { BEEF, EGGS, followUpOf } from './usda-requests.ts';
import { UsdaService } from './usda.service.ts';

/** Weeks are stored even if nobody visits. */
const REFRESH_EVERY_MS = 3_600_000;

/** Kind and name of the recurring job. */
export const REFRESH = 'refresh prices';
/** Kind and name of the job that the owner starts. The recurring one skips copies that are not old. */
export const FETCH_NOW = 'fetch prices now';

/** Background work on prices. */
@Injectable()
export class UsdaJobs implements OnModuleInit {
  constructor(
    @Inject(UsdaService) private readonly service: Pick<UsdaService, 'refreshUnvisited' | 'refreshNow'>,
    private readonly recorder: PriceRecorder,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle'>,
  ) {}

  onModuleInit(): void {
    const { service, recorder, jobs } = this;
    for (const report of [EGGS, BEEF]) jobs.handle(followUpOf(report), { run: (_, signal) => recorder.remember(report, signal) });
    jobs.handle(FETCH_NOW, { run: () => service.refreshNow() });
    jobs.handle(REFRESH, {
      run: () => service.refreshUnvisited(),
      every: { ms: REFRESH_EVERY_MS, firstAfterMs: REFRESH_EVERY_MS },
    });
  }
}

import { Injectable } from '@nestjs/common';
import { addGauge } from '../ops/add-gauge.ts';
import { Metrics } from '../ops/metrics.ts';
import { JobRunner } from './job-runner.ts';

const MS_PER_SECOND = 1_000;

/** Metrics to alert on when work does not get done; the log only shows attempts. */
@Injectable()
export class JobMetrics {
  constructor(metrics: Metrics, jobs: JobRunner) {
    addGauge(metrics, 'jobs', 'Jobs of all processes: running, waiting until due, or waiting after a failure', {
      label: 'state',
      async read() {
        const { running, waiting, failed } = await jobs.summary();
        return new Map(Object.entries({ running, waiting, failed }));
      },
    });
    addGauge(metrics, 'jobs_overdue_seconds', 'How long the oldest due job has waited', {
      read: async () => (await jobs.summary()).overdueMs / MS_PER_SECOND,
    });
  }
}

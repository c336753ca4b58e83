import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpsModule } from '../ops/ops.module.ts';
import { JobEntity } from './job.entity.ts';
import { JobMetrics } from './job-metrics.ts';
import { JobRepository } from './job.repository.ts';
import { JobRunner } from './job-runner.ts';

/** Global, because the one runner of a process takes the jobs of every module. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([JobEntity]), OpsModule],
  providers: [JobMetrics, JobRepository, JobRunner],
  exports: [JobRepository, JobRunner],
})
export class JobsModule {}

import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobEntity } from './job.entity.ts';
import { JobRepository } from './job.repository.ts';
import { JobRunner } from './job-runner.ts';

/** Global, because the one runner of a process takes the jobs of every module. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([JobEntity])],
  providers: [JobRepository, JobRunner],
  exports: [JobRepository, JobRunner],
})
export class JobsModule {}

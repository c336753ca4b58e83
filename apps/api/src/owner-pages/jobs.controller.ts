import { Body, Controller, Get, Inject, Post, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Clock } from '../clock.ts';
import { HttpError } from '../http/app-error.ts';
import { NotStored } from '../http/not-stored.ts';
import { JobRepository } from '../jobs/job.repository.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { OwnerOnly } from '../ops/owner.guard.ts';
import { sendOwnerPage } from '../owner-area/owner-document.ts';
import { fieldOf, formOf } from '../owner-area/read-form.ts';
import { JOBS_PATH, jobsPage } from './jobs-page.ts';

const MAX_NAME_CHARACTERS = 200;

/** The owner's page about background jobs. */
@ApiExcludeController()
@NotStored()
@Controller(JOBS_PATH)
export class JobsController {
  constructor(
    @Inject(JobRepository) private readonly jobs: Pick<JobRepository, 'list'>,
    @Inject(JobRunner) private readonly runner: Pick<JobRunner, 'retry'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  @Get()
  @OwnerOnly({ asksForToken: true })
  async page(@Query() query: Readonly<Record<string, unknown>>, @Res() response: Response): Promise<void> {
    const { again } = query;
    const data = { jobs: await this.jobs.list(), now: this.clock.now(), again: typeof again === 'string' ? again : null };
    sendOwnerPage(response, JOBS_PATH, jobsPage(data));
  }

  @Post()
  @OwnerOnly({ asksForToken: true })
  async runAgain(@Body() body: unknown, @Res() response: Response): Promise<void> {
    const name = fieldOf(formOf(body), 'again');
    if (name === '' || name.length > MAX_NAME_CHARACTERS)
      throw new HttpError('INVALID_BODY', 'not a job', {}, 'name the job to run again');
    // A job that has ended in the meantime needs nothing.
    await this.runner.retry(name);
    response.redirect(303, `${JOBS_PATH}?again=${encodeURIComponent(name)}`);
  }
}

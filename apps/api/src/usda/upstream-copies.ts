import { Inject, Injectable } from '@nestjs/common';
import { LeaseRepository } from '../database/lease.repository.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { UpstreamCopyRepository } from './upstream-copy.repository.ts';

/** The stored responses, which all processes share, and the lease to fetch one again, which one process holds at a time. */
@Injectable()
export class UpstreamCopies {
  readonly find: UpstreamCopyRepository['find'];
  readonly fetchedAt: UpstreamCopyRepository['fetchedAt'];
  readonly acquire: LeaseRepository['acquire'];
  readonly keepNewest: UpstreamCopyRepository['keepNewest'];

  constructor(
    @Inject(UpstreamCopyRepository)
    private readonly copies: Pick<UpstreamCopyRepository, 'find' | 'fetchedAt' | 'save' | 'keepNewest'>,
    @Inject(LeaseRepository) leases: Pick<LeaseRepository, 'acquire'>,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'look'>,
  ) {
    this.find = (...what) => copies.find(...what);
    this.fetchedAt = (...what) => copies.fetchedAt(...what);
    this.keepNewest = (...what) => copies.keepNewest(...what);
    this.acquire = (...what) => leases.acquire(...what);
  }

  /** Stores a copy with its follow-up job, and starts the job. */
  async save(...what: Parameters<UpstreamCopyRepository['save']>): Promise<void> {
    await this.copies.save(...what);
    if (what[3]) this.jobs.look();
  }
}

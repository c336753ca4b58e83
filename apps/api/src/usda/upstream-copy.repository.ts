import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Like, Repository } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { JobRepository, type NewJob } from '../jobs/job.repository.ts';
import { UpstreamCopyEntity } from './upstream-copy.entity.ts';

export interface UpstreamCopy<T> {
  readonly value: T;
  /** ISO 8601 timestamp, UTC. */
  readonly fetchedAt: string;
}

@Injectable()
export class UpstreamCopyRepository {
  constructor(
    @InjectRepository(UpstreamCopyEntity) private readonly copies: Repository<UpstreamCopyEntity>,
    @Inject(UnitOfWork) private readonly units: Pick<UnitOfWork, 'run'>,
    @Inject(JobRepository) private readonly jobs: Pick<JobRepository, 'enqueue'>,
  ) {}

  /** When the copy was fetched, as an ISO 8601 timestamp in UTC; null if none from this source is stored. Does not read its text. */
  async fetchedAt(name: string, source: UsdaSource): Promise<string | null> {
    return (await this.copies.findOne({ select: { fetchedAt: true }, where: { name, source } }))?.fetchedAt ?? null;
  }

  /** The copy, if one from this source is stored and `read` accepts its text. */
  async find<T>(name: string, source: UsdaSource, read: (payload: string) => T): Promise<UpstreamCopy<T> | null> {
    const copy = await this.copies.findOneBy({ name, source });
    if (!copy) return null;
    try {
      return { value: read(copy.payload), fetchedAt: copy.fetchedAt };
    } catch {
      // A copy in another server version's format is fetched again and overwritten.
      return null;
    }
  }

  /** @param followUp the job that processes the copy, stored in the same unit of work */
  async save(
    name: string,
    source: UsdaSource,
    { value, fetchedAt }: UpstreamCopy<unknown>,
    followUp: NewJob | null,
  ): Promise<void> {
    const payload = JSON.stringify(value);
    await this.units.run(async () => {
      await this.copies.upsert({ name, source, fetchedAt, payload }, { conflictPaths: ['name'] });
      if (followUp) await this.jobs.enqueue(followUp);
    });
  }

  /** Deletes copies by name prefix, except for the most recently fetched ones. */
  async keepNewest(prefix: string, count: number): Promise<void> {
    const old = await this.copies.find({
      select: { name: true },
      where: { name: Like(`${prefix}%`) },
      order: { fetchedAt: 'DESC', name: 'ASC' },
      skip: count,
      take: 1_000,
    });
    if (old.length > 0) await this.copies.delete({ name: In(old.map(({ name }) => name)) });
  }
}

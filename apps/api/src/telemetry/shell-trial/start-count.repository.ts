import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import { addCounts } from '../../database/add-counts.ts';
import { StartCountEntity } from './start-count.entity.ts';
import type { Starts } from './start-judge.ts';

export type StartCount = Omit<StartCountEntity, 'hour'> & { readonly hour: number };

/** Two releases, and a few hours at most. */
export const MAX_COUNTS = 100;

@Injectable()
export class StartCountRepository {
  constructor(@InjectRepository(StartCountEntity) private readonly counts: Repository<StartCountEntity>) {}

  /** @param counts at most `MAX_COUNTS`, no two for the same row */
  async add(counts: readonly StartCount[]): Promise<void> {
    await addCounts(this.counts, counts, ['documents', 'starts']);
  }

  /** The totals of one release in one trial, and the number of hours with any. */
  async totals(release: string, trial: number): Promise<Starts & { readonly hours: number }> {
    const rows = await this.counts.findBy({ release, trial });
    return {
      documents: rows.reduce((sum, { documents }) => sum + documents, 0),
      starts: rows.reduce((sum, { starts }) => sum + starts, 0),
      hours: rows.length,
    };
  }

  async forgetBefore(ms: number): Promise<void> {
    await this.counts.delete({ hour: LessThan(String(ms)) });
  }
}

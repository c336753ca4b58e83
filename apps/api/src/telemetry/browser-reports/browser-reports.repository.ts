import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThanOrEqual, Repository } from 'typeorm';
import { addCounts } from '../../database/add-counts.ts';
import { BrowserReportCountEntity } from './browser-report-count.entity.ts';

export type BrowserReportCount = Readonly<BrowserReportCountEntity>;

/** Counts that one statement may add: SQLite takes 32,766 values, and a count has eight. */
export const MAX_COUNTS = 3_000;

@Injectable()
export class BrowserReportsRepository {
  constructor(@InjectRepository(BrowserReportCountEntity) private readonly counts: Repository<BrowserReportCountEntity>) {}

  /** @param counts at most `MAX_COUNTS`, no two for the same row */
  async add(counts: readonly BrowserReportCount[]): Promise<void> {
    await addCounts(this.counts, counts, ['reports']);
  }

  /** @param day days since 1970, UTC */
  since(day: number): Promise<BrowserReportCount[]> {
    return this.counts.findBy({ day: MoreThanOrEqual(day) });
  }

  async forgetBefore(day: number): Promise<void> {
    await this.counts.delete({ day: LessThan(day) });
  }
}

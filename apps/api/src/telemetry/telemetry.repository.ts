import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThanOrEqual, Repository } from 'typeorm';
import { addCounts } from '../database/add-counts.ts';
import type { JudgedTotals, ViewTotals } from './canary-judge.ts';
import { ViewCountEntity } from './view-count.entity.ts';

export type ViewCount = Omit<ViewCountEntity, 'hour'> & { readonly hour: number };

/** Counts that one statement may add: SQLite takes 32,766 values, and a count has ten. */
export const MAX_COUNTS = 3_000;

@Injectable()
export class TelemetryRepository {
  constructor(@InjectRepository(ViewCountEntity) private readonly counts: Repository<ViewCountEntity>) {}

  /** @param counts at most `MAX_COUNTS`, no two for the same row */
  async add(counts: readonly ViewCount[]): Promise<void> {
    await addCounts(this.counts, counts, ['views', 'judged']);
  }

  /** Views of one release in one trial, or as a stable release (trial 0), since a point in time. */
  async totals(app: string, release: string, trial: number, sinceMs: number): Promise<JudgedTotals> {
    const row = await this.counts
      .createQueryBuilder('counted')
      .select("SUM(CASE WHEN counted.outcome <> 'error' THEN counted.views ELSE 0 END)", 'views')
      .addSelect("SUM(CASE WHEN counted.outcome <> 'shown' THEN counted.views ELSE 0 END)", 'failures')
      .addSelect('SUM(counted.judged)', 'judged')
      .where({ app, release, trial, hour: MoreThanOrEqual(String(sinceMs)) })
      .getRawOne<Record<keyof JudgedTotals, string | number | null>>();
    const { views, failures, judged } = row ?? {};
    return { views: Number(views ?? 0), failures: Number(failures ?? 0), judged: Number(judged ?? 0) };
  }

  since(sinceMs: number): Promise<ViewCountEntity[]> {
    return this.counts.findBy({ hour: MoreThanOrEqual(String(sinceMs)) });
  }

  async forgetBefore(ms: number): Promise<void> {
    await this.counts.delete({ hour: LessThan(String(ms)) });
  }
}

/** Counts like `totals`: an error happens after its view was shown, so it is a failure but not another view. */
export function totalsOf(rows: readonly Pick<ViewCountEntity, 'outcome' | 'views'>[]): ViewTotals {
  let views = 0;
  let failures = 0;
  for (const row of rows) {
    if (row.outcome !== 'error') views += row.views;
    if (row.outcome !== 'shown') failures += row.views;
  }
  return { views, failures };
}

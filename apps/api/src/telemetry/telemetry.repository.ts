import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThanOrEqual, Repository } from 'typeorm';
import type { ViewTotals } from './canary-judge.ts';
import { ViewCountEntity } from './view-count.entity.ts';
import { WithdrawalEntity } from './withdrawal.entity.ts';

export type ViewCount = Omit<ViewCountEntity, 'hour'> & { readonly hour: number };

@Injectable()
export class TelemetryRepository {
  constructor(
    @InjectRepository(ViewCountEntity) private readonly counts: Repository<ViewCountEntity>,
    @InjectRepository(WithdrawalEntity) private readonly withdrawals: Repository<WithdrawalEntity>,
  ) {}

  /** Adds to what is there, in one transaction: several processes may add to the same hour. */
  async add(counts: readonly ViewCount[]): Promise<void> {
    const { tableName } = this.counts.metadata;
    await this.counts.manager.transaction(async (manager) => {
      for (const { hour, app, release, trial, path, outcome, loadClass, views, message } of counts) {
        await manager.query(
          `INSERT INTO ${tableName} (hour, app, release, trial, path, outcome, load_class, views, message)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           ON CONFLICT (hour, app, release, trial, path, outcome, load_class)
           DO UPDATE SET views = ${tableName}.views + excluded.views, message = excluded.message`,
          [hour, app, release, trial, path, outcome, loadClass, views, message],
        );
      }
    });
  }

  /** Views of one release in one trial, or as a stable release (trial 0), since a moment. */
  async totals(app: string, release: string, trial: number, sinceMs: number): Promise<ViewTotals> {
    const row = await this.counts
      .createQueryBuilder('counted')
      .select("SUM(CASE WHEN counted.outcome <> 'error' THEN counted.views ELSE 0 END)", 'views')
      .addSelect("SUM(CASE WHEN counted.outcome <> 'shown' THEN counted.views ELSE 0 END)", 'failures')
      .where({ app, release, trial, hour: MoreThanOrEqual(String(sinceMs)) })
      .getRawOne<{ views: string | number | null; failures: string | number | null }>();
    return { views: Number(row?.views ?? 0), failures: Number(row?.failures ?? 0) };
  }

  since(sinceMs: number): Promise<ViewCountEntity[]> {
    return this.counts.findBy({ hour: MoreThanOrEqual(String(sinceMs)) });
  }

  async forgetBefore(ms: number): Promise<void> {
    await this.counts.delete({ hour: LessThan(String(ms)) });
  }

  allWithdrawals(): Promise<WithdrawalEntity[]> {
    return this.withdrawals.find({ order: { at: 'DESC' } });
  }

  /** The first reason stays. */
  async withdraw(withdrawal: WithdrawalEntity): Promise<void> {
    await this.withdrawals.createQueryBuilder().insert().values(withdrawal).orIgnore().execute();
  }
}

/** As `totals` counts: an error comes after its view was shown, and is a failure and no view of its own. */
export function totalsOf(rows: readonly Pick<ViewCountEntity, 'outcome' | 'views'>[]): ViewTotals {
  let views = 0;
  let failures = 0;
  for (const row of rows) {
    if (row.outcome !== 'error') views += row.views;
    if (row.outcome !== 'shown') failures += row.views;
  }
  return { views, failures };
}

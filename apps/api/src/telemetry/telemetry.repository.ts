import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThanOrEqual, Repository } from 'typeorm';
import type { ViewTotals } from './canary-judge.ts';
import { ViewCountEntity } from './view-count.entity.ts';

export type ViewCount = Omit<ViewCountEntity, 'hour'> & { readonly hour: number };

/** Counts that one statement may add: SQLite takes 32,766 values, and a count has nine. */
export const MAX_COUNTS = 3_000;

@Injectable()
export class TelemetryRepository {
  constructor(@InjectRepository(ViewCountEntity) private readonly counts: Repository<ViewCountEntity>) {}

  /**
   * Adds to existing counts, because several processes may add to the same hour. A single statement costs a single write to the disk.
   * @param counts at most `MAX_COUNTS`, no two for the same row
   */
  async add(counts: readonly ViewCount[]): Promise<void> {
    if (counts.length === 0) return;
    const { tableName } = this.counts.metadata;
    const values = counts.flatMap(({ hour, app, release, trial, path, outcome, loadClass, views, message }) => [
      hour,
      app,
      release,
      trial,
      path,
      outcome,
      loadClass,
      views,
      message,
    ]);
    // PostgreSQL numbers its parameters with `$`; SQLite treats that as a name, and compares each name with all before it.
    const mark = this.counts.manager.connection.options.type === 'postgres' ? '$' : '?';
    const width = values.length / counts.length;
    const placesOf = (row: number): string =>
      Array.from({ length: width }, (_, column) => mark + (row * width + column + 1)).join();
    const places = counts.map((_, row) => `(${placesOf(row)})`);
    await this.counts.query(
      `INSERT INTO ${tableName} (hour, app, release, trial, path, outcome, load_class, views, message)
       VALUES ${places.join()}
       ON CONFLICT (hour, app, release, trial, path, outcome, load_class)
       DO UPDATE SET views = ${tableName}.views + excluded.views, message = excluded.message`,
      values,
    );
  }

  /** Views of one release in one trial, or as a stable release (trial 0), since a point in time. */
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

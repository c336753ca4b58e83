import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThanOrEqual, Repository } from 'typeorm';
import type { Device } from '@site/contracts';
import { addCounts } from '../../database/add-counts.ts';
import { groupBy } from '../../group-by.ts';
import type { Groups } from './speed-judge.ts';
import type { Vital } from './vital.ts';
import { VitalCountEntity } from './vital-count.entity.ts';

export type VitalCount = Omit<VitalCountEntity, 'hour'> & { readonly hour: number };

/** Counts that one statement may add: SQLite takes 32,766 values, and a count has nine. */
export const MAX_COUNTS = 3_000;

/** The visits of one day whose measurement was in the same class. */
export interface DayCount extends Pick<VitalCountEntity, 'app' | 'release' | 'path' | 'vital' | 'valueClass' | 'views'> {
  /** Days since 1970, UTC. */
  readonly day: number;
}

const DAY_MS = 24 * 3_600_000;

@Injectable()
export class VitalsRepository {
  constructor(@InjectRepository(VitalCountEntity) private readonly counts: Repository<VitalCountEntity>) {}

  /** @param counts at most `MAX_COUNTS`, no two for the same row */
  async add(counts: readonly VitalCount[]): Promise<void> {
    await addCounts(this.counts, counts, ['views']);
  }

  /** @param device omitted for all devices together */
  async days(sinceMs: number, device?: Device): Promise<DayCount[]> {
    const rows = await this.counts
      .createQueryBuilder('counted')
      .select(`counted.hour / ${DAY_MS}`, 'day')
      .addSelect('counted.app', 'app')
      .addSelect('counted.release', 'release')
      .addSelect('counted.path', 'path')
      .addSelect('counted.vital', 'vital')
      .addSelect('counted.valueClass', 'valueClass')
      .addSelect('SUM(counted.views)', 'views')
      .where({ hour: MoreThanOrEqual(String(sinceMs)), ...(device && { device }) })
      .groupBy('1, 2, 3, 4, 5, 6')
      .getRawMany<Record<'day' | 'views', string | number> & Omit<DayCount, 'day' | 'views'>>();
    return rows.map((row) => ({ ...row, day: Math.floor(Number(row.day)), views: Number(row.views) }));
  }

  /** The visits to one release since a point in time, for `compareSpeed`, by hour, page and device; and the first hour with any. */
  async groups(
    vital: Vital,
    { app, release, trial }: Pick<VitalCountEntity, 'app' | 'release' | 'trial'>,
    sinceMs: number,
  ): Promise<{ readonly groups: Groups; readonly firstHour: number | null }> {
    const rows = await this.counts
      .createQueryBuilder('counted')
      .select('counted.path', 'path')
      .addSelect('counted.device', 'device')
      .addSelect('counted.valueClass', 'valueClass')
      .addSelect('counted.hour', 'hour')
      .addSelect('SUM(counted.views)', 'views')
      .where({ app, release, trial, vital, hour: MoreThanOrEqual(String(sinceMs)) })
      .groupBy('1, 2, 3, 4')
      .getRawMany<Pick<VitalCountEntity, 'path' | 'device' | 'valueClass'> & Record<'views' | 'hour', string | number>>();
    const groups = groupBy(rows, ({ hour, path, device }) => `${hour} ${path} ${device}`);
    return {
      groups: new Map(
        [...groups].map(([name, ofGroup]) => [
          name,
          new Map(ofGroup.map(({ valueClass, views }) => [valueClass, Number(views)])),
        ]),
      ),
      firstHour: rows.length === 0 ? null : Math.min(...rows.map(({ hour }) => Number(hour))),
    };
  }

  async forgetBefore(ms: number): Promise<void> {
    await this.counts.delete({ hour: LessThan(String(ms)) });
  }
}

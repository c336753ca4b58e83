import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { DailyEntryEntity } from './daily-entry.entity.ts';

/** How many entries of a day are kept. */
const MAX_KEPT = 100;
const BEST_FIRST = { score: 'DESC', shots: 'ASC', createdAt: 'ASC', id: 'ASC' } as const;

interface NewEntry extends Pick<DailyEntryEntity, 'day' | 'initials' | 'score' | 'shots' | 'run'> {
  readonly runHash: number;
  readonly createdAt: number;
}

@Injectable()
export class DailyEntryRepository {
  constructor(
    @InjectRepository(DailyEntryEntity) private readonly entries: Repository<DailyEntryEntity>,
    @Inject(UnitOfWork) private readonly units: Pick<UnitOfWork, 'run'>,
  ) {}

  /** The best entries of a day, best first. */
  best(day: string, max: number): Promise<DailyEntryEntity[]> {
    return this.entries.find({ where: { day }, order: BEST_FIRST, take: max });
  }

  find(id: string): Promise<DailyEntryEntity | null> {
    return this.entries.findOneBy({ id });
  }

  /**
   * Adds an entry, and deletes those beyond the limit.
   * @returns its rank; null if it is beyond the limit, undefined if the run is already stored
   */
  add({ runHash, createdAt, ...entry }: NewEntry): Promise<{ readonly id: string; readonly place: number | null } | undefined> {
    const id = randomUUID();
    const row = { ...entry, id, runHash: String(runHash), createdAt: String(createdAt) };
    return this.units.run(async () => {
      // Not `insert`: if two requests send the same run at once, the second must not abort the unit of work.
      await this.entries.createQueryBuilder().insert().values(row).orIgnore().execute();
      const kept = await this.entries.find({ where: { day: entry.day }, order: BEST_FIRST, select: { id: true } });
      const at = kept.findIndex((one) => one.id === id);
      if (at < 0) return undefined;
      const dropped = kept.slice(MAX_KEPT).map((one) => one.id);
      if (dropped.length > 0) await this.entries.delete({ id: In(dropped) });
      return { id, place: at < MAX_KEPT ? at + 1 : null };
    });
  }

  async forgetBefore(day: string): Promise<void> {
    await this.entries.delete({ day: LessThan(day) });
  }
}

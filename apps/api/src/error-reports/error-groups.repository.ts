import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, MoreThanOrEqual, Repository } from 'typeorm';
import { addCounts } from '../database/add-counts.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { groupBy } from '../group-by.ts';
import { ErrorCountEntity } from './error-count.entity.ts';
import type { ErrorGroup, Frame } from './error-group.ts';
import { ErrorGroupEntity } from './error-group.entity.ts';

/** Errors of a group in one day, from one release and one browser family. */
export type ErrorCount = Readonly<ErrorCountEntity>;

export interface CountedError extends Omit<ErrorCount, 'groupId'> {
  readonly group: ErrorGroup;
  /** When the last of them arrived, in ms since 1970. */
  readonly seenAt: number;
}

/** A stored group, with its counts. */
export interface StoredErrors extends ErrorGroup {
  /** In ms since 1970. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly counts: readonly ErrorCount[];
}

export const DAY_MS = 24 * 3_600_000;

/** Rows that one statement may add: SQLite takes 32,766 values, and a group has eight. */
export const MAX_COUNTS = 1_000;

@Injectable()
export class ErrorGroupsRepository {
  constructor(
    @InjectRepository(ErrorGroupEntity) private readonly groups: Repository<ErrorGroupEntity>,
    @InjectRepository(ErrorCountEntity) private readonly counts: Repository<ErrorCountEntity>,
    private readonly units: UnitOfWork,
  ) {}

  /**
   * Counts errors, and forgets the rarest groups if there are too many.
   * @param errors at most `MAX_COUNTS`, no two for the same count
   */
  async add(errors: readonly CountedError[], maxGroups: number): Promise<void> {
    const groups = new Map(errors.map(({ group, seenAt }) => [group.id, { group, seenAt }]));
    const rows = [...groups.values()].map(({ group, seenAt }) => ({
      ...group,
      frames: JSON.stringify(group.frames),
      firstSeen: String(seenAt),
      lastSeen: String(seenAt),
    }));
    await this.units.run(async () => {
      await this.groups.createQueryBuilder().insert().values(rows).orUpdate(['message', 'frames', 'last_seen'], ['id']).execute();
      const counts = errors.map(({ group, day, release, browser, errors: sum }) => ({
        ...{ day, groupId: group.id, release, browser, errors: sum },
      }));
      await addCounts(this.counts, counts, ['errors']);
      await this.forgetRarest(maxGroups);
    });
  }

  /** @param sinceDay days since 1970 */
  async since(sinceDay: number): Promise<StoredErrors[]> {
    const [groups, counts] = await Promise.all([this.groups.find(), this.counts.findBy({ day: MoreThanOrEqual(sinceDay) })]);
    const ofGroup = groupBy(counts, ({ groupId }) => groupId);
    return groups.flatMap(({ frames, firstSeen, lastSeen, ...group }) => {
      const own = ofGroup.get(group.id);
      if (!own) return [];
      const stack = JSON.parse(frames) as Frame[];
      return [{ ...group, frames: stack, firstSeen: Number(firstSeen), lastSeen: Number(lastSeen), counts: own }];
    });
  }

  /** @param day days since 1970 */
  async forgetBefore(day: number): Promise<void> {
    await this.counts.delete({ day: LessThan(day) });
    await this.groups.delete({ lastSeen: LessThan(String(day * DAY_MS)) });
  }

  /**
   * Forgets the rarest groups, and among those the ones not seen for the longest time: invented errors replace one another, not
   * those of many visitors. A fifth of the slots is reserved for the last day's newest groups, because each begins with one error,
   * however often it will be seen.
   */
  private async forgetRarest(maxGroups: number): Promise<void> {
    const surplus = (await this.groups.count()) - maxGroups;
    if (surplus <= 0) return;
    const sums = await this.counts
      .createQueryBuilder('counted')
      .select('counted.groupId', 'id')
      .addSelect('SUM(counted.errors)', 'errors')
      .groupBy('counted.groupId')
      .getRawMany<{ id: string; errors: string | number }>();
    const errorsOf = new Map(sums.map(({ id, errors }) => [id, Number(errors)]));
    const all = await this.groups.find({ select: { id: true, firstSeen: true, lastSeen: true } });
    const yesterday = Math.max(...all.map(({ lastSeen }) => Number(lastSeen))) - DAY_MS;
    const newest = all
      .filter(({ firstSeen }) => Number(firstSeen) >= yesterday)
      .toSorted((a, b) => Number(b.firstSeen) - Number(a.firstSeen))
      .slice(0, Math.floor(maxGroups / 5));
    const gone = all
      .filter((group) => !newest.includes(group))
      .map(({ id, lastSeen }) => ({ id, lastSeen: Number(lastSeen), errors: errorsOf.get(id) ?? 0 }))
      .toSorted((a, b) => a.errors - b.errors || a.lastSeen - b.lastSeen)
      .slice(0, surplus)
      .map(({ id }) => id);
    await this.counts.delete({ groupId: In(gone) });
    await this.groups.delete({ id: In(gone) });
  }
}

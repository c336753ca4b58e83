import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { Clock } from '../clock.ts';
import type { UsdaSource } from '../config/config.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';

/** How long a process may serve weeks that another process has already replaced. */
const CHECK_EVERY_MS = 1_000;

/** Changes whenever weeks are stored. */
const weeksName = (source: UsdaSource): string => `revision of the ${source} prices`;
/** The revision of the weeks from which the series were last written. */
const seriesName = (source: UsdaSource): string => `revision of the ${source} series`;

/**
 * Tells every process of the site that weeks were stored. Comparing the newest week would not be enough: USDA corrects published
 * weeks. Series have a separate revision: a server of an earlier release, which may run in parallel for a while, writes none.
 */
@Injectable()
export class PriceRevision {
  private checkedAt = -Infinity;
  private seen: Promise<string> | null = null;

  constructor(
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Returns an empty string if nothing has been stored yet. */
  current(source: UsdaSource): Promise<string> {
    const now = this.clock.now().getTime();
    if (this.seen && Math.abs(now - this.checkedAt) < CHECK_EVERY_MS) return this.seen;
    const seen = this.settings.findOneBy({ name: weeksName(source) }).then((row) => row?.value ?? '');
    this.seen = seen;
    this.checkedAt = now;
    seen.catch(() => {
      if (this.seen === seen) this.seen = null;
    });
    return seen;
  }

  async areSeriesBehind(source: UsdaSource): Promise<boolean> {
    const rows = await this.settings.findBy({ name: In([weeksName(source), seriesName(source)]) });
    const valueOf = (name: string) => rows.find((row) => row.name === name)?.value;
    // Weeks may predate revisions: if neither has one, the series still have to be written once.
    return (valueOf(weeksName(source)) ?? '') !== valueOf(seriesName(source));
  }

  /** @param revision of the weeks, as read before the series were written: more weeks may have been stored since */
  async recordSeries(source: UsdaSource, revision: string): Promise<void> {
    await this.settings.upsert({ name: seriesName(source), value: revision }, ['name']);
  }

  /** Call it in the unit of work that stores weeks. @param withSeries true if it also writes their series */
  async renew(source: UsdaSource, withSeries: boolean): Promise<void> {
    const value = randomUUID();
    const names = withSeries ? [weeksName(source), seriesName(source)] : [weeksName(source)];
    await this.settings.upsert(
      names.map((name) => ({ name, value })),
      ['name'],
    );
  }

  /**
   * Makes the next call to `current` query the database. Call this after the unit of work with `renew`: until that is
   * committed, the database has the old revision.
   */
  forget(): void {
    this.seen = null;
  }
}

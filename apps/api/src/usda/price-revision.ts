import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../clock.ts';
import type { UsdaSource } from '../config/config.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';

/** So long may a process answer with weeks that another process has replaced. */
const LOOK_EVERY_MS = 1_000;

const nameOf = (source: UsdaSource): string => `revision of the ${source} prices`;

/**
 * A mark that is new whenever weeks were stored, by any process of the site. The newest week alone would not do: USDA corrects weeks that
 * it has published.
 */
@Injectable()
export class PriceRevision {
  private lookedAt = -Infinity;
  private seen: Promise<string> | null = null;

  constructor(
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Returns an empty text where nothing was stored yet. */
  current(source: UsdaSource): Promise<string> {
    const now = this.clock.now().getTime();
    if (this.seen && Math.abs(now - this.lookedAt) < LOOK_EVERY_MS) return this.seen;
    const seen = this.settings.findOneBy({ name: nameOf(source) }).then((row) => row?.value ?? '');
    this.seen = seen;
    this.lookedAt = now;
    seen.catch(() => {
      if (this.seen === seen) this.seen = null;
    });
    return seen;
  }

  /** Call it when the weeks are stored, not before: whoever reads them by the old mark then reads them anew. */
  async renew(source: UsdaSource): Promise<void> {
    await this.settings.upsert({ name: nameOf(source), value: randomUUID() }, ['name']);
    this.seen = null;
  }
}

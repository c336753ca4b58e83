import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Repository } from 'typeorm';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { LeaseRepository } from '../database/lease.repository.ts';
import { LOGGER } from '../http/logger.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { Attempts } from './attempts.ts';
import { GallerySweep, type SweepParts, type SweepResult } from './gallery-sweep.ts';
import { damageOf, PICTURE_STORE, type PictureStore } from './picture-store.ts';
import type { SubmissionEntity } from './submission.entity.ts';
import { SubmissionRepository } from './submission.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Between two files, so that checking them all is no load. */
const SCRUB_PAUSE_MS = 20;
/** Pictures in a row that cannot be read: the store is away, and each of the others would be waited for. */
const MAX_UNREADABLE = 5;
/** Whoever holds it sweeps or scrubs. */
export const MAINTENANCE_LEASE = 'gallery maintenance';
/** Setting that holds the time at which every picture was last read. */
const LAST_SCRUB = 'last scrub of the gallery';

export interface ScrubResult {
  readonly checked: number;
  /** Ids of pictures whose files are not what was stored. */
  readonly damaged: readonly string[];
  /** Ids of pictures that could not be read; the next scrub tries again. */
  readonly stuck: readonly string[];
  /** The store was away: the rest was not looked at, and the scrub stays due. */
  readonly isGivenUp: boolean;
}

/** Keeps rows and files in step: a sweep at start and each hour, a scrub of every byte once a day. */
@Injectable()
export class GalleryMaintenance implements SweepParts, OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private isRunning = false;
  /** Pictures that the last sweep would have removed, and did not because they are too many at once. */
  heldBack = 0;

  constructor(
    readonly config: Config,
    readonly submissions: SubmissionRepository,
    private readonly leases: LeaseRepository,
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
    @Inject(PICTURE_STORE) readonly store: PictureStore,
    @Inject(Clock) readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
    this.timer = setInterval(() => this.start(), HOUR_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  /** @param mayRemoveMany the owner has asked for it */
  async sweep(mayRemoveMany = false): Promise<SweepResult> {
    const result = await new GallerySweep(this, this.stopping.signal, mayRemoveMany).run();
    this.heldBack = result.heldBack;
    return result;
  }

  /** Reads every picture again and compares it with the hash in its row; ends early when the store is away. */
  async scrub(pauseMs = 0): Promise<ScrubResult> {
    const damaged: string[] = [];
    const trouble = new Attempts(this.stopping.signal, this.logger);
    let checked = 0;
    let unreadable = 0;
    for await (const row of this.submissions.eachWithFile()) {
      // What cannot be read now is neither sound nor damaged: the next scrub tells.
      const damage = await trouble.try(row.id, () => this.damageNow(row));
      unreadable = damage === undefined ? unreadable + 1 : 0;
      if (unreadable === MAX_UNREADABLE) {
        trouble.isGivenUp = true;
        break;
      }
      if (damage !== undefined) checked += 1;
      if (damage) {
        damaged.push(row.id);
        await this.submissions.setStatus(row.id, 'missing', ['listed']);
        this.logger.warn({ event: 'gallery-picture-damaged', id: row.id, message: damage });
      } else if (damage === null && row.status === 'missing') {
        // The files came back, from a backup for one.
        await this.submissions.setStatus(row.id, 'listed', ['missing']);
      }
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: this.stopping.signal, ref: false });
    }
    const { stuck, isGivenUp } = trouble;
    const counts = { checked, damaged: damaged.length, stuck: stuck.length };
    if (isGivenUp)
      this.logger.warn({ event: 'gallery-scrub-given-up', ...counts, message: 'the store of the pictures cannot be read' });
    else this.logger.info({ event: 'gallery-scrub', ...counts });
    return { checked, damaged, stuck, isGivenUp };
  }

  /** Rows are read ahead of their files: one that was taken back or sent again meanwhile is judged as it is now. */
  private async damageNow(row: SubmissionEntity): Promise<string | null> {
    const damage = await damageOf(this.store, row);
    if (damage === null) return null;
    const now = await this.submissions.find(row.id);
    return now === null || now.status === 'deleted' ? null : damageOf(this.store, now);
  }

  /** One process of the site at a time, one after the other; what is still under way after an hour is not queued for again. */
  private start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    this.running = this.runAlone().finally(() => {
      this.isRunning = false;
    });
  }

  private async runAlone(): Promise<void> {
    try {
      const lease = await this.leases.acquire(MAINTENANCE_LEASE);
      if (lease === null) return;
      try {
        await this.sweep();
        await this.scrubWhenDue();
      } finally {
        await lease.release();
      }
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.logger.warn({ event: 'gallery-maintenance-failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** A day after the last one, however often the server was started since; the first one a day after the gallery's first start. */
  private async scrubWhenDue(): Promise<void> {
    const value = this.clock.now().toISOString();
    await this.settings.createQueryBuilder().insert().values({ name: LAST_SCRUB, value }).orIgnore().execute();
    const last = await this.settings.findOneByOrFail({ name: LAST_SCRUB });
    // A clock that was wrong must not put it off for years.
    if (Math.abs(Date.parse(value) - Date.parse(last.value)) < DAY_MS) return;
    const { isGivenUp } = await this.scrub(SCRUB_PAUSE_MS);
    if (!isGivenUp) await this.settings.update({ name: LAST_SCRUB }, { value });
  }
}

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
import { GalleryError } from './gallery.errors.ts';
import { GalleryService } from './gallery.service.ts';
import { damageOf, idOfKey, PICTURE_STORE, pictureKeys, type PictureStore, type StoredFile } from './picture-store.ts';
import type { SubmissionEntity } from './submission.entity.ts';
import { SubmissionRepository } from './submission.repository.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** No write takes as long as this. */
const UNFINISHED_MS = 10 * MINUTE_MS;
/** A file without a row may belong to a write that is under way, or to a copy that is being restored. */
const ORPHAN_MS = DAY_MS;
const VISITOR_MS = 7 * DAY_MS;
/** Between two files, so that checking them all is no load. */
const SCRUB_PAUSE_MS = 20;
/** Pictures in a row that cannot be read, or files that cannot be reached: the store is away, and each of the others would be waited for. */
const MOST_UNREADABLE = 5;
/** Setting that holds the time at which every picture was last read. */
const LAST_SCRUB = 'last scrub of the gallery';

export interface SweepResult {
  readonly unfinished: number;
  readonly orphans: number;
  readonly missing: number;
  /** What could not be done, by file or picture; the next sweep tries again. */
  readonly stuck: readonly string[];
}

export interface ScrubResult {
  readonly checked: number;
  /** Ids of pictures whose files are not what was stored. */
  readonly damaged: readonly string[];
  /** Ids of pictures that could not be read; the next scrub tries again. */
  readonly stuck: readonly string[];
  /** The store was away: the rest was not looked at, and the scrub stays due. */
  readonly isGivenUp: boolean;
}

/** What one sweep could not do. */
interface Trouble {
  readonly stuck: string[];
  /** Times in a row that the store could not be reached. */
  unreached: number;
  /** The rest of a list was left to the next sweep. */
  isGivenUp: boolean;
}

const noTrouble = (): Trouble => ({ stuck: [], unreached: 0, isGivenUp: false });

/** Keeps rows and files in step: a sweep at start and each hour, a scrub of every byte once a day. */
@Injectable()
export class GalleryMaintenance implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private isRunning = false;

  constructor(
    private readonly config: Config,
    private readonly submissions: SubmissionRepository,
    private readonly gallery: GalleryService,
    private readonly leases: LeaseRepository,
    @InjectRepository(SettingEntity) private readonly settings: Repository<SettingEntity>,
    @Inject(PICTURE_STORE) private readonly store: PictureStore,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>,
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

  /** Takes away what interrupted writes and removals left, and finds rows whose file is gone. */
  async sweep(): Promise<SweepResult> {
    const now = this.clock.now().getTime();
    const trouble = noTrouble();
    // What visitors were promised comes first: it is kept also while the store is away.
    await this.submissions.forgetVisitors(new Date(now - VISITOR_MS));
    await this.removeExpired(now, trouble);
    // Rows before files: a picture that comes in between has a file that is too young to be an orphan.
    const rows = new Map<string, SubmissionEntity>();
    for await (const row of this.submissions.eachWithFile()) rows.set(row.id, row);
    if (rows.size === 0) await this.store.prepare();
    const unfinished = await this.clearUnfinished(now, trouble);
    const present = new Set<string>();
    let orphans = 0;
    trouble.unreached = 0;
    for await (const file of this.store.list()) {
      this.stopping.signal.throwIfAborted();
      present.add(file.key);
      // The listing goes on, so that it is known which files are there.
      if (rows.has(idOfKey(file.key)) || this.givesUp(trouble)) continue;
      if (await this.attempt(file.key, trouble, () => this.clearOrphan(file, now))) orphans += 1;
    }
    const missing = await this.noteMissing(rows.values(), present, trouble);
    const { stuck } = trouble;
    const result = { unfinished, orphans, missing, stuck };
    if (trouble.isGivenUp)
      this.logger.warn({ event: 'gallery-sweep-given-up', ...result, message: 'the store of the pictures cannot be reached' });
    else if (unfinished + orphans + missing + stuck.length > 0) this.logger.info({ event: 'gallery-sweep', ...result });
    return result;
  }

  /** Reads every picture again and compares it with the hash in its row; ends early when the store is away. */
  async scrub(pauseMs = 0): Promise<ScrubResult> {
    const damaged: string[] = [];
    const trouble = noTrouble();
    let checked = 0;
    let unreadable = 0;
    for await (const row of this.submissions.eachWithFile()) {
      // What cannot be read now is neither sound nor damaged: the next scrub tells.
      const damage = await this.attempt(row.id, trouble, () => this.damageNow(row));
      unreadable = damage === undefined ? unreadable + 1 : 0;
      if (unreadable === MOST_UNREADABLE) {
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

  private async clearUnfinished(now: number, trouble: Trouble): Promise<number> {
    const limit = new Date(now - UNFINISHED_MS);
    const found = await this.attempt('unfinished writes', trouble, () => this.store.removeUnfinished(limit));
    for (const name of found?.stuck ?? []) {
      trouble.stuck.push(name);
      this.logger.warn({ event: 'gallery-file-stuck', name, message: 'an unfinished write cannot be removed' });
    }
    return found?.removed ?? 0;
  }

  /** Files of a picture that was taken back are destroyed at once; files that nobody knows are set aside after a day. */
  private async clearOrphan({ key, modifiedAt }: StoredFile, now: number): Promise<boolean> {
    const row = await this.submissions.find(idOfKey(key));
    if (row?.status === 'deleted') await this.store.remove(key);
    else if (row === null && modifiedAt.getTime() <= now - ORPHAN_MS) await this.store.quarantine(key);
    else return false;
    return true;
  }

  /** Only what is listed changes its state: a picture that is hidden or held must not come back as listed with its file. */
  private async noteMissing(rows: Iterable<SubmissionEntity>, present: ReadonlySet<string>, trouble: Trouble): Promise<number> {
    let missing = 0;
    trouble.unreached = 0;
    for (const { id, status } of rows) {
      const key = pictureKeys(id).image;
      if (status !== 'listed' || present.has(key)) continue;
      if (this.givesUp(trouble)) break;
      const isMissing = await this.attempt(key, trouble, async () => {
        // The rows were read before the files: what was taken back in between is not missing.
        return (await this.store.get(key)) === null && this.submissions.setStatus(id, 'missing', ['listed']);
      });
      if (!isMissing) continue;
      this.logger.warn({ event: 'gallery-picture-damaged', id, message: 'file gone' });
      missing += 1;
    }
    return missing;
  }

  private async removeExpired(now: number, trouble: Trouble): Promise<void> {
    const limit = new Date(now - this.config.gallery.keepDays * DAY_MS);
    for (const id of await this.submissions.idsBefore(limit)) {
      if (this.givesUp(trouble)) break;
      await this.attempt(id, trouble, () => this.gallery.remove(id));
    }
  }

  private givesUp(trouble: Trouble): boolean {
    if (trouble.unreached < MOST_UNREADABLE) return false;
    trouble.isGivenUp = true;
    return true;
  }

  /** One file that cannot be handled must not keep all others from it. Undefined: it could not be done. */
  private async attempt<T>(name: string, trouble: Trouble, work: () => Promise<T>): Promise<T | undefined> {
    this.stopping.signal.throwIfAborted();
    try {
      const done = await work();
      trouble.unreached = 0;
      return done;
    } catch (error) {
      trouble.stuck.push(name);
      trouble.unreached = error instanceof GalleryError && error.code === 'STORE_UNAVAILABLE' ? trouble.unreached + 1 : 0;
      this.logger.warn({ event: 'gallery-file-stuck', name, message: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
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
      const lease = await this.leases.acquire('gallery maintenance');
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

import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { LeaseRepository } from '../database/lease.repository.ts';
import { LOGGER } from '../http/logger.ts';
import { GalleryService } from './gallery.service.ts';
import { idOfKey, PICTURE_STORE, pictureKeys, type PictureStore } from './picture-store.ts';
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

export interface SweepResult {
  readonly unfinished: number;
  readonly orphans: number;
  readonly missing: number;
}

export interface ScrubResult {
  readonly checked: number;
  /** Ids of pictures whose file is not what was stored. */
  readonly damaged: readonly string[];
}

/** Keeps rows and files in step: a sweep at start and each hour, a scrub of every byte each night. */
@Injectable()
export class GalleryMaintenance implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly config: Config,
    private readonly submissions: SubmissionRepository,
    private readonly gallery: GalleryService,
    private readonly leases: LeaseRepository,
    @Inject(PICTURE_STORE) private readonly store: PictureStore,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.start(() => this.sweep());
    this.timers = [
      setInterval(() => this.start(() => this.sweep()), HOUR_MS),
      setInterval(() => this.start(() => this.scrub(SCRUB_PAUSE_MS)), DAY_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.timers.forEach(clearInterval);
    this.stopping.abort();
    await this.running;
  }

  /** Takes away what interrupted writes left, and finds rows whose file is gone. */
  async sweep(): Promise<SweepResult> {
    const now = this.clock.now().getTime();
    const unfinished = await this.store.removeUnfinished(new Date(now - UNFINISHED_MS));
    const present = new Map<string, Set<string>>();
    let orphans = 0;
    for await (const file of this.store.list()) {
      this.stopping.signal.throwIfAborted();
      const id = idOfKey(file.key);
      const known = present.get(id);
      if (known) known.add(file.key);
      else present.set(id, new Set([file.key]));
      if (file.modifiedAt.getTime() > now - ORPHAN_MS) continue;
      const row = await this.submissions.find(id);
      if (row && row.status !== 'deleted') continue;
      await this.store.quarantine(file.key);
      orphans += 1;
    }
    const missing = await this.noteMissing(present);
    await this.submissions.forgetVisitors(new Date(now - VISITOR_MS));
    await this.removeExpired(now);
    const result = { unfinished, orphans, missing };
    if (unfinished + orphans + missing > 0) this.logger.info({ event: 'gallery-sweep', ...result });
    return result;
  }

  /** Reads every picture again and compares it with the hash in its row. */
  async scrub(pauseMs = 0): Promise<ScrubResult> {
    const damaged: string[] = [];
    let checked = 0;
    for await (const row of this.submissions.eachWithFile()) {
      this.stopping.signal.throwIfAborted();
      const content = await this.store.get(pictureKeys(row.id).image);
      checked += 1;
      if (content === null || createHash('sha256').update(content).digest('hex') !== row.imageHash) {
        damaged.push(row.id);
        await this.submissions.setStatus(row.id, 'missing', ['listed']);
        this.logger.warn({
          event: 'gallery-picture-damaged',
          id: row.id,
          message: content === null ? 'file gone' : 'bytes changed',
        });
      } else if (row.status === 'missing') {
        // The file came back, from a backup for one.
        await this.submissions.setStatus(row.id, 'listed', ['missing']);
      }
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: this.stopping.signal, ref: false });
    }
    this.logger.info({ event: 'gallery-scrub', checked, damaged: damaged.length });
    return { checked, damaged };
  }

  private async noteMissing(present: ReadonlyMap<string, ReadonlySet<string>>): Promise<number> {
    let missing = 0;
    for await (const row of this.submissions.eachWithFile()) {
      if (row.status === 'missing' || present.get(row.id)?.has(pictureKeys(row.id).image)) continue;
      // The list was read before the rows: a picture that came in between has its file all the same.
      if ((await this.store.get(pictureKeys(row.id).image)) !== null) continue;
      await this.submissions.setStatus(row.id, 'missing', ['listed', 'held', 'hidden']);
      this.logger.warn({ event: 'gallery-picture-damaged', id: row.id, message: 'file gone' });
      missing += 1;
    }
    return missing;
  }

  private async removeExpired(now: number): Promise<void> {
    const limit = new Date(now - this.config.gallery.keepDays * DAY_MS);
    for (const id of await this.submissions.idsBefore(limit)) await this.gallery.remove(id);
  }

  /** One process of the site at a time; one piece of work after the other. */
  private start(work: () => Promise<unknown>): void {
    const before = this.running;
    this.running = (async () => {
      await before;
      await this.runAlone(work);
    })();
  }

  private async runAlone(work: () => Promise<unknown>): Promise<void> {
    try {
      const lease = await this.leases.acquire('gallery maintenance');
      if (lease === null) return;
      try {
        await work();
      } finally {
        await lease.release();
      }
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.logger.warn({ event: 'gallery-maintenance-failed', message: error instanceof Error ? error.message : String(error) });
    }
  }
}

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { Attempts } from './attempts.ts';
import { removePicture } from './gallery.service.ts';
import { findExpired } from './expired-pictures.ts';
import { isMassRemoval } from './mass-removal.ts';
import { idOfKey, pictureKeys, type PictureStore, type StoredFile } from './picture-store.ts';
import type { SubmissionEntity } from './submission.entity.ts';
import type { SubmissionRepository } from './submission.repository.ts';

/**
 * Up to this many pictures without a row are set aside whatever their share: in a small gallery they are probably interrupted
 * uploads, and nothing is deleted.
 */
const MAX_SET_ASIDE = 5;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Longer than any write takes. */
const UNFINISHED_MS = 10 * MINUTE_MS;
/** A file without a row may belong to a write in progress, or to a backup that is being restored. */
const ORPHAN_MS = DAY_MS;
const VISITOR_MS = 7 * DAY_MS;
const HOW_TO_ALLOW =
  'none of them is removed; check the clock, the database and the settings, and if everything is correct, run: npx site gallery sweep --allow-mass-removal';

export interface SweepResult {
  /** Pictures older than the retention period. */
  readonly expired: number;
  readonly unfinished: number;
  readonly orphans: number;
  readonly missing: number;
  /** Pictures that were not removed because there were too many of them at once. */
  readonly heldBack: number;
  /** What failed, by file or picture; the next sweep tries again. */
  readonly stuck: readonly string[];
}

/** What a sweep works on. */
export interface SweepParts {
  readonly config: Config;
  readonly submissions: SubmissionRepository;
  readonly store: PictureStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** What a sweep is about to remove. */
interface Removal {
  readonly pictures: number;
  readonly of: number;
  /** True if they are more than a sweep removes by itself. */
  readonly areTooMany: boolean;
  readonly why: string;
}

/** Removes leftovers of interrupted writes and removals as well as expired pictures, and finds rows whose file is gone. */
export class GallerySweep {
  private readonly attempts: Attempts;
  private readonly now: number;
  private heldBack = 0;

  /** @param mayRemoveMany true if the owner has allowed it */
  constructor(
    private readonly parts: SweepParts,
    private readonly signal: AbortSignal,
    private readonly mayRemoveMany = false,
  ) {
    this.attempts = new Attempts(signal, parts.logger);
    this.now = parts.clock.now().getTime();
  }

  /** Call it once. */
  async run(): Promise<SweepResult> {
    const { submissions, store, logger } = this.parts;
    // What visitors were promised comes first, and is kept even while the store is unavailable.
    await submissions.forgetVisitors(new Date(this.now - VISITOR_MS));
    const expired = await this.removeExpired();
    // Rows before files: a picture added in between has a file that is too new to be an orphan.
    const rows = new Map<string, SubmissionEntity>();
    for await (const row of submissions.eachWithFile()) rows.set(row.id, row);
    if (rows.size === 0) await store.prepare();
    const unfinished = await this.clearUnfinished();
    const present = new Set<string>();
    const strays: StoredFile[] = [];
    for await (const file of store.list()) {
      this.signal.throwIfAborted();
      present.add(file.key);
      if (!rows.has(idOfKey(file.key))) strays.push(file);
    }
    const orphans = await this.clearStrays(strays, rows.size);
    const missing = await this.noteMissing(rows.values(), present);
    const { stuck } = this.attempts;
    const result = { expired, unfinished, orphans, missing, heldBack: this.heldBack, stuck };
    if (this.attempts.hasGivenUp)
      logger.warn({ event: 'gallery-sweep-given-up', ...result, message: 'the picture store cannot be reached' });
    else if (expired + unfinished + orphans + missing + stuck.length > 0) logger.info({ event: 'gallery-sweep', ...result });
    return result;
  }

  private async removeExpired(): Promise<number> {
    const { config, submissions, store } = this.parts;
    const { ids, of, why, areTooMany } = await findExpired(submissions, config.gallery, this.now);
    if (this.isHeldBack({ pictures: ids.length, of, areTooMany, why })) return 0;
    let expired = 0;
    for (const id of ids) {
      if (this.attempts.givesUp()) break;
      const isRemoved = await this.attempts.try(id, async () => {
        await removePicture(submissions, store, id);
        return true;
      });
      if (isRemoved) expired += 1;
    }
    return expired;
  }

  /** Returns true if these are too many to remove at once. */
  private isHeldBack({ pictures, of, areTooMany, why }: Removal): boolean {
    if (this.mayRemoveMany || !areTooMany) return false;
    this.heldBack += pictures;
    const message = `${pictures} of ${of} pictures ${why}: more than a sweep removes by itself, so ${HOW_TO_ALLOW}`;
    this.parts.logger.warn({ event: 'gallery-sweep-held-back', pictures, of, message });
    return true;
  }

  private async clearUnfinished(): Promise<number> {
    const limit = new Date(this.now - UNFINISHED_MS);
    const found = await this.attempts.try('unfinished writes', () => this.parts.store.removeUnfinished(limit));
    for (const name of found?.stuck ?? []) {
      this.attempts.stuck.push(name);
      this.parts.logger.warn({ event: 'gallery-file-stuck', name, message: 'an unfinished write cannot be removed' });
    }
    return found?.removed ?? 0;
  }

  /** Files of a deleted picture are deleted immediately; files without a row are set aside after a day. */
  private async clearStrays(strays: readonly StoredFile[], knownPictures: number): Promise<number> {
    const { submissions, store } = this.parts;
    const unknown: string[] = [];
    let cleared = 0;
    this.attempts.beginList();
    for (const { key, modifiedAt } of strays) {
      if (this.attempts.givesUp()) break;
      const isCleared = await this.attempts.try(key, async () => {
        const row = await submissions.find(idOfKey(key));
        if (row === null && modifiedAt.getTime() <= this.now - ORPHAN_MS) unknown.push(key);
        if (row?.status !== 'deleted') return false;
        await store.remove(key);
        return true;
      });
      if (isCleared) cleared += 1;
    }
    const pictures = new Set(unknown.map(idOfKey)).size;
    const of = knownPictures + pictures;
    const areTooMany = isMassRemoval(pictures, of, MAX_SET_ASIDE);
    if (this.isHeldBack({ pictures, of, areTooMany, why: 'have files but no row' })) return cleared;
    for (const key of unknown) {
      if (this.attempts.givesUp()) break;
      const isQuarantined = await this.attempts.try(key, async () => {
        await store.quarantine(key);
        return true;
      });
      if (isQuarantined) cleared += 1;
    }
    return cleared;
  }

  /** Only listed pictures change their state: a hidden or held one must not become listed when its file comes back. */
  private async noteMissing(rows: Iterable<SubmissionEntity>, present: ReadonlySet<string>): Promise<number> {
    const { submissions, store, logger } = this.parts;
    let missing = 0;
    this.attempts.beginList();
    for (const { id, status } of rows) {
      const key = pictureKeys(id).image;
      if (status !== 'listed' || present.has(key)) continue;
      if (this.attempts.givesUp()) break;
      const isMissing = await this.attempts.try(key, async () => {
        // The rows were read before the files: a picture deleted in between is not missing.
        return (await store.get(key)) === null && submissions.setStatus(id, 'missing', ['listed']);
      });
      if (!isMissing) continue;
      logger.warn({ event: 'gallery-picture-damaged', id, message: 'file gone' });
      missing += 1;
    }
    return missing;
  }
}

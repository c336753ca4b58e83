import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { LOGGER } from '../http/logger.ts';
import { Attempts } from './attempts.ts';
import { GallerySweep, type SweepParts, type SweepResult } from './gallery-sweep.ts';
import { damageOf, PICTURE_STORE, type PictureStore } from './picture-store.ts';
import type { SubmissionEntity } from './submission.entity.ts';
import { SubmissionRepository } from './submission.repository.ts';

/** After this many unreadable pictures in a row the store counts as unavailable, to avoid waiting for each of the others. */
const MAX_UNREADABLE = 5;

export interface ScrubResult {
  readonly checked: number;
  /** Ids of pictures whose files differ from what was stored. */
  readonly damaged: readonly string[];
  /** Ids of pictures that could not be read; the next scrub tries again. */
  readonly stuck: readonly string[];
  /** True if the store was unavailable: the rest was not checked, and the scrub stays due. */
  readonly hasGivenUp: boolean;
}

const NEVER = new AbortController().signal;

/** Keeps rows and files consistent. `GalleryJobs` decides when it runs. */
@Injectable()
export class GalleryMaintenance implements SweepParts {
  /** Pictures that the last sweep did not remove because there were too many of them at once. */
  heldBack = 0;

  constructor(
    readonly config: Config,
    readonly submissions: SubmissionRepository,
    @Inject(PICTURE_STORE) readonly store: PictureStore,
    @Inject(Clock) readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  /** @param mayRemoveMany true if the owner has allowed it */
  async sweep(mayRemoveMany = false, signal = NEVER): Promise<SweepResult> {
    const result = await new GallerySweep(this, signal, mayRemoveMany).run();
    this.heldBack = result.heldBack;
    return result;
  }

  /** Reads every picture again and compares it with the hash in its row; ends early if the store is unavailable. */
  async scrub(pauseMs = 0, signal = NEVER): Promise<ScrubResult> {
    const damaged: string[] = [];
    const attempts = new Attempts(signal, this.logger);
    let checked = 0;
    let unreadable = 0;
    for await (const row of this.submissions.eachWithFile()) {
      // An unreadable picture counts as neither intact nor damaged: the next scrub decides.
      const damage = await attempts.try(row.id, () => this.damageNow(row));
      unreadable = damage === undefined ? unreadable + 1 : 0;
      if (unreadable === MAX_UNREADABLE) {
        attempts.hasGivenUp = true;
        break;
      }
      if (damage !== undefined) checked += 1;
      if (damage) {
        damaged.push(row.id);
        await this.submissions.setStatus(row.id, 'missing', ['listed']);
        this.logger.warn({ event: 'gallery-picture-damaged', id: row.id, message: damage });
      } else if (damage === null && row.status === 'missing') {
        // The files came back, for example from a backup.
        await this.submissions.setStatus(row.id, 'listed', ['missing']);
      }
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal, ref: false });
    }
    const { stuck, hasGivenUp } = attempts;
    const counts = { checked, damaged: damaged.length, stuck: stuck.length };
    if (hasGivenUp) this.logger.warn({ event: 'gallery-scrub-given-up', ...counts, message: 'the picture store cannot be read' });
    else this.logger.info({ event: 'gallery-scrub', ...counts });
    return { checked, damaged, stuck, hasGivenUp };
  }

  /** Rows are read before their files: a picture deleted or sent again in the meantime is judged by its current row. */
  private async damageNow(row: SubmissionEntity): Promise<string | null> {
    const damage = await damageOf(this.store, row);
    if (damage === null) return null;
    const now = await this.submissions.find(row.id);
    return now === null || now.status === 'deleted' ? null : damageOf(this.store, now);
  }
}

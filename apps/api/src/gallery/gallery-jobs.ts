import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../jobs/job-runner.ts';
import { GalleryMaintenance } from './gallery-maintenance.ts';
import { GalleryService } from './gallery.service.ts';
import { EMPTY_TRASH } from './moderation/moderation.repository.ts';
import { PICTURE_STORE, removeFiles, type PictureStore } from './picture-store.ts';
import { REMOVE_FILES } from './submission.repository.ts';

export const SWEEP = 'sweep the gallery';
export const SCRUB = 'scrub the gallery';
export const SWEEP_EVERY_MS = 3_600_000;
const SCRUB_EVERY_MS = 24 * 3_600_000;
/** Pause between two pictures, so that checking all of them causes little load. */
const SCRUB_PAUSE_MS = 20;

/** An hourly sweep, a daily scrub of every byte, and the removal of deleted pictures' files. */
@Injectable()
export class GalleryJobs implements OnModuleInit {
  constructor(
    private readonly maintenance: GalleryMaintenance,
    @Inject(PICTURE_STORE) private readonly store: PictureStore,
    @Inject(GalleryService) private readonly gallery: Pick<GalleryService, 'removeTrashed'>,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle'>,
  ) {}

  onModuleInit(): void {
    const { maintenance, store, gallery, jobs } = this;
    jobs.handle(SWEEP, {
      run: async (_, signal) => void (await maintenance.sweep(false, signal)),
      every: { ms: SWEEP_EVERY_MS },
    });
    jobs.handle(SCRUB, {
      run: (_, signal) => this.scrub(signal),
      every: { ms: SCRUB_EVERY_MS, firstAfterMs: SCRUB_EVERY_MS },
    });
    jobs.handle(REMOVE_FILES, { run: (id) => removeFiles(store, id) });
    jobs.handle(EMPTY_TRASH, { run: (id) => gallery.removeTrashed(id) });
  }

  private async scrub(signal: AbortSignal): Promise<void> {
    const { hasGivenUp } = await this.maintenance.scrub(SCRUB_PAUSE_MS, signal);
    if (hasGivenUp) throw new Error('the picture store cannot be read');
  }
}

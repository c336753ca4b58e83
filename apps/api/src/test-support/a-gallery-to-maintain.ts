import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.ts';
import { SWEEP } from '../gallery/gallery-jobs.ts';
import { GalleryMaintenance } from '../gallery/gallery-maintenance.ts';
import { PICTURE_STORE, pictureKeys, type PictureStore } from '../gallery/picture-store.ts';
import { SubmissionEntity } from '../gallery/submission.entity.ts';
import { SubmissionRepository } from '../gallery/submission.repository.ts';
import { JobEntity } from '../jobs/job.entity.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { savePicture } from './a-picture.ts';
import { anApi } from './an-api.ts';

export const DAY_MS = 24 * 3_600_000;

/** A gallery whose first sweep is over. Its clock stands still until a test advances it. */
export async function aGalleryToMaintain() {
  let now = Date.now();
  const api = await anApi({}, [{ provide: Clock, value: { now: () => new Date(now) } }]);
  const jobs = api.get(JobRunner);
  // The sweep on the first start.
  await jobs.runNow(SWEEP);

  const advance = (ms: number): void => {
    now += ms;
  };
  const save = (seed: number) => savePicture(api.url, seed);
  const folder = (...path: string[]) => join(api.folder, 'data/pictures', ...path);
  const submissions = () => api.get(DataSource).getRepository(SubmissionEntity);
  const rowOf = (id: string) => submissions().findOneByOrFail({ id });

  return {
    api,
    jobs,
    maintenance: api.get(GalleryMaintenance),
    store: api.get<PictureStore>(PICTURE_STORE),
    save,
    folder,
    fileOf: (id: string) => folder(id.slice(0, 2), `${id}.jpg`),
    submissions,
    rowOf,
    jobRow: (name: string) => api.get(DataSource).getRepository(JobEntity).findOneByOrFail({ name }),
    now: () => now,
    advance,
    statuses: async () => (await submissions().find()).map(({ status }) => status),
    /** Warnings that the sweep held pictures back. */
    warnings: () => api.log.filter(({ event }) => event === 'gallery-sweep-held-back'),
    /** Saves fifteen pictures, and advances the clock by a year, so that all of them have expired. @returns the ids of fourteen */
    async saveExpired(): Promise<string[]> {
      const ids = Array.from({ length: 14 }, (_, index) => (index + 1).toString(16).padStart(32, '0'));
      const { id: _id, idempotencyKey: _key, sequence: _sequence, ...row } = await rowOf((await save(50)).id);
      for (const id of ids) {
        await api.get(SubmissionRepository).add({ ...row, id, idempotencyKey: null }, () => 'listed', new Date(0));
        for (const key of Object.values(pictureKeys(id)))
          await api.get<PictureStore>(PICTURE_STORE).put(key, Buffer.from('a picture'));
      }
      advance(366 * DAY_MS);
      return ids;
    },
  };
}

export type GalleryToMaintain = Awaited<ReturnType<typeof aGalleryToMaintain>>;

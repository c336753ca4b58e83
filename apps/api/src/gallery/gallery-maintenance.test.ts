import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseNewSubmission, type NewSubmission } from '@site/contracts';
import { DataSource, In } from 'typeorm';
import { Clock } from '../clock.ts';
import { JobEntity } from '../jobs/job.entity.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { SCRUB, SWEEP } from './gallery-jobs.ts';
import { GalleryMaintenance } from './gallery-maintenance.ts';
import { PICTURE_STORE, pictureKeys, type PictureStore } from './picture-store.ts';
import { SubmissionEntity } from './submission.entity.ts';
import { SubmissionRepository } from './submission.repository.ts';

const DAY_MS = 24 * 3_600_000;

describe('gallery maintenance', () => {
  let api: TestApi;
  let now: number;
  const folder = (...path: string[]) => join(api.folder, 'data/pictures', ...path);
  const maintenance = () => api.get(GalleryMaintenance);
  const jobs = () => api.get(JobRunner);
  const jobRow = (name: string) => api.get(DataSource).getRepository(JobEntity).findOneByOrFail({ name });
  const rowOf = (id: string) => api.get(DataSource).getRepository(SubmissionEntity).findOneByOrFail({ id });

  beforeEach(async () => {
    now = Date.now();
    api = await anApi({}, [{ provide: Clock, value: { now: () => new Date(now) } }]);
    // The sweep at the first start.
    await jobs().runNow(SWEEP);
  });
  afterEach(() => api.close());

  async function aSaved(seed: number): Promise<NewSubmission> {
    const response = await upload(api.url, { body: { imageData: dataUrl(await aPicture(seed)), flowerCount: 1 } });
    return parseNewSubmission(await response.json());
  }
  const fileOf = (id: string) => folder(id.slice(0, 2), `${id}.jpg`);

  test('the sweep puts files without a row into quarantine after a day, and deletes nothing', async () => {
    const kept = await aSaved(1);
    const orphan = `${kept.id.slice(0, 2)}${'0'.repeat(30)}`;
    await writeFile(fileOf(orphan), 'nobody knows me');
    expect(await maintenance().sweep()).toMatchObject({ orphans: 0 });
    now += DAY_MS + 60_000;
    expect(await maintenance().sweep()).toEqual({ expired: 0, unfinished: 0, orphans: 1, missing: 0, heldBack: 0, stuck: [] });
    expect(await readFile(folder('quarantine', `${orphan}.jpg`), 'utf8')).toBe('nobody knows me');
    expect(await readFile(fileOf(kept.id))).toBeInstanceOf(Buffer);
  });

  test('the scrub finds a picture with one wrong bit, and lists it again once the file is correct', async () => {
    const [sound, ill] = [await aSaved(3), await aSaved(4)];
    const good = await readFile(fileOf(ill.id));
    const bad = Buffer.from(good);
    bad[bad.length >> 1] = (bad[bad.length >> 1] ?? 0) ^ 1;
    await writeFile(fileOf(ill.id), bad);
    expect(await maintenance().scrub()).toMatchObject({ checked: 2, damaged: [ill.id], stuck: [] });
    expect([(await rowOf(sound.id)).status, (await rowOf(ill.id)).status]).toEqual(['listed', 'missing']);
    await writeFile(fileOf(ill.id), good);
    expect(await maintenance().scrub()).toMatchObject({ checked: 2, damaged: [], stuck: [] });
    expect((await rowOf(ill.id)).status).toBe('listed');
  });

  test('every picture is read again once a day, however often the server is started', async () => {
    const { id } = await aSaved(33);
    await writeFile(fileOf(id), 'not what was stored');
    const scrubs = () => api.log.filter(({ event }) => event === 'gallery-scrub').length;
    const hoursToScrub = async () => (Number((await jobRow(SCRUB)).runAt) - Date.now()) / 3_600_000;
    // As at startup: the time of the last scrub is in the database.
    await jobs().onApplicationBootstrap();
    expect([Math.round(await hoursToScrub()), scrubs()]).toEqual([24, 0]);
    await api.get(DataSource).getRepository(JobEntity).update({ name: SCRUB }, { runAt: '0' });
    jobs().look();
    while (scrubs() === 0 || (await jobRow(SCRUB)).state === 'running') await new Promise(setImmediate);
    expect([Math.round(await hoursToScrub()), scrubs(), (await rowOf(id)).status]).toEqual([24, 1, 'missing']);
  });

  test('after a week nothing identifies who sent a picture, and after a year the picture is gone', async () => {
    const { id, imageUrl } = await aSaved(5);
    expect((await rowOf(id)).visitor).not.toBe('');
    now += 7 * DAY_MS + 1_000;
    await maintenance().sweep();
    expect((await rowOf(id)).visitor).toBe('');
    now += 359 * DAY_MS;
    await maintenance().sweep();
    expect((await rowOf(id)).status).toBe('deleted');
    expect((await fetch(api.url + imageUrl)).status).toBe(410);
  });

  describe('with a clock that is a year ahead', () => {
    let ids: string[];
    const statuses = async () => (await api.get(DataSource).getRepository(SubmissionEntity).find()).map(({ status }) => status);
    const warnings = () => api.log.filter(({ event }) => event === 'gallery-sweep-held-back');
    beforeEach(async () => {
      ids = [];
      const { id: _id, idempotencyKey: _key, sequence: _sequence, ...row } = await rowOf((await aSaved(50)).id);
      for (let number = 1; number < 15; number += 1) {
        const id = number.toString(16).padStart(32, '0');
        ids.push(id);
        await api.get(SubmissionRepository).add({ ...row, id, idempotencyKey: null }, () => 'listed', new Date(0));
        for (const key of Object.values(pictureKeys(id)))
          await api.get<PictureStore>(PICTURE_STORE).put(key, Buffer.from('a picture'));
      }
      now += 366 * DAY_MS;
    });

    test('the sweep removes none of fifteen pictures, and says how many it would remove and which option allows it', async () => {
      expect(await maintenance().sweep()).toMatchObject({ expired: 0, heldBack: 15, orphans: 0, missing: 0 });
      expect(new Set(await statuses())).toEqual(new Set(['listed']));
      expect(warnings()).toEqual([
        expect.objectContaining({
          level: 'warn',
          pictures: 15,
          of: 15,
          message: expect.stringMatching(
            /^15 of 15 pictures are past GALLERY_KEEP_DAYS \(365\): .*npx site gallery sweep --allow-mass-removal$/,
          ),
        }),
      ]);
      expect(await (await fetch(`${api.url}/metrics`)).text()).toContain('gallery_sweep_held_back_pictures 15');
    });

    test('a single expired picture is removed automatically', async () => {
      const rows = api.get(DataSource).getRepository(SubmissionEntity);
      await rows.update({ id: In(ids) }, { createdAt: new Date(now).toISOString() });
      expect(await maintenance().sweep()).toMatchObject({ expired: 1, heldBack: 0 });
      expect((await statuses()).filter((status) => status === 'listed')).toHaveLength(14);
    });
  });
});

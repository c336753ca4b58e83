import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseNewSubmission, type NewSubmission } from '@site/contracts';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.ts';
import { JobEntity } from '../jobs/job.entity.ts';
import { JobRepository } from '../jobs/job.repository.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { GalleryError } from './gallery.errors.ts';
import { SCRUB, SWEEP } from './gallery-jobs.ts';
import { GalleryMaintenance } from './gallery-maintenance.ts';
import { GalleryService } from './gallery.service.ts';
import { PICTURE_STORE, pictureKeys, type PictureStore } from './picture-store.ts';
import { SubmissionEntity } from './submission.entity.ts';
import { REMOVE_FILES, SubmissionRepository } from './submission.repository.ts';

const DAY_MS = 24 * 3_600_000;
const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

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

  test('the sweep removes unfinished writes older than ten minutes, and no younger ones', async () => {
    await mkdir(folder(), { recursive: true });
    for (const name of ['old.tmp', 'young.tmp']) await writeFile(folder(name), 'half');
    const before = new Date(now - 11 * 60_000);
    await utimes(folder('old.tmp'), before, before);
    expect(await maintenance().sweep()).toEqual({ expired: 0, unfinished: 1, orphans: 0, missing: 0, heldBack: 0, stuck: [] });
    expect((await readdir(folder())).filter((name) => name.endsWith('.tmp'))).toEqual(['young.tmp']);
  });

  test('the sweep unlists rows whose file is gone, and names them', async () => {
    const { id } = await aSaved(2);
    await rm(fileOf(id));
    expect(await maintenance().sweep()).toMatchObject({ missing: 1 });
    expect((await rowOf(id)).status).toBe('missing');
    expect(api.log).toContainEqual(expect.objectContaining({ event: 'gallery-picture-damaged', id }));
  });

  test('a hidden picture whose file is gone and comes back stays hidden', async () => {
    const { id } = await aSaved(6);
    await api.get(SubmissionRepository).setStatus(id, 'hidden', ['listed']);
    const bytes = await readFile(fileOf(id));
    await rm(fileOf(id));
    expect(await maintenance().sweep()).toMatchObject({ missing: 0 });
    await writeFile(fileOf(id), bytes);
    await maintenance().scrub();
    expect((await rowOf(id)).status).toBe('hidden');
  });

  test('leftovers of a removal are deleted immediately, not quarantined', async () => {
    const { id, deleteToken } = await aSaved(7);
    const bytes = await readFile(fileOf(id));
    const removal = await fetch(`${api.url}/api/kaleidoscope-submissions/${id}`, {
      method: 'DELETE',
      headers: { 'X-Delete-Token': deleteToken },
    });
    expect(removal.status).toBe(204);
    await writeFile(fileOf(id), bytes);
    expect(await maintenance().sweep()).toMatchObject({ orphans: 1 });
    await expect(readFile(fileOf(id))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(readFile(folder('quarantine', `${id}.jpg`))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a file that cannot be removed does not block others, is named, and is removed by the next sweep', async () => {
    const taken = [await aSaved(8), await aSaved(9), await aSaved(10)].map(({ id }) => id).sort();
    for (const id of taken) await api.get(SubmissionRepository).setStatus(id, 'deleted', ['listed']);
    const [first = ''] = taken;
    // A folder with a file's name, which cannot be removed as a file.
    await rm(fileOf(first));
    await mkdir(fileOf(first));
    const key = `${first.slice(0, 2)}/${first}.jpg`;
    const swept = await maintenance().sweep();
    expect(swept.stuck).toEqual([key]);
    expect(swept.orphans).toBe(8);
    expect(api.log).toContainEqual(expect.objectContaining({ event: 'gallery-file-stuck', name: key }));
    for (const id of taken.slice(1)) await expect(readFile(fileOf(id))).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(fileOf(first), { recursive: true });
    await writeFile(fileOf(first), 'a file again');
    await mkdir(folder('stuck.tmp'));
    await writeFile(folder('loose.tmp'), 'half');
    for (const name of ['stuck.tmp', 'loose.tmp']) await utimes(folder(name), new Date(0), new Date(0));
    const stuck = expect.stringMatching(/^stuck\.tmp \(/);
    expect(await maintenance().sweep()).toMatchObject({ unfinished: 1, orphans: 1, stuck: [stuck] });
    expect(api.log).toContainEqual(expect.objectContaining({ event: 'gallery-file-stuck', name: stuck }));
    await rm(folder('stuck.tmp'), { recursive: true });
    expect(await maintenance().sweep()).toMatchObject({ orphans: 0, stuck: [] });
    await expect(readFile(fileOf(first))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('neither an occupied name in quarantine nor an unreadable picture blocks others', async () => {
    const [kept, ill] = [await aSaved(11), await aSaved(12)];
    const orphans = ['0', '1'].map((digit) => `${kept.id.slice(0, 2)}${digit.repeat(30)}`);
    for (const orphan of orphans) await writeFile(fileOf(orphan), orphan);
    await mkdir(folder('quarantine', `${orphans[0]}.jpg`), { recursive: true });
    await rm(fileOf(ill.id));
    await mkdir(fileOf(ill.id));
    now += DAY_MS + 60_000;
    const swept = await maintenance().sweep();
    expect([swept.orphans, swept.stuck]).toEqual([1, [`${kept.id.slice(0, 2)}/${orphans[0]}.jpg`]]);
    expect(await readFile(folder('quarantine', `${orphans[1]}.jpg`), 'utf8')).toBe(orphans[1]);
    expect(await maintenance().scrub()).toMatchObject({ checked: 1, damaged: [], stuck: [ill.id] });
    expect(api.log).toContainEqual(expect.objectContaining({ event: 'gallery-scrub', checked: 1, stuck: 1 }));
  });

  test('the scrub gives up on an unavailable store, also pauses after unreadable pictures, and reports it', async () => {
    for (let seed = 20; seed < 29; seed += 1) await aSaved(seed);
    const store = api.get<PictureStore>(PICTURE_STORE);
    const { get } = store;
    const asked: number[] = [];
    store.get = (key) => {
      asked.push(performance.now());
      // Two unreadable pictures, then one with three readable files: scattered failures do not end the scrub.
      const isThere = asked.length > 2 && asked.length < 6;
      return isThere ? get.call(store, key) : Promise.reject(new Error('the store is down'));
    };
    const { checked, damaged, stuck, isGivenUp } = await maintenance().scrub(10);
    expect([checked, damaged, stuck.length, asked.length, isGivenUp]).toEqual([1, [], 7, 10, true]);
    const given = { event: 'gallery-scrub-given-up', level: 'warn', checked: 1, stuck: 7 };
    expect(api.log).toContainEqual(expect.objectContaining(given));
    expect(api.log).not.toContainEqual(expect.objectContaining({ event: 'gallery-scrub' }));
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(8);
  });

  test('the scrub does not relist a picture whose thumbnail is gone', async () => {
    const { id, thumbnailUrl } = await aSaved(30);
    await rm(folder(id.slice(0, 2), `${id}.thumb.jpg`));
    expect((await fetch(api.url + thumbnailUrl, { headers: { Accept: 'image/jpeg' } })).status).toBe(404);
    expect(await maintenance().scrub()).toMatchObject({ checked: 1, damaged: [id], stuck: [] });
    expect((await rowOf(id)).status).toBe('missing');
  });

  test('an unmounted disk has lost no picture: none is marked, and visitors are told to retry', async () => {
    const { id, thumbnailUrl } = await aSaved(31);
    await rename(folder(), `${folder()}-away`);
    await mkdir(folder());
    expect(await maintenance().sweep()).toMatchObject({ missing: 0, stuck: [`${id.slice(0, 2)}/${id}.jpg`] });
    expect(await maintenance().scrub()).toMatchObject({ checked: 0, damaged: [], stuck: [id] });
    expect([(await fetch(api.url + thumbnailUrl)).status, (await rowOf(id)).status]).toEqual([503, 'listed']);
    await rm(folder(), { recursive: true });
    await rename(`${folder()}-away`, folder());
    expect((await fetch(api.url + thumbnailUrl)).status).toBe(200);
  });

  test('the sweep keeps its promises to visitors even while the store is unavailable', async () => {
    const { id } = await aSaved(32);
    const store = api.get<PictureStore>(PICTURE_STORE);
    store.list = () => {
      throw new GalleryError('STORE_UNAVAILABLE', 'as told by the test');
    };
    now += 8 * DAY_MS;
    await expect(maintenance().sweep()).rejects.toThrow('as told by the test');
    expect((await rowOf(id)).visitor).toBe('');
    now += 360 * DAY_MS;
    await expect(maintenance().sweep()).rejects.toThrow('as told by the test');
    expect((await rowOf(id)).status).toBe('deleted');
  });

  test('the sweep does not wait for each file of an unavailable store, and reports it', async () => {
    for (let seed = 40; seed < 48; seed += 1) await aSaved(seed);
    const store = api.get<PictureStore>(PICTURE_STORE);
    let asked = 0;
    const away = () => {
      asked += 1;
      return Promise.reject(new GalleryError('STORE_UNAVAILABLE', 'as told by the test'));
    };
    Object.assign(store, { remove: away, get: away, list: () => Readable.from([]) });
    expect((await maintenance().sweep()).stuck).toHaveLength(5);
    expect(asked).toBe(5);
    now += 366 * DAY_MS;
    expect((await maintenance().sweep(true)).stuck).toHaveLength(8);
    expect(asked).toBe(13);
    expect(api.log).toContainEqual(expect.objectContaining({ event: 'gallery-sweep-given-up', level: 'warn' }));
  });

  test('a sweep is not queued while another one runs', async () => {
    const store = api.get<PictureStore>(PICTURE_STORE);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let lists = 0;
    let tellAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      tellAsked = resolve;
    });
    store.list = async function* slow() {
      lists += 1;
      tellAsked();
      await answered;
      yield* [];
    };
    const first = jobs().runNow(SWEEP);
    await asked;
    const others = [jobs().runNow(SWEEP), jobs().runNow(SWEEP)];
    // Writes are executed in order, so the other sweeps have tried to start by now.
    await api.get(JobRepository).claimNamed('no such job');
    answer();
    await Promise.all([first, ...others]);
    expect(lists).toBe(1);
  });

  test('a scrub that gave up is due again within an hour, not in a day', async () => {
    for (let seed = 40; seed < 45; seed += 1) await aSaved(seed);
    const events = () => api.log.map(({ event }) => event).filter((event) => String(event).startsWith('gallery-scrub'));
    const store = api.get<PictureStore>(PICTURE_STORE);
    const { get } = store;
    store.get = () => Promise.reject(new Error('the store is down'));
    await jobs().runNow(SCRUB);
    expect(events()).toEqual(['gallery-scrub-given-up']);
    const failed = await jobRow(SCRUB);
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'the picture store cannot be read' });
    expect(Number(failed.runAt) - Date.now()).toBeLessThan(3_600_000);
    store.get = get;
    await jobs().runNow(SCRUB);
    expect(events()).toEqual(['gallery-scrub-given-up', 'gallery-scrub']);
    expect(await jobRow(SCRUB)).toMatchObject({ attempts: 0, lastError: null });
  });

  test('files that could not be removed with their picture are removed by a job, even in another process', async () => {
    const { id } = await aSaved(36);
    const store = api.get<PictureStore>(PICTURE_STORE);
    const { remove } = store;
    store.remove = () => Promise.reject(new GalleryError('STORE_UNAVAILABLE', 'as told by the test'));
    await expect(api.get(GalleryService).remove(id)).rejects.toThrow('as told by the test');
    expect((await rowOf(id)).status).toBe('deleted');
    expect((await jobRow(`remove the files of ${id}`)).payload).toBe(id);
    store.remove = remove;
    await jobs().runNow(`remove the files of ${id}`);
    await expect(readFile(fileOf(id))).rejects.toThrow('ENOENT');
    expect(await api.get(DataSource).getRepository(JobEntity).existsBy({ kind: REMOVE_FILES })).toBe(false);
  });

  test('a picture deleted or sent again during the scrub is judged by its current state', async () => {
    const [taken, sentAgain] = [await aSaved(34), await aSaved(35)];
    const store = api.get<PictureStore>(PICTURE_STORE);
    const { get } = store;
    const bytes = Buffer.from('what the encoder of today makes');
    store.get = async (key) => {
      // Once each, between the row and its file.
      if (key === pictureKeys(taken.id).image) await api.get(GalleryService).remove(taken.id);
      if (key === pictureKeys(sentAgain.id).image && (await rowOf(sentAgain.id)).imageHash !== hashOf(bytes)) {
        await writeFile(fileOf(sentAgain.id), bytes);
        await api.get(SubmissionRepository).listAgain(sentAgain.id, hashOf(bytes));
      }
      return get.call(store, key);
    };
    expect(await maintenance().scrub()).toMatchObject({ damaged: [], stuck: [] });
    expect([(await rowOf(taken.id)).status, (await rowOf(sentAgain.id)).status]).toEqual(['deleted', 'listed']);
    expect(api.log).not.toContainEqual(expect.objectContaining({ event: 'gallery-picture-damaged' }));
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

    test('the automatic sweep removes none either', async () => {
      await jobs().runNow(SWEEP);
      expect(await statuses()).not.toContain('deleted');
      expect(warnings()).toHaveLength(1);
    });

    test('the sweep removes them on request, and the alert ends', async () => {
      await maintenance().sweep();
      expect(await maintenance().sweep(true)).toMatchObject({ expired: 15, heldBack: 0 });
      expect(new Set(await statuses())).toEqual(new Set(['deleted']));
      expect(await (await fetch(`${api.url}/metrics`)).text()).toContain('gallery_sweep_held_back_pictures 0');
    });

    test('if the database knows none of the files, they stay where they are', async () => {
      await api.get(DataSource).getRepository(SubmissionEntity).clear();
      expect(await maintenance().sweep()).toMatchObject({ orphans: 0, heldBack: 15 });
      expect(warnings()).toEqual([
        expect.objectContaining({ message: expect.stringMatching(/^15 of 15 pictures have files and no row/) }),
      ]);
      expect(await readFile(fileOf(ids[0] ?? ''), 'utf8')).toBe('a picture');
      expect(await maintenance().sweep(true)).toMatchObject({ orphans: 45, heldBack: 0 });
    });
  });
});

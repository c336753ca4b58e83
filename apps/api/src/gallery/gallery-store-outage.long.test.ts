import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { JobEntity } from '../jobs/job.entity.ts';
import { aGalleryToMaintain, DAY_MS, type GalleryToMaintain } from '../test-support/a-gallery-to-maintain.ts';
import { GalleryError } from './gallery.errors.ts';
import { SCRUB } from './gallery-jobs.ts';
import { GalleryService } from './gallery.service.ts';
import { REMOVE_FILES } from './submission.repository.ts';

describe('gallery maintenance while the picture store is unavailable', () => {
  let gallery: GalleryToMaintain;
  beforeEach(async () => {
    gallery = await aGalleryToMaintain();
  });
  afterEach(() => gallery.api.close());

  test('the scrub pauses after unreadable pictures too, gives up if the store is unavailable, and reports that it did', async () => {
    for (let seed = 20; seed < 29; seed += 1) await gallery.save(seed);
    const { store } = gallery;
    const { get } = store;
    const asked: number[] = [];
    store.get = (key) => {
      asked.push(performance.now());
      // Two unreadable pictures, then one with three readable files: scattered failures do not end the scrub.
      const isThere = asked.length > 2 && asked.length < 6;
      return isThere ? get.call(store, key) : Promise.reject(new Error('the store is down'));
    };
    const { checked, damaged, stuck, hasGivenUp } = await gallery.maintenance.scrub(10);
    expect([checked, damaged, stuck.length, asked.length, hasGivenUp]).toEqual([1, [], 7, 10, true]);
    const given = { event: 'gallery-scrub-given-up', level: 'warn', checked: 1, stuck: 7 };
    expect(gallery.api.log).toContainEqual(expect.objectContaining(given));
    expect(gallery.api.log).not.toContainEqual(expect.objectContaining({ event: 'gallery-scrub' }));
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(8);
  });

  test('an unmounted disk has lost no picture: none is marked, and visitors are told to retry', async () => {
    const { id, thumbnailUrl } = await gallery.save(31);
    await rename(gallery.folder(), `${gallery.folder()}-away`);
    await mkdir(gallery.folder());
    expect(await gallery.maintenance.sweep()).toMatchObject({ missing: 0, stuck: [`${id.slice(0, 2)}/${id}.jpg`] });
    expect(await gallery.maintenance.scrub()).toMatchObject({ checked: 0, damaged: [], stuck: [id] });
    expect([(await fetch(gallery.api.url + thumbnailUrl)).status, (await gallery.rowOf(id)).status]).toEqual([503, 'listed']);
    await rm(gallery.folder(), { recursive: true });
    await rename(`${gallery.folder()}-away`, gallery.folder());
    expect((await fetch(gallery.api.url + thumbnailUrl)).status).toBe(200);
  });

  test('the sweep keeps its promises to visitors even while the store is unavailable', async () => {
    const { id } = await gallery.save(32);
    const { store } = gallery;
    store.list = () => {
      throw new GalleryError('STORE_UNAVAILABLE', 'simulated by the test');
    };
    gallery.advance(8 * DAY_MS);
    await expect(gallery.maintenance.sweep()).rejects.toThrow('simulated by the test');
    expect((await gallery.rowOf(id)).visitor).toBe('');
    gallery.advance(360 * DAY_MS);
    await expect(gallery.maintenance.sweep()).rejects.toThrow('simulated by the test');
    expect((await gallery.rowOf(id)).status).toBe('deleted');
  });

  test('the sweep does not wait for each file of an unavailable store, and reports it', async () => {
    for (let seed = 40; seed < 48; seed += 1) await gallery.save(seed);
    const { store } = gallery;
    let asked = 0;
    const away = () => {
      asked += 1;
      return Promise.reject(new GalleryError('STORE_UNAVAILABLE', 'simulated by the test'));
    };
    Object.assign(store, { remove: away, get: away, list: () => Readable.from([]) });
    expect((await gallery.maintenance.sweep()).stuck).toHaveLength(5);
    expect(asked).toBe(5);
    gallery.advance(366 * DAY_MS);
    expect((await gallery.maintenance.sweep(true)).stuck).toHaveLength(8);
    expect(asked).toBe(13);
    expect(gallery.api.log).toContainEqual(expect.objectContaining({ event: 'gallery-sweep-given-up', level: 'warn' }));
  });

  test('a scrub that gave up is due again within an hour, not in a day', async () => {
    for (let seed = 40; seed < 45; seed += 1) await gallery.save(seed);
    const events = () => gallery.api.log.map(({ event }) => event).filter((event) => String(event).startsWith('gallery-scrub'));
    const { store } = gallery;
    const { get } = store;
    store.get = () => Promise.reject(new Error('the store is down'));
    await gallery.jobs.runNow(SCRUB);
    expect(events()).toEqual(['gallery-scrub-given-up']);
    const failed = await gallery.jobRow(SCRUB);
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'the picture store cannot be read' });
    expect(Number(failed.runAt) - Date.now()).toBeLessThan(3_600_000);
    store.get = get;
    await gallery.jobs.runNow(SCRUB);
    expect(events()).toEqual(['gallery-scrub-given-up', 'gallery-scrub']);
    expect(await gallery.jobRow(SCRUB)).toMatchObject({ attempts: 0, lastError: null });
  });

  test('files that could not be removed with their picture are removed by a job, even in another process', async () => {
    const { id } = await gallery.save(36);
    const { store } = gallery;
    const { remove } = store;
    store.remove = () => Promise.reject(new GalleryError('STORE_UNAVAILABLE', 'simulated by the test'));
    await expect(gallery.api.get(GalleryService).remove(id)).rejects.toThrow('simulated by the test');
    expect((await gallery.rowOf(id)).status).toBe('deleted');
    expect((await gallery.jobRow(`remove the files of ${id}`)).payload).toBe(id);
    store.remove = remove;
    await gallery.jobs.runNow(`remove the files of ${id}`);
    await expect(readFile(gallery.fileOf(id))).rejects.toThrow('ENOENT');
    expect(await gallery.api.get(DataSource).getRepository(JobEntity).existsBy({ kind: REMOVE_FILES })).toBe(false);
  });
});

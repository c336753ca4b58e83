import { readFile, writeFile } from 'node:fs/promises';
import { DataSource, In } from 'typeorm';
import { ActiveAlerts } from '../alerts/active-alerts.ts';
import { WATCH } from '../alerts/alert-watch.ts';
import { JobEntity } from '../jobs/job.entity.ts';
import { aGalleryToMaintain, DAY_MS, type GalleryToMaintain } from '../test-support/a-gallery-to-maintain.ts';
import { SCRUB } from './gallery-jobs.ts';

describe('gallery maintenance', () => {
  let gallery: GalleryToMaintain;
  beforeEach(async () => {
    gallery = await aGalleryToMaintain();
  });
  afterEach(() => gallery.api.close());

  test('the sweep puts files without a row into quarantine after a day, and deletes nothing', async () => {
    const kept = await gallery.save(1);
    const orphan = `${kept.id.slice(0, 2)}${'0'.repeat(30)}`;
    await writeFile(gallery.fileOf(orphan), 'nobody knows me');
    expect(await gallery.maintenance.sweep()).toMatchObject({ orphans: 0 });
    gallery.advance(2 * DAY_MS);
    expect(await gallery.maintenance.sweep()).toEqual({
      expired: 0,
      unfinished: 0,
      orphans: 1,
      missing: 0,
      heldBack: 0,
      stuck: [],
    });
    expect(await readFile(gallery.folder('quarantine', `${orphan}.jpg`), 'utf8')).toBe('nobody knows me');
    expect(await readFile(gallery.fileOf(kept.id))).toBeInstanceOf(Buffer);
  });

  test('the scrub finds a picture with one wrong bit, and lists it again once the file is correct', async () => {
    const [intact, damaged] = [await gallery.save(3), await gallery.save(4)];
    const good = await readFile(gallery.fileOf(damaged.id));
    const bad = Buffer.from(good);
    bad[bad.length >> 1] = (bad[bad.length >> 1] ?? 0) ^ 1;
    await writeFile(gallery.fileOf(damaged.id), bad);
    expect(await gallery.maintenance.scrub()).toMatchObject({ checked: 2, damaged: [damaged.id], stuck: [] });
    expect([(await gallery.rowOf(intact.id)).status, (await gallery.rowOf(damaged.id)).status]).toEqual(['listed', 'missing']);
    await writeFile(gallery.fileOf(damaged.id), good);
    expect(await gallery.maintenance.scrub()).toMatchObject({ checked: 2, damaged: [], stuck: [] });
    expect((await gallery.rowOf(damaged.id)).status).toBe('listed');
  });

  test('every picture is read again once a day, however often the server is started', async () => {
    const { id } = await gallery.save(33);
    await writeFile(gallery.fileOf(id), 'not what was stored');
    const scrubs = () => gallery.api.log.filter(({ event }) => event === 'gallery-scrub').length;
    const hoursToScrub = async () => (Number((await gallery.jobRow(SCRUB)).runAt) - Date.now()) / 3_600_000;
    // As at startup: the time of the last scrub is in the database.
    await gallery.jobs.onApplicationBootstrap();
    expect([Math.round(await hoursToScrub()), scrubs()]).toEqual([24, 0]);
    await gallery.api.get(DataSource).getRepository(JobEntity).update({ name: SCRUB }, { runAt: '0' });
    gallery.jobs.look();
    while (scrubs() === 0 || (await gallery.jobRow(SCRUB)).state === 'running') await new Promise(setImmediate);
    expect([Math.round(await hoursToScrub()), scrubs(), (await gallery.rowOf(id)).status]).toEqual([24, 1, 'missing']);
  });

  test('after a week nothing identifies who sent a picture, and after a year the picture is gone', async () => {
    const { id, imageUrl } = await gallery.save(5);
    expect((await gallery.rowOf(id)).visitor).not.toBe('');
    gallery.advance(7 * DAY_MS + 1_000);
    await gallery.maintenance.sweep();
    expect((await gallery.rowOf(id)).visitor).toBe('');
    gallery.advance(359 * DAY_MS);
    await gallery.maintenance.sweep();
    expect((await gallery.rowOf(id)).status).toBe('deleted');
    expect((await fetch(gallery.api.url + imageUrl)).status).toBe(410);
  });

  describe('with a clock that is a year ahead', () => {
    let ids: string[];
    beforeEach(async () => {
      ids = await gallery.saveExpired();
    });

    test('the sweep removes none of fifteen pictures, and says how many it would remove and which option allows it', async () => {
      expect(await gallery.maintenance.sweep()).toMatchObject({ expired: 0, heldBack: 15, orphans: 0, missing: 0 });
      expect(new Set(await gallery.statuses())).toEqual(new Set(['listed']));
      expect(gallery.warnings()).toEqual([
        expect.objectContaining({
          level: 'warn',
          pictures: 15,
          of: 15,
          message: expect.stringMatching(
            /^15 of 15 pictures are past GALLERY_KEEP_DAYS \(365\): .*npx site gallery sweep --allow-mass-removal$/,
          ),
        }),
      ]);
      expect(await (await fetch(`${gallery.api.url}/metrics`)).text()).toContain('gallery_sweep_held_back_pictures 15');
    });

    test('the owner is alerted to all of them from the first minute on, until they are removed', async () => {
      const alerts = () => gallery.api.get(ActiveAlerts).all();
      await gallery.jobs.runNow(WATCH);
      expect(await alerts()).toMatchObject([
        {
          kind: 'gallery-held-back',
          what: '15 of 15 pictures are past GALLERY_KEEP_DAYS (365)',
          toDo: expect.stringContaining('`site gallery sweep --allow-mass-removal` removes these pictures'),
        },
      ]);
      await gallery.maintenance.sweep();
      await gallery.jobs.runNow(WATCH);
      expect(await alerts()).toHaveLength(1);
      await gallery.maintenance.sweep(true);
      await gallery.jobs.runNow(WATCH);
      expect(await alerts()).toEqual([]);
    });

    test('a single expired picture is removed automatically', async () => {
      const rows = gallery.submissions();
      await rows.update({ id: In(ids) }, { createdAt: new Date(gallery.now()).toISOString() });
      expect(await gallery.maintenance.sweep()).toMatchObject({ expired: 1, heldBack: 0 });
      expect((await gallery.statuses()).filter((status) => status === 'listed')).toHaveLength(14);
      await gallery.jobs.runNow(WATCH);
      expect(await gallery.api.get(ActiveAlerts).all()).toEqual([]);
    });
  });
});

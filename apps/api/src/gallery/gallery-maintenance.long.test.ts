import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { JobRepository } from '../jobs/job.repository.ts';
import { aGalleryToMaintain, DAY_MS, type GalleryToMaintain } from '../test-support/a-gallery-to-maintain.ts';
import { SWEEP } from './gallery-jobs.ts';
import { GalleryService } from './gallery.service.ts';
import { pictureKeys } from './picture-store.ts';
import { SubmissionRepository } from './submission.repository.ts';

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

describe('gallery maintenance', () => {
  let gallery: GalleryToMaintain;
  beforeEach(async () => {
    gallery = await aGalleryToMaintain();
  });
  afterEach(() => gallery.api.close());

  test('the sweep removes unfinished writes older than ten minutes, and no younger ones', async () => {
    await mkdir(gallery.folder(), { recursive: true });
    for (const name of ['old.tmp', 'young.tmp']) await writeFile(gallery.folder(name), 'half');
    const before = new Date(gallery.now() - 11 * 60_000);
    await utimes(gallery.folder('old.tmp'), before, before);
    expect(await gallery.maintenance.sweep()).toEqual({
      expired: 0,
      unfinished: 1,
      orphans: 0,
      missing: 0,
      heldBack: 0,
      stuck: [],
    });
    expect((await readdir(gallery.folder())).filter((name) => name.endsWith('.tmp'))).toEqual(['young.tmp']);
  });

  test('the sweep unlists rows whose file is gone, and names them', async () => {
    const { id } = await gallery.save(2);
    await rm(gallery.fileOf(id));
    expect(await gallery.maintenance.sweep()).toMatchObject({ missing: 1 });
    expect((await gallery.rowOf(id)).status).toBe('missing');
    expect(gallery.api.log).toContainEqual(expect.objectContaining({ event: 'gallery-picture-damaged', id }));
  });

  test('a hidden picture whose file is gone and comes back stays hidden', async () => {
    const { id } = await gallery.save(6);
    await gallery.api.get(SubmissionRepository).setStatus(id, 'hidden', ['listed']);
    const bytes = await readFile(gallery.fileOf(id));
    await rm(gallery.fileOf(id));
    expect(await gallery.maintenance.sweep()).toMatchObject({ missing: 0 });
    await writeFile(gallery.fileOf(id), bytes);
    await gallery.maintenance.scrub();
    expect((await gallery.rowOf(id)).status).toBe('hidden');
  });

  test('leftovers of a removal are deleted immediately, not quarantined', async () => {
    const { id, deleteToken } = await gallery.save(7);
    const bytes = await readFile(gallery.fileOf(id));
    const removal = await fetch(`${gallery.api.url}/api/kaleidoscope-submissions/${id}`, {
      method: 'DELETE',
      headers: { 'X-Delete-Token': deleteToken },
    });
    expect(removal.status).toBe(204);
    await writeFile(gallery.fileOf(id), bytes);
    expect(await gallery.maintenance.sweep()).toMatchObject({ orphans: 1 });
    await expect(readFile(gallery.fileOf(id))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(readFile(gallery.folder('quarantine', `${id}.jpg`))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a file that cannot be removed does not block others, is named, and is removed by the next sweep', async () => {
    const deleted = [await gallery.save(8), await gallery.save(9), await gallery.save(10)].map(({ id }) => id).sort();
    for (const id of deleted) await gallery.api.get(SubmissionRepository).setStatus(id, 'deleted', ['listed']);
    const [first = ''] = deleted;
    // A folder with a file's name, which cannot be removed as a file.
    await rm(gallery.fileOf(first));
    await mkdir(gallery.fileOf(first));
    const key = `${first.slice(0, 2)}/${first}.jpg`;
    const swept = await gallery.maintenance.sweep();
    expect(swept.stuck).toEqual([key]);
    expect(swept.orphans).toBe(8);
    expect(gallery.api.log).toContainEqual(expect.objectContaining({ event: 'gallery-file-stuck', name: key }));
    for (const id of deleted.slice(1)) await expect(readFile(gallery.fileOf(id))).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(gallery.fileOf(first), { recursive: true });
    await writeFile(gallery.fileOf(first), 'a file again');
    await mkdir(gallery.folder('stuck.tmp'));
    await writeFile(gallery.folder('loose.tmp'), 'half');
    for (const name of ['stuck.tmp', 'loose.tmp']) await utimes(gallery.folder(name), new Date(0), new Date(0));
    const stuck = expect.stringMatching(/^stuck\.tmp \(/);
    expect(await gallery.maintenance.sweep()).toMatchObject({ unfinished: 1, orphans: 1, stuck: [stuck] });
    expect(gallery.api.log).toContainEqual(expect.objectContaining({ event: 'gallery-file-stuck', name: stuck }));
    await rm(gallery.folder('stuck.tmp'), { recursive: true });
    expect(await gallery.maintenance.sweep()).toMatchObject({ orphans: 0, stuck: [] });
    await expect(readFile(gallery.fileOf(first))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('neither an occupied name in quarantine nor an unreadable picture blocks others', async () => {
    const [kept, unreadable] = [await gallery.save(11), await gallery.save(12)];
    const orphans = ['0', '1'].map((digit) => `${kept.id.slice(0, 2)}${digit.repeat(30)}`);
    for (const orphan of orphans) await writeFile(gallery.fileOf(orphan), orphan);
    await mkdir(gallery.folder('quarantine', `${orphans[0]}.jpg`), { recursive: true });
    await rm(gallery.fileOf(unreadable.id));
    await mkdir(gallery.fileOf(unreadable.id));
    gallery.advance(2 * DAY_MS);
    const swept = await gallery.maintenance.sweep();
    expect([swept.orphans, swept.stuck]).toEqual([1, [`${kept.id.slice(0, 2)}/${orphans[0]}.jpg`]]);
    expect(await readFile(gallery.folder('quarantine', `${orphans[1]}.jpg`), 'utf8')).toBe(orphans[1]);
    expect(await gallery.maintenance.scrub()).toMatchObject({ checked: 1, damaged: [], stuck: [unreadable.id] });
    expect(gallery.api.log).toContainEqual(expect.objectContaining({ event: 'gallery-scrub', checked: 1, stuck: 1 }));
  });

  test('the scrub does not relist a picture whose thumbnail is gone', async () => {
    const { id, thumbnailUrl } = await gallery.save(30);
    await rm(gallery.folder(id.slice(0, 2), `${id}.thumb.jpg`));
    expect((await fetch(gallery.api.url + thumbnailUrl, { headers: { Accept: 'image/jpeg' } })).status).toBe(404);
    expect(await gallery.maintenance.scrub()).toMatchObject({ checked: 1, damaged: [id], stuck: [] });
    expect((await gallery.rowOf(id)).status).toBe('missing');
  });

  test('a sweep is not queued while another one runs', async () => {
    const { store } = gallery;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let lists = 0;
    let resolveAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      resolveAsked = resolve;
    });
    store.list = async function* slow() {
      lists += 1;
      resolveAsked();
      await answered;
      yield* [];
    };
    const first = gallery.jobs.runNow(SWEEP);
    await asked;
    const others = [gallery.jobs.runNow(SWEEP), gallery.jobs.runNow(SWEEP)];
    // Writes are executed in order, so the other sweeps have tried to start by now.
    await gallery.api.get(JobRepository).claimNamed('no such job');
    answer();
    await Promise.all([first, ...others]);
    expect(lists).toBe(1);
  });

  test('a picture deleted or sent again during the scrub is judged by its current state', async () => {
    const [deleted, sentAgain] = [await gallery.save(34), await gallery.save(35)];
    const { store } = gallery;
    const { get } = store;
    const bytes = Buffer.from("what today's encoder produces");
    store.get = async (key) => {
      // Once each, between the row and its file.
      if (key === pictureKeys(deleted.id).image) await gallery.api.get(GalleryService).remove(deleted.id);
      if (key === pictureKeys(sentAgain.id).image && (await gallery.rowOf(sentAgain.id)).imageHash !== hashOf(bytes)) {
        await writeFile(gallery.fileOf(sentAgain.id), bytes);
        await gallery.api.get(SubmissionRepository).listAgain(sentAgain.id, hashOf(bytes));
      }
      return get.call(store, key);
    };
    expect(await gallery.maintenance.scrub()).toMatchObject({ damaged: [], stuck: [] });
    expect([(await gallery.rowOf(deleted.id)).status, (await gallery.rowOf(sentAgain.id)).status]).toEqual(['deleted', 'listed']);
    expect(gallery.api.log).not.toContainEqual(expect.objectContaining({ event: 'gallery-picture-damaged' }));
  });

  describe('with a clock that is a year ahead', () => {
    let ids: string[];
    beforeEach(async () => {
      ids = await gallery.saveExpired();
    });

    test('the automatic sweep does not remove the expired pictures', async () => {
      await gallery.jobs.runNow(SWEEP);
      expect(await gallery.statuses()).not.toContain('deleted');
      expect(gallery.warnings()).toHaveLength(1);
    });

    test('the sweep removes them on request, and the alert ends', async () => {
      await gallery.maintenance.sweep();
      expect(await gallery.maintenance.sweep(true)).toMatchObject({ expired: 15, heldBack: 0 });
      expect(new Set(await gallery.statuses())).toEqual(new Set(['deleted']));
      expect(await (await fetch(`${gallery.api.url}/metrics`)).text()).toContain('gallery_sweep_held_back_pictures 0');
    });

    test('if the database knows none of the files, they stay where they are', async () => {
      await gallery.submissions().clear();
      expect(await gallery.maintenance.sweep()).toMatchObject({ orphans: 0, heldBack: 15 });
      expect(gallery.warnings()).toEqual([
        expect.objectContaining({ message: expect.stringMatching(/^15 of 15 pictures have files but no row/) }),
      ]);
      expect(await readFile(gallery.fileOf(ids[0] ?? ''), 'utf8')).toBe('a picture');
      expect(await gallery.maintenance.sweep(true)).toMatchObject({ orphans: 45, heldBack: 0 });
    });
  });
});

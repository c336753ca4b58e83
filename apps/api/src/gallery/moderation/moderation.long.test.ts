import { JobEntity } from '../../jobs/job.entity.ts';
import { SubmissionRepository } from '../submission.repository.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { aModeratedGallery, type ModeratedGallery } from '../../test-support/a-moderated-gallery.ts';
import { aPicture, dataUrl, upload } from '../../test-support/a-picture.ts';

let gallery: ModeratedGallery;
afterEach(() => gallery.api.close());

test('a picture that looks like a banned one is refused, until the ban is undone or lifted', async () => {
  gallery = await aModeratedGallery();
  /** The same picture in another format. */
  const again = async () => {
    const body = { imageData: dataUrl(await aPicture(gallery.latestSeed(), { format: 'png' }), 'image/png'), flowerCount: 2 };
    return (await upload(gallery.api.url, { body })).status;
  };
  await gallery.decide('ban', await gallery.save());
  expect(await again()).toBe(422);
  await gallery.undo();
  expect(await again()).toBe(201);

  await gallery.decide('ban', await gallery.save());
  expect(await again()).toBe(422);
  const hash = /name="hash" value="([^"]+)"/.exec(await gallery.page('?show=bans'))?.[1] ?? '';
  expect((await gallery.post('unban', [['hash', hash]])).headers.get('Location')).toBe('/owner/gallery?show=bans');
  expect(await again()).toBe(201);
  expect(await gallery.page('?show=bans')).toContain('No picture is banned');
});

test('a deleted picture is gone for good after a day, unless it was put back', async () => {
  gallery = await aModeratedGallery();
  const [gone, kept] = [await gallery.save(), await gallery.save()];
  await gallery.decide('delete', gone, kept);
  await gallery.decide('approve', kept);
  const jobs = gallery.database().getRepository(JobEntity);
  const [job, ...others] = (await jobs.find()).filter(({ kind }) => kind === 'delete a picture in the trash');
  expect([job?.payload, others]).toEqual([gone.id, []]);
  const hours = (Number(job?.runAt) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  await gallery.api.get(JobRunner).runNow(job?.name ?? '');
  expect((await gallery.call(gone.imageUrl)).status).toBe(410);
  expect((await gallery.call(kept.imageUrl)).status).toBe(200);
  // What is gone stays gone.
  await gallery.undo();
  await gallery.undo();
  expect([(await gallery.call(gone.imageUrl)).status, await gallery.listed()]).toEqual([410, [kept.id]]);
});

test('a picture that the command line put back and that is deleted again has another whole day', async () => {
  gallery = await aModeratedGallery();
  const picture = await gallery.save();
  const jobs = gallery.database().getRepository(JobEntity);
  const kind = 'delete a picture in the trash';
  await gallery.decide('delete', picture);
  expect(await gallery.api.get(SubmissionRepository).restore(picture.id)).toBe(true);
  // Most of the first day has passed.
  await jobs.update({ kind }, { runAt: String(Date.now() + 600_000) });
  await gallery.decide('delete', picture);
  const hours = (Number((await jobs.findOneBy({ kind }))?.runAt) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
});

import { parseNewSubmission, type NewSubmission } from '@site/contracts';
import sharp from 'sharp';
import { JobEntity } from '../../jobs/job.entity.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { dataUrl, upload } from '../../test-support/a-picture.ts';
import { aModeratedGallery, GALLERY, OWNER, type ModeratedGallery } from '../../test-support/a-moderated-gallery.ts';
import { ModerationEntity } from './moderation.entity.ts';
import { EMPTY_TRASH } from './moderation.repository.ts';

let gallery: ModeratedGallery;
afterEach(() => gallery.api.close());

test('with GALLERY_APPROVE_FIRST a picture is invisible until the owner approves it at /owner/gallery', async () => {
  gallery = await aModeratedGallery({ GALLERY_APPROVE_FIRST: 'true' });
  const [good, bad] = [await gallery.save(), await gallery.save()];
  expect([good.status, bad.status, await gallery.listed()]).toEqual(['held', 'held', []]);
  // Everyone else is refused: thumbnails do not exist for them, and decisions require the token.
  expect((await gallery.call(`/owner/gallery/${good.id}/thumbnail`)).status).toBe(404);
  expect((await gallery.post('decisions', [['approve', good.id]], {})).status).toBe(401);
  expect((await gallery.page()).match(/class="card"/g)).toHaveLength(2);
  const thumbnail = await gallery.call(`/owner/gallery/${good.id}/thumbnail`, { headers: OWNER });
  expect([thumbnail.status, thumbnail.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
  const approved = await gallery.post('decisions', [['approve', good.id]]);
  expect([approved.status, approved.headers.get('Location')]).toEqual([303, '/owner/gallery?show=waiting#next']);
  // Another site's page in the owner's browser cannot approve it.
  expect((await gallery.post('decisions', [['approve', bad.id]], { ...OWNER, Origin: 'https://other.example' })).status).toBe(
    403,
  );
  await gallery.post('decisions', [['delete', bad.id]]);
  expect(await gallery.listed()).toEqual([good.id]);
  expect([(await gallery.call(good.imageUrl)).status, (await gallery.call(bad.imageUrl)).status]).toEqual([200, 404]);
  expect(await gallery.page()).toContain('Nothing is waiting');
});

test('several pictures are decided on together, and the decision is undone as a whole', async () => {
  gallery = await aModeratedGallery();
  const pictures = [await gallery.save(), await gallery.save(), await gallery.save()];
  await gallery.post('decisions', [['hide', pictures[0]?.id ?? '']]);
  await gallery.decide('delete', ...pictures);
  expect(await gallery.listed()).toEqual([]);
  expect(await gallery.page()).toContain('You deleted 3 pictures');
  expect(await gallery.page('?show=trash')).toContain('Trash (3)');
  await gallery.undo();
  // The first was hidden before.
  expect(await gallery.listed()).toEqual([pictures[2]?.id, pictures[1]?.id]);
  await gallery.undo();
  expect(await gallery.listed()).toHaveLength(3);
  const rows = await gallery
    .database()
    .getRepository(ModerationEntity)
    .find({ order: { sequence: 'ASC' } });
  expect(rows.map(({ by, decision, undoneAt }) => [by, decision, undoneAt === null])).toEqual([
    ['token', 'hide', false],
    ...Array.from({ length: 3 }, () => ['token', 'delete', false]),
  ]);
});

test('the page says what visitors reported, and nothing that they wrote is rendered as markup', async () => {
  gallery = await aModeratedGallery();
  const { id } = await gallery.save();
  const report = {
    method: 'POST',
    body: JSON.stringify({ reason: '<b>I am in it' }),
    headers: { 'Content-Type': 'application/json' },
  };
  expect((await gallery.call(`${GALLERY}/${id}/report`, report)).status).toBe(202);
  await gallery.decide('hide', { id } as NewSubmission);
  const html = await gallery.page();
  expect(html).toContain('&lt;b>I am in it');
  expect(html).not.toContain('<b>');
});

test('a ban of a picture without detail can be lifted, too', async () => {
  gallery = await aModeratedGallery();
  const black = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'black' } })
    .jpeg()
    .toBuffer();
  const { id } = parseNewSubmission(
    await (await upload(gallery.api.url, { body: { imageData: dataUrl(black), flowerCount: 2 } })).json(),
  );
  await gallery.post('decisions', [['ban', id]]);
  const hash = /name="hash" value="(exact [^"]+)"/.exec(await gallery.page('?show=bans'))?.[1] ?? '';
  expect((await gallery.post('unban', [['hash', hash]])).status).toBe(303);
  expect(await gallery.page('?show=bans')).toContain('No picture is banned');
});

test('a picture that is banned while in the trash stays there for another day; undoing the ban lifts it even if the picture is gone', async () => {
  gallery = await aModeratedGallery();
  const picture = await gallery.save();
  await gallery.decide('delete', picture);
  const jobs = gallery.database().getRepository(JobEntity);
  const deletion = { kind: EMPTY_TRASH };
  await jobs.update(deletion, { runAt: String(Date.now() + 60_000) });
  await gallery.decide('ban', picture);
  const [{ name, runAt } = { name: '', runAt: '' }] = await jobs.findBy(deletion);
  expect(Math.round((Number(runAt) - Date.now()) / 3_600_000)).toBe(24);
  await gallery.api.get(JobRunner).runNow(name);
  expect((await gallery.call(picture.imageUrl)).status).toBe(410);
  expect(await gallery.page('?show=bans')).not.toContain('No picture is banned');
  await gallery.undo();
  expect(await gallery.page('?show=bans')).toContain('No picture is banned');
});

const ID = 'a'.repeat(32);
const TOO_MANY = Array.from({ length: 201 }, (_, index) => `id=${index.toString(16).padStart(32, '0')}`);
test.each([
  ['an unknown decision', `decision=explode&id=${ID}`],
  ['an impossible id', 'decision=delete&id=..%2Fsecrets'],
  ['no decision', `id=${ID}`],
  ['two decisions', `decision=hide&decision=delete&id=${ID}`],
  ['201 pictures', `decision=delete&${TOO_MANY.join('&')}`],
])('a form with %s is refused', async (_, text) => {
  gallery = await aModeratedGallery();
  const headers = { ...OWNER, 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await gallery.call('/owner/gallery/decisions', { method: 'POST', headers, body: text });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'invalid_body']);
});

import type { Type } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { parseNewSubmission, parseSubmissions, type NewSubmission } from '@site/contracts';
import { ModerationEntity } from './moderation.entity.ts';
import type { SiteDatabase } from '../../database/site-database.ts';
import { aPicture, dataUrl, upload } from '../../test-support/a-picture.ts';
import { anApi, type TestApi } from '../../test-support/an-api.ts';

const GALLERY = '/api/kaleidoscope-submissions';
const owner = { Authorization: `Bearer ${'o'.repeat(32)}` };

let api: TestApi;
let seed = 500;
afterEach(() => api.close());

const start = async (variables: Readonly<Record<string, string>> = {}): Promise<void> => {
  api = await anApi({ OWNER_TOKEN: 'o'.repeat(32), GALLERY_UPLOADS_PER_MINUTE: '100', ...variables });
};
const database = (): SiteDatabase => api.get(getDataSourceToken() as Type<SiteDatabase>);
const call = (path: string, init: RequestInit = {}) => fetch(api.url + path, { redirect: 'manual', ...init });
const page = async (query = ''): Promise<string> => (await call(`/owner/gallery${query}`, { headers: owner })).text();
const post = (action: string, fields: readonly (readonly [string, string])[], headers: Record<string, string> = owner) =>
  call(`/owner/gallery/${action}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
  });

async function save(): Promise<NewSubmission> {
  const response = await upload(api.url, { body: { imageData: dataUrl(await aPicture((seed += 1))), flowerCount: 2 } });
  return parseNewSubmission(await response.json());
}
const listed = async (): Promise<string[]> => parseSubmissions(await (await call(GALLERY)).json()).map(({ id }) => id);
const decide = (decision: string, ...pictures: readonly NewSubmission[]) =>
  post('decisions', [['decision', decision], ['show', 'waiting'], ...pictures.map(({ id }) => ['id', id] as const)]);
const undo = async (): Promise<Response> =>
  post('undo', [['batch', /name="batch" value="([^"]+)"/.exec(await page())?.[1] ?? '']]);

test('with GALLERY_APPROVE_FIRST a picture is invisible until the owner approves it at /owner/gallery', async () => {
  await start({ GALLERY_APPROVE_FIRST: 'true' });
  const [good, bad] = [await save(), await save()];
  expect([good.status, bad.status, await listed()]).toEqual(['held', 'held', []]);
  // For everyone else the page does not exist.
  expect((await call(`/owner/gallery/${good.id}/thumbnail`)).status).toBe(404);
  expect((await post('decisions', [['approve', good.id]], {})).status).toBe(401);
  expect((await page()).match(/class="card"/g)).toHaveLength(2);
  const thumbnail = await call(`/owner/gallery/${good.id}/thumbnail`, { headers: owner });
  expect([thumbnail.status, thumbnail.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
  const approved = await post('decisions', [['approve', good.id]]);
  expect([approved.status, approved.headers.get('Location')]).toEqual([303, '/owner/gallery?show=waiting#next']);
  // Another site's page in the owner's browser cannot approve it.
  expect((await post('decisions', [['approve', bad.id]], { ...owner, Origin: 'https://other.example' })).status).toBe(403);
  await post('decisions', [['delete', bad.id]]);
  expect(await listed()).toEqual([good.id]);
  expect([(await call(good.imageUrl)).status, (await call(bad.imageUrl)).status]).toEqual([200, 404]);
  expect(await page()).toContain('Nothing is waiting');
});

test('several pictures are decided on together, and the decision is undone as a whole', async () => {
  await start();
  const pictures = [await save(), await save(), await save()];
  await post('decisions', [['hide', pictures[0]?.id ?? '']]);
  await decide('delete', ...pictures);
  expect(await listed()).toEqual([]);
  expect(await page()).toContain('You deleted 3 pictures');
  expect(await page('?show=trash')).toContain('Trash (3)');
  await undo();
  // The first was hidden before.
  expect(await listed()).toEqual([pictures[2]?.id, pictures[1]?.id]);
  await undo();
  expect(await listed()).toHaveLength(3);
  const rows = await database()
    .getRepository(ModerationEntity)
    .find({ order: { sequence: 'ASC' } });
  expect(rows.map(({ by, decision, undoneAt }) => [by, decision, undoneAt === null])).toEqual([
    ['token', 'hide', false],
    ...Array.from({ length: 3 }, () => ['token', 'delete', false]),
  ]);
});

test('the page says what visitors reported, and nothing that they wrote is markup', async () => {
  await start();
  const { id } = await save();
  const report = {
    method: 'POST',
    body: JSON.stringify({ reason: '<b>I am in it' }),
    headers: { 'Content-Type': 'application/json' },
  };
  expect((await call(`${GALLERY}/${id}/report`, report)).status).toBe(202);
  await decide('hide', { id } as NewSubmission);
  const html = await page();
  expect(html).toContain('&lt;b>I am in it');
  expect(html).not.toContain('<b>');
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
  await start();
  const headers = { ...owner, 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await call('/owner/gallery/decisions', { method: 'POST', headers, body: text });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'invalid_body']);
});

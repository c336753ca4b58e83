import type { Type } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { parseNewSubmission, parseSubmissions, type NewSubmission } from '@site/contracts';
import { JobEntity } from '../../jobs/job.entity.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
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

test('a picture that looks like a banned one is refused, until the ban is undone or lifted', async () => {
  await start();
  /** The same picture in another format. */
  const again = async () => {
    const body = { imageData: dataUrl(await aPicture(seed, { format: 'png' }), 'image/png'), flowerCount: 2 };
    return (await upload(api.url, { body })).status;
  };
  await decide('ban', await save());
  expect(await again()).toBe(422);
  await undo();
  expect(await again()).toBe(201);

  await decide('ban', await save());
  expect(await again()).toBe(422);
  const hash = /name="hash" value="([^"]+)"/.exec(await page('?show=bans'))?.[1] ?? '';
  expect((await post('unban', [['hash', hash]])).headers.get('Location')).toBe('/owner/gallery?show=bans');
  expect(await again()).toBe(201);
  expect(await page('?show=bans')).toContain('No picture is banned');
});

test('a deleted picture is gone for good after a day, unless it was put back', async () => {
  await start();
  const [gone, kept] = [await save(), await save()];
  await decide('delete', gone, kept);
  await decide('approve', kept);
  const jobs = database().getRepository(JobEntity);
  const [job, ...others] = (await jobs.find()).filter(({ kind }) => kind === 'delete a picture in the trash');
  expect([job?.payload, others]).toEqual([gone.id, []]);
  const hours = (Number(job?.runAt) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  await api.get(JobRunner).runNow(job?.name ?? '');
  expect((await call(gone.imageUrl)).status).toBe(410);
  expect((await call(kept.imageUrl)).status).toBe(200);
  // What is gone stays gone.
  await undo();
  await undo();
  expect([(await call(gone.imageUrl)).status, await listed()]).toEqual([410, [kept.id]]);
});

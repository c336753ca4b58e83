import type { Type } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { SiteDatabase } from '../database/site-database.ts';
import { JobEntity } from '../jobs/job.entity.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { LastBackup } from '../secrets/last-backup.ts';
import { TEST_PASSWORD_HASH } from '../test-support/a-password.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';

const TOKEN = 'o'.repeat(32);
const owner = { Authorization: `Bearer ${TOKEN}` };

let api: TestApi;
afterEach(() => api.close());

const start = async (variables: Readonly<Record<string, string>> = {}): Promise<void> => {
  api = await anApi({ OWNER_TOKEN: TOKEN, ...variables });
};
const call = (path: string, init: RequestInit = {}) => fetch(api.url + path, { redirect: 'manual', ...init });
const page = async (path: string): Promise<string> => (await call(path, { headers: owner })).text();
const again = (name: string, headers: Record<string, string> = owner) =>
  call('/owner/jobs', { method: 'POST', headers, body: new URLSearchParams({ again: name }) });
/** What the page says about a failed job. */
const failure = (html: string, name: string): string =>
  new RegExp(`<section><h2>${name}</h2>.*?</section>`).exec(html)?.[0] ?? '';

/** A job that fails until it is repaired, and has failed once. */
async function aFailedJob(): Promise<{ readonly repair: () => void; readonly runs: () => number }> {
  const runner = api.get(JobRunner);
  let [isBroken, runs] = [true, 0];
  runner.handle('count <eggs>', {
    run: () => {
      runs += 1;
      return isBroken ? Promise.reject(new Error('the <basket> is gone')) : Promise.resolve();
    },
  });
  await runner.enqueue({ name: 'count <eggs>', kind: 'count <eggs>' });
  await runner.runNow('count <eggs>');
  return {
    repair: () => {
      isBroken = false;
    },
    runs: () => runs,
  };
}

test('the jobs page shows which job failed, why, and when it is retried; the owner can run it at once', async () => {
  await start();
  const { repair, runs } = await aFailedJob();
  const failed = failure(await page('/owner/jobs'), 'count &lt;eggs>');
  expect(failed).toContain('<span class="bad">failed</span>, 1 failed attempt</p>');
  expect(failed).toContain('the &lt;basket> is gone');
  expect(failed).toContain('aria-label="Run again: count &lt;eggs>"');
  expect((await page('/owner/jobs')).match(/name="again"/g)).toHaveLength(1);
  repair();
  const response = await again('count <eggs>');
  const next = response.headers.get('Location') ?? '';
  expect([response.status, next]).toEqual([303, '/owner/jobs?again=count%20%3Ceggs%3E']);
  await api.get(JobRunner).runNow('count <eggs>');
  expect(runs()).toBe(2);
  const html = await page(next);
  expect(html).toContain('The job has ended, and is no longer listed.');
  expect(html).not.toContain('basket');
});

test('a job that has not failed is not started early, and one that does not exist is ignored', async () => {
  await start();
  const jobs = api.get<SiteDatabase>(getDataSourceToken() as Type<SiteDatabase>).getRepository(JobEntity);
  const before = await jobs.findOneByOrFail({ name: 'refresh prices' });
  expect((await again('refresh prices')).status).toBe(303);
  expect(await jobs.findOneByOrFail({ name: 'refresh prices' })).toEqual(before);
  expect((await again('nothing')).status).toBe(303);
  expect(await page('/owner/jobs?again=%3Cb%3Enothing')).not.toContain('<b>');
});

test('a request to run a job again with no name or one that is too long is refused', async () => {
  await start();
  for (const name of ['', 'x'.repeat(201)]) expect([name, (await again(name)).status]).toEqual([name, 400]);
});

test('neither another site nor a stranger can run a job again', async () => {
  await start();
  const { repair, runs } = await aFailedJob();
  repair();
  expect((await again('count <eggs>', { ...owner, Origin: 'https://other.example' })).status).toBe(403);
  expect((await again('count <eggs>', {})).status).toBe(401);
  const [listed] = (
    await api
      .get<SiteDatabase>(getDataSourceToken() as Type<SiteDatabase>)
      .getRepository(JobEntity)
      .find()
  ).filter(({ name }) => name === 'count <eggs>');
  expect([listed?.lastError, runs()]).toEqual(['the <basket> is gone', 1]);
});

test('the backups page says whether there is a backup, when it was made, and what its check found', async () => {
  await start({ ALERT_BACKUP_DAYS: '2' });
  const empty = await page('/owner/backups');
  expect(empty).toContain('No backup of this site has been made.');
  expect(empty).toContain('No backup has been checked by restoring it.');
  expect(empty).toContain('older than 2 days (ALERT_BACKUP_DAYS)');
  const backups = api.get(LastBackup);
  const day = 24 * 3_600_000;
  const madeAt = new Date(Date.now() - 3 * day - 1000);
  await backups.note(madeAt);
  await backups.noteCheck({ at: new Date(madeAt.getTime() - day), problem: null });
  const old = await page('/owner/backups');
  expect(old).toContain(`Made at ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, 3 days ago.`);
  expect(old).toContain('It was complete, and could be restored. A newer one has been made since.');
  await backups.noteCheck({ at: new Date(), problem: '<b>a file is missing' });
  const damaged = await page('/owner/backups');
  expect(damaged).toContain('It could not be restored: &lt;b>a file is missing');
});

test('the settings page shows effective values and which of them are defaults, and for secrets only whether they are set', async () => {
  const secrets = {
    OWNER_PASSWORD_HASH: TEST_PASSWORD_HASH,
    USDA_API_KEY: 'canary-usda-key',
    COOKIE_SECRET: 'canary-cookie-secret-of-32-characters',
    ALERT_WEBHOOK: 'https://hooks.example.org/canary-hook',
    ALERT_MAIL: 'smtps://user:canary-mail@mail.example.org?from=a@example.org&to=b@example.org',
  };
  await start({ ...secrets, GALLERY_KEEP_DAYS: '30' });
  const html = await page('/owner/settings');
  const setting = (name: string): string | undefined => new RegExp(`<code>${name}</code></dt><dd>(.*?)</dd>`).exec(html)?.[1];
  expect(setting('GALLERY_KEEP_DAYS')).toBe('<code>30</code>');
  expect(setting('GALLERY_UPLOADS_PER_DAY')).toBe('<code>60</code> (default)');
  expect(setting('ALERT_BACKUP_DAYS')).toBe('none (default)');
  for (const name of [...Object.keys(secrets), 'OWNER_TOKEN', 'RELEASE_SIGNING_KEY'])
    expect([name, setting(name)]).toEqual([name, 'set']);
  expect(setting('DRAFT_PASSWORD_HASH')).toBe('not set');
  expect(html).not.toContain('canary');
  expect(html).not.toContain(TOKEN);
  expect(html).not.toContain(TEST_PASSWORD_HASH);
});

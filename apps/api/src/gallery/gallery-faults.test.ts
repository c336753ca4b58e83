import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseNewSubmission, parseSubmissions } from '@site/contracts';
import { ReadinessWatch } from '../alerts/readiness-watch.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { aWebhookReceiver } from '../test-support/alert-receivers.ts';
import { anApi } from '../test-support/an-api.ts';
import { SWEEP } from './gallery-jobs.ts';

const ROUTE = '/api/kaleidoscope-submissions';
const aBody = async (seed: number) => ({ body: { imageData: dataUrl(await aPicture(seed)), flowerCount: 1 } });

test('"EIO on fsync": 500, the sync is not retried, the server reports itself as not ready, and its owner gets an alert', async () => {
  const receiver = await aWebhookReceiver();
  const api = await anApi({ ALERT_WEBHOOK: receiver.url });
  let syncs = 0;
  // The first sweep creates the folder.
  await api.get(JobRunner).runNow(SWEEP);
  const handle = await open(join(api.folder, 'data/pictures'), 'r');
  const prototype = Object.getPrototypeOf(handle) as { sync: () => Promise<void> };
  await handle.close();
  const { sync } = prototype;
  prototype.sync = () => {
    syncs += 1;
    return Promise.reject(Object.assign(new Error('input/output error'), { code: 'EIO' }));
  };
  try {
    const response = await upload(api.url, await aBody(1));
    expect([response.status, await response.json(), syncs]).toMatchObject([500, { code: 'internal' }, 1]);
  } finally {
    prototype.sync = sync;
  }
  const ready = await fetch(`${api.url}/readyz`);
  expect([ready.status, (await fetch(`${api.url}/healthz`)).status]).toEqual([503, 200]);
  const watch = api.get(ReadinessWatch);
  await watch.look();
  await watch.look();
  expect(receiver.messages).toMatchObject([
    { alert: 'not-ready', news: 'raised', what: expect.stringContaining('EIO') as unknown },
  ]);
  expect(parseSubmissions(await (await fetch(api.url + ROUTE)).json())).toEqual([]);
  await api.close();
});

/** Picture files on disk. */
async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(join(folder, 'data/pictures'), { recursive: true }))
    .filter((name) => /\.(?:jpg|webp)$/.test(name))
    .sort();
}

test('sending a picture again restores its lost file', async () => {
  const api = await anApi();
  const sent = { ...(await aBody(1)), headers: { 'Idempotency-Key': 'sent-once-more' } };
  const first = parseNewSubmission(await (await upload(api.url, sent)).json());
  for (const name of await filesOf(api.folder)) await rm(join(api.folder, 'data/pictures', name));
  expect((await fetch(api.url + first.imageUrl)).status).toBe(404);
  const again = await upload(api.url, sent);
  expect([again.status, parseNewSubmission(await again.json()).id]).toEqual([200, first.id]);
  expect((await fetch(api.url + first.imageUrl)).status).toBe(200);
  expect(parseSubmissions(await (await fetch(api.url + ROUTE)).json())).toHaveLength(1);
  await api.close();
});

import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generateSigningKey, parseSigningKey, parseVerifyingKey, publicHalf, rollback } from '@site/releases';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.ts';
import { main } from '../commands/site-command.ts';
import { Config } from '../config/config.ts';
import { FreeDisk } from '../ops/free-disk.ts';
import { GalleryMaintenance } from '../gallery/gallery-maintenance.ts';
import { SubmissionEntity } from '../gallery/submission.entity.ts';
import { LastBackup } from '../secrets/last-backup.ts';
import { TelemetryService } from '../telemetry/telemetry.service.ts';
import { aCertificate } from '../test-support/a-certificate.ts';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aFaultUpstream, sendsHtml, sendsJson } from '../test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from '../test-support/a-mars-row.ts';
import { aWebhookReceiver } from '../test-support/alert-receivers.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { aTrial, EGGS_CANARY } from '../test-support/a-trial.ts';
import { closeAtEnd } from '../test-support/left-open.ts';
import { sendAlerts } from '../test-support/send-alerts.ts';
import { UsdaService } from '../usda/usda.service.ts';
import { PriceSnapshotEntity } from '../usda/price-snapshot.entity.ts';
import { ALERTS, type AlertKind } from './alert-texts.ts';

const DAY_MS = 24 * 3_600_000;

/** A problem that comes and goes. */
interface Cause {
  readonly variables?: Readonly<Record<string, string>>;
  readonly subject?: string;
  readonly raise: (api: TestApi) => unknown;
  readonly clear: (api: TestApi) => unknown;
}

const sendPicture = async (api: TestApi, seed: number): Promise<unknown> =>
  (await upload(api.url, { body: { imageData: dataUrl(await aPicture(seed)), flowerCount: 1 } })).json();

const pictures = (api: TestApi) => api.get(DataSource).getRepository(SubmissionEntity);

const week = (api: TestApi, ageMs: number): Promise<unknown> =>
  api
    .get(DataSource)
    .getRepository(PriceSnapshotEntity)
    .insert({
      source: 'live',
      week: new Date(Date.now() - ageMs).toISOString().slice(0, 10),
      region: 'r',
      item: 'i',
      commodity: 'egg',
      type: 't',
    });

/** The public address of a site whose certificate is valid for this long. */
async function tlsServer(days: number): Promise<string> {
  const server = createServer(aCertificate(new Date(Date.now() + days * DAY_MS)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closeAtEnd(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const TEAM_KEY = publicHalf(generateSigningKey());

/** Delegates an app to the team's key for this many days. */
async function delegateEggs(api: TestApi, days: number): Promise<void> {
  const env = { RELEASES_DIR: join(api.folder, 'releases'), RELEASE_SIGNING_KEY: TEST_SIGNING_KEY };
  const args = ['team', 'add', 'eggs', '--key', TEAM_KEY, '--paths', '/projects/eggs', '--days', String(days)];
  expect(await main(args, env, { print: () => undefined })).toBe(0);
}

async function causes(): Promise<Record<Exclude<AlertKind, 'not-ready'>, Cause>> {
  const refusing = await aFaultUpstream(sendsHtml(401), sendsJson(anEnvelope([aMarsRow()])));
  const ending = await tlsServer(13);
  const good = await tlsServer(15);
  return {
    'canary-withdrawn': {
      subject: `eggs ${EGGS_CANARY}`,
      raise: async (api) => {
        await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
        const failed = {
          app: 'eggs',
          release: EGGS_CANARY,
          path: '/projects/eggs',
          outcome: 'replaced',
          phase: 'fetch',
          ms: 1,
          message: 'm',
        };
        const body = JSON.stringify({ reports: [failed, failed, failed] });
        await fetch(`${api.url}/api/telemetry`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
        await api.get(TelemetryService).flush();
      },
      clear: (api) => {
        const keys = { signing: parseSigningKey(TEST_SIGNING_KEY), verifying: parseVerifyingKey(TEST_SIGNING_KEY) };
        return rollback(join(api.folder, 'releases'), 'eggs', undefined, keys, new Date());
      },
    },
    'usda-key-refused': {
      variables: { USDA_API_KEY: 'key', USDA_BASE_URL: refusing.baseUrl },
      raise: (api) => fetch(`${api.url}/api/weekly-egg-report`),
      clear: (api) => api.get(UsdaService).weeklyEggReport(),
    },
    'usda-data-old': {
      variables: { USDA_API_KEY: 'key', USDA_BASE_URL: 'http://127.0.0.1:1/reports' },
      subject: 'egg',
      raise: (api) => week(api, 15 * DAY_MS),
      clear: (api) => week(api, 8 * DAY_MS),
    },
    'disk-filling': {
      raise: (api) => Object.assign(api.get(FreeDisk), { usedShare: () => Promise.resolve(0.81) }),
      clear: (api) => Object.assign(api.get(FreeDisk), { usedShare: () => Promise.resolve(0.8) }),
    },
    'gallery-filling': {
      variables: { GALLERY_MAX_PICTURES: '2' },
      subject: 'pictures',
      raise: async (api) => [await sendPicture(api, 1), await sendPicture(api, 2)],
      clear: (api) => Object.assign(api.get(Config).gallery, { maxPictures: 3 }),
    },
    'gallery-held-back': {
      // Two of two have expired: a sweep removes one by itself.
      raise: async (api) => {
        for (const seed of [1, 2]) await sendPicture(api, seed);
        await pictures(api).update({ status: 'listed' }, { createdAt: new Date(Date.now() - 366 * DAY_MS).toISOString() });
      },
      clear: async (api) => void (await api.get(GalleryMaintenance).sweep(true)),
    },
    'backup-old': {
      variables: { ALERT_BACKUP_DAYS: '1' },
      raise: (api) => api.get(LastBackup).note(new Date(Date.now() - 1.1 * DAY_MS)),
      clear: (api) => api.get(LastBackup).note(new Date()),
    },
    'backup-damaged': {
      raise: (api) => api.get(LastBackup).noteCheck({ at: new Date(), problem: 'the database of the backup is damaged' }),
      clear: (api) => api.get(LastBackup).noteCheck({ at: new Date(), problem: null }),
    },
    'certificate-ending': {
      variables: { PUBLIC_ORIGIN: ending },
      raise: () => undefined,
      clear: (api) => Object.assign(api.get(Config), { publicOrigin: good }),
    },
    'key-ending': {
      subject: 'eggs',
      raise: (api) => delegateEggs(api, 29),
      clear: (api) => delegateEggs(api, 31),
    },
  };
}

const KINDS = [
  'canary-withdrawn',
  'usda-key-refused',
  'usda-data-old',
  'disk-filling',
  'gallery-filling',
  'gallery-held-back',
  'backup-old',
  'backup-damaged',
  'certificate-ending',
  'key-ending',
] as const satisfies readonly AlertKind[];

test.each(KINDS)('%s is reported once, with what to do, and again when it is over', async (kind) => {
  const { variables, subject = '', raise, clear } = (await causes())[kind];
  const { url, messages } = await aWebhookReceiver();
  let later = 0;
  const clock = { now: () => new Date(Date.now() + later) };
  const api = await anApi({ ALERT_WEBHOOK: url, ...variables }, [{ provide: Clock, value: clock }]);
  const site = api.get(Config).publicOrigin;
  const news = () => messages.filter(({ alert }) => alert === kind);
  await raise(api);
  await sendAlerts(api);
  await sendAlerts(api);
  expect(news()).toEqual([
    {
      site,
      alert: kind,
      subject,
      news: 'raised',
      title: ALERTS[kind].title,
      what: expect.stringMatching(/\w/),
      toDo: ALERTS[kind].toDo,
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      text: expect.stringContaining(ALERTS[kind].toDo),
    },
  ]);
  const owner = await (await fetch(`${api.url}/owner`)).text();
  expect(owner).toContain(ALERTS[kind].title);
  await clear(api);
  later = 3_600_000;
  await sendAlerts(api);
  await sendAlerts(api);
  expect(news().slice(1)).toMatchObject([
    { alert: kind, subject, news: 'cleared', title: `Resolved: ${ALERTS[kind].title}`, toDo: '' },
  ]);
  expect(await (await fetch(`${api.url}/owner`)).text()).not.toContain(ALERTS[kind].title);
  await api.close();
});

import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { JobEntity } from '../jobs/job.entity.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { aMailServer, aSilentServer, aWebhookReceiver, type WebhookReceiver } from '../test-support/alert-receivers.ts';
import { anApi } from '../test-support/an-api.ts';
import { sendAlerts } from '../test-support/send-alerts.ts';
import { ALERTS } from './alert-texts.ts';
import { WATCH } from './alert-watch.ts';
import { ReadinessWatch } from './readiness-watch.ts';

describe('a server without its database', () => {
  test('reports this itself, once, after the second failed check, and again when it recovers', async () => {
    const receiver = await aWebhookReceiver();
    const api = await anApi({ ALERT_WEBHOOK: receiver.url });
    const watch = api.get(ReadinessWatch);
    await watch.look();
    await api.get(DataSource).destroy();
    await watch.look();
    expect(receiver.messages).toEqual([]);
    receiver.status = 503;
    await watch.look();
    receiver.status = 200;
    await watch.look();
    await watch.look();
    expect(receiver.messages).toMatchObject([{ alert: 'not-ready', news: 'raised', toDo: ALERTS['not-ready'].toDo }]);
    await api.get(DataSource).initialize();
    await watch.look();
    await watch.look();
    expect(receiver.messages.slice(1)).toMatchObject([{ alert: 'not-ready', news: 'cleared' }]);
    await api.close();
  });
});

test('a message is retried until it arrives, by mail as well, and the log contains no address', async () => {
  const receiver: WebhookReceiver = await aWebhookReceiver();
  const mail = await aMailServer();
  const api = await anApi({ ALERT_WEBHOOK: receiver.url, ALERT_MAIL: mail.url, ALERT_BACKUP_DAYS: '1' });
  receiver.status = 500;
  await api.get(JobRunner).runNow(WATCH);
  const rows = api.get(DataSource).getRepository(JobEntity);
  const failed = async () =>
    (await rows.find()).filter(({ kind, lastError }) => kind === 'alert by webhook' && lastError !== null);
  while ((await failed()).length === 0) await delay(5);
  expect(await failed()).toMatchObject([{ state: 'waiting', lastError: 'the webhook responded with 500' }]);
  receiver.status = 200;
  await sendAlerts(api);
  expect(receiver.messages).toMatchObject([{ alert: 'backup-old' }]);
  expect(mail.emails).toHaveLength(1);
  for (const line of ['From: site@example.org', 'To: owner@example.org', 'Subject: There is no recent backup'])
    expect(mail.emails[0]).toContain(line);
  expect(mail.emails[0]).toContain('Run `site backup');
  expect(api.logText()).not.toMatch(/secret-token|owner@example|\/hook/);
  await api.close();
});

test('a webhook and a mail server that do not respond do not delay the server’s stop', async () => {
  const silent = await aSilentServer();
  const api = await anApi({
    ALERT_WEBHOOK: `http://127.0.0.1:${silent.port}/hook`,
    ALERT_MAIL: `smtp://127.0.0.1:${silent.port}?from=site@example.org&to=owner@example.org`,
    ALERT_BACKUP_DAYS: '1',
  });
  await api.get(JobRunner).runNow(WATCH);
  while (silent.connections < 2) await delay(5);
  // The deadline of both is 15 s. On a quiet machine closing takes 50 ms.
  const isClosed = Promise.all([api.close(), silent.allClosed()]).then(() => true);
  expect(await Promise.race([isClosed, delay(12_000, false)])).toBe(true);
});

test('without a channel nothing is sent, and the owner’s page still shows the alert', async () => {
  const api = await anApi({ ALERT_BACKUP_DAYS: '1' });
  await sendAlerts(api);
  expect(await (await fetch(`${api.url}/owner`)).text()).toContain('There is no recent backup');
  await api.close();
});

import { readFileSync } from 'node:fs';
import { anApi } from '../test-support/an-api.ts';
import { PriceSnapshotEntity } from '../usda/price-snapshot.entity.ts';
import { DataSource } from 'typeorm';
import { LastBackup } from '../secrets/last-backup.ts';

const RULES = readFileSync(new URL('../../../../docs/examples/alerts.rules.yml', import.meta.url), 'utf8');
/** Metrics that Prometheus itself adds. */
const OWN = new Set(['up']);

test('the Prometheus rules only use metrics that the server has', async () => {
  const api = await anApi();
  await api.get(LastBackup).note(new Date('2026-11-22T00:00:00Z'));
  const week = { source: 'live' as const, week: '2026-11-16', region: 'r', item: 'i', commodity: 'egg', type: 't' };
  await api.get(DataSource).getRepository(PriceSnapshotEntity).insert(week);
  await (await fetch(`${api.url}/healthz`)).text();
  const text = await (await fetch(`${api.url}/metrics`)).text();
  const names = [...RULES.matchAll(/^\s+expr: (.*)$/gm)].flatMap(([, expression = '']) =>
    [...expression.matchAll(/([a-z][a-z0-9_]*)\{job="site"/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(10);
  for (const name of names.filter((one) => !OWN.has(one))) expect(text).toMatch(new RegExp(`^${name}(\\{| )`, 'm'));
  expect(text).toContain(`usda_newest_week_timestamp_seconds{commodity="egg"} ${Date.parse('2026-11-16') / 1_000}`);
  expect(text).toContain(`backup_timestamp_seconds ${Date.parse('2026-11-22') / 1_000}`);
  expect(text).toMatch(/^gallery_pictures 0$/m);
  expect(text).toMatch(/^jobs\{state="failed"\} 0$/m);
  await api.close();
});

test('a gauge that cannot be read, or has no value, is omitted, and the others are reported', async () => {
  const api = await anApi();
  await api.get(DataSource).destroy();
  const response = await fetch(`${api.url}/metrics`);
  const text = await response.text();
  expect([response.status, /^backup_timestamp_seconds /m.test(text), /^gallery_pictures /m.test(text)]).toEqual([
    200,
    false,
    false,
  ]);
  expect(text).toMatch(/^data_disk_free_bytes \d+/m);
  await api.get(DataSource).initialize();
  expect(await (await fetch(`${api.url}/metrics`)).text()).not.toMatch(/^backup_timestamp_seconds /m);
  await api.close();
});

import { setTimeout as delay } from 'node:timers/promises';
import type { Repository } from 'typeorm';
import type { SettingEntity } from '../secrets/setting.entity.ts';
import { Readiness } from './readiness.ts';
import { ServerHealth } from './server-health.ts';

/** The readiness of a server whose database counts its writes. */
function aReadiness() {
  const database = { writes: 0, isGone: false };
  const settings = {
    upsert: () => {
      database.writes += 1;
      return database.isGone ? Promise.reject(new Error('no database')) : Promise.resolve();
    },
    findOneBy: () => Promise.resolve({}),
  } as unknown as Repository<SettingEntity>; // Only these two are called.
  const health = new ServerHealth();
  const readiness = new Readiness(settings, health, { databaseBytes: () => Promise.resolve(null) }, { warn: () => undefined });
  return { database, health, readiness };
}

test('a loop of requests writes to the database once a second', async () => {
  const { database, readiness } = aReadiness();
  for (let round = 0; round < 100; round += 1) expect(await readiness.isReady()).toBe(true);
  expect(database.writes).toBe(1);
  database.isGone = true;
  while (await readiness.isReady()) await delay(20);
  expect(database.writes).toBe(2);
});

test('a problem that the process itself knows about takes effect immediately', async () => {
  const { health, readiness } = aReadiness();
  expect(await readiness.isReady()).toBe(true);
  health.brokenBy = 'a write to the disk failed (EIO)';
  expect(await readiness.isReady()).toBe(false);
  health.brokenBy = null;
  health.startDraining();
  expect(await readiness.isReady()).toBe(false);
});

test('the check for alerts always probes', async () => {
  const { database, readiness } = aReadiness();
  for (let round = 0; round < 3; round += 1) expect(await readiness.problem()).toBeNull();
  expect(database.writes).toBe(3);
});

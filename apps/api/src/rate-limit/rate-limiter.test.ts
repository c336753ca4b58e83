import { setTimeout as delay } from 'node:timers/promises';
import { aDatabase } from '../test-support/a-database.ts';
import { RateHitEntity } from './rate-hit.entity.ts';
import { RateLimiter } from './rate-limiter.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = 1_000 * HOUR_MS;

/** The site cleans once an hour; here when the test says so. */
function holdInterval() {
  const { setInterval } = globalThis;
  let act = () => {};
  let everyMs = 0;
  globalThis.setInterval = ((wanted: () => void, ms: number) => {
    act = wanted;
    everyMs = ms;
    return setInterval(() => {}, ms);
  }) as typeof setInterval;
  return {
    everyMs: () => everyMs,
    pass: () => act(),
    giveBack: () => {
      globalThis.setInterval = setInterval;
    },
  };
}

test('once an hour it forgets uses that no limit looks back to, and none that one does', async () => {
  const { database, remove } = await aDatabase();
  const hits = database.getRepository(RateHitEntity);
  const limiter = new RateLimiter(hits, { now: () => new Date(NOW_MS) });
  const used = (id: string, agoMs: number) => ({ id, bucket: 'upload', client: 'anna', at: String(NOW_MS - agoMs) });
  await hits.insert([used('a day and a second', 24 * HOUR_MS + 1_000), used('almost a day', 24 * HOUR_MS - 1_000)]);
  const interval = holdInterval();
  try {
    limiter.onApplicationBootstrap();
    expect(interval.everyMs()).toBe(HOUR_MS);
    interval.pass();
    for (let left = 1_000; left > 0 && (await hits.existsBy({ id: 'a day and a second' })); left -= 1) await delay(5);
    expect((await hits.find()).map(({ id }) => id)).toEqual(['almost a day']);
    expect(await limiter.take('upload', 'anna', { windows: [{ windowMs: 24 * HOUR_MS, max: 1 }] })).toBe(1_000);
  } finally {
    interval.giveBack();
    limiter.onModuleDestroy();
    await remove();
  }
});

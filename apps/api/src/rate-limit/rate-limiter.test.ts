import type { JobHandler } from '../jobs/job-runner.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { RateHitEntity } from './rate-hit.entity.ts';
import { RateLimiter } from './rate-limiter.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = 1_000 * HOUR_MS;

test('once an hour it deletes uses older than any limit’s window, and no others', async () => {
  const { database, remove } = await aDatabase();
  const hits = database.getRepository(RateHitEntity);
  const handlers: JobHandler[] = [];
  const jobs = { handle: (_kind: string, handler: JobHandler) => void handlers.push(handler) };
  const limiter = new RateLimiter(hits, { now: () => new Date(NOW_MS) }, jobs);
  expect(handlers).toEqual([]);
  limiter.onModuleInit();
  const used = (id: string, agoMs: number) => ({ id, bucket: 'upload', client: 'anna', at: String(NOW_MS - agoMs) });
  await hits.insert([used('a day and a second', 24 * HOUR_MS + 1_000), used('almost a day', 24 * HOUR_MS - 1_000)]);
  expect(handlers.map(({ every }) => every)).toEqual([{ ms: HOUR_MS }]);
  await handlers[0]?.run('', new AbortController().signal);
  expect((await hits.find()).map(({ id }) => id)).toEqual(['almost a day']);
  expect(await limiter.take('upload', 'anna', { windows: [{ windowMs: 24 * HOUR_MS, max: 1 }] })).toBe(1_000);
  await remove();
});

test('uses that were stored while the clock was a month ahead block nobody once it is right again', async () => {
  const { database, remove } = await aDatabase();
  const hits = database.getRepository(RateHitEntity);
  const handlers: JobHandler[] = [];
  let now = NOW_MS + 720 * HOUR_MS;
  const jobs = { handle: (_kind: string, handler: JobHandler) => void handlers.push(handler) };
  const limiter = new RateLimiter(hits, { now: () => new Date(now) }, jobs);
  limiter.onModuleInit();
  const limits = { windows: [{ windowMs: HOUR_MS, max: 1 }], backoff: { after: 1, firstMs: HOUR_MS, maxMs: 2 * HOUR_MS } };
  await limiter.take('password', 'anna', limits);
  expect(await limiter.take('password', 'anna', limits)).toBe(HOUR_MS);
  now = NOW_MS;
  expect(await limiter.take('password', 'anna', limits)).toHaveProperty('refund');
  // Of two processes one is a little ahead: its uses count.
  now -= 1_000;
  expect(await limiter.take('password', 'anna', limits)).toBe(HOUR_MS + 1_000);
  await handlers[0]?.run('', new AbortController().signal);
  expect((await hits.find()).map(({ at }) => Number(at))).toEqual([NOW_MS]);
  await remove();
});

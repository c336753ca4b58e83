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

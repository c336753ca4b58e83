import { UsdaConnection } from './usda-connection.ts';
import { UpstreamCache } from './upstream-cache.ts';
import { UpstreamError } from './usda.errors.ts';

test('a stored response is returned even if the lease cannot be released', async () => {
  const stored: unknown[] = [];
  const cache = new UpstreamCache(
    {
      name: 'eggs',
      ask: () => Promise.resolve([1]),
      parse: (value) => value as number[],
      isEmpty: (value) => value.length === 0,
    },
    {
      connection: new UsdaConnection('live', '', 'key'),
      copies: {
        fetchedAt: () => Promise.resolve(null),
        find: () => Promise.resolve(null),
        save: (_name, _source, copy) => {
          stored.push(copy.value);
          return Promise.resolve();
        },
        acquire: () => Promise.resolve({ release: () => Promise.reject(new Error('the database is down')) }),
      },
      clock: { now: () => new Date(0) },
      logger: { warn: () => undefined },
    },
  );
  expect([(await cache.get()).value, stored]).toEqual([[1], [[1]]]);
});

test('a source that asks for a pause is left alone, unless the clock is set back: it would be left alone for as long as the clock was wrong', async () => {
  let now = Date.UTC(2026, 10, 26);
  let requests = 0;
  const cache = new UpstreamCache(
    {
      name: 'eggs',
      ask: () => {
        requests += 1;
        return Promise.reject(new UpstreamError('USDA_RATE_LIMITED', 'too many requests', 60));
      },
      parse: (value) => value,
      isEmpty: () => false,
    },
    {
      connection: new UsdaConnection('live', '', 'key'),
      copies: {
        fetchedAt: () => Promise.resolve(null),
        find: () => Promise.resolve(null),
        save: () => Promise.resolve(),
        acquire: () => Promise.resolve({ release: () => Promise.resolve() }),
      },
      clock: { now: () => new Date(now) },
      logger: { warn: () => undefined },
    },
  );
  await expect(cache.get()).rejects.toThrow('too many requests');
  now += 59_000;
  await expect(cache.get()).rejects.toThrow('no new request yet');
  expect(requests).toBe(1);
  now -= 86_400_000;
  await expect(cache.get()).rejects.toThrow('too many requests');
  expect(requests).toBe(2);
});

describe('a stored copy', () => {
  let stored: { fetchedAt: string; payload: string };
  let reads: number;
  let cache: UpstreamCache<{ week: number }>;
  beforeEach(() => {
    stored = { fetchedAt: '2026-09-18T15:00:00.000Z', payload: '{"week":1}' };
    reads = 0;
    cache = new UpstreamCache(
      {
        name: 'eggs',
        ask: () => Promise.reject(new Error('not asked')),
        parse: (value) => value as { week: number },
        isEmpty: () => false,
      },
      {
        connection: new UsdaConnection('live', '', 'key'),
        copies: {
          fetchedAt: () => Promise.resolve(stored.fetchedAt),
          find: async (_name, _source, read) => {
            reads += 1;
            return { value: read(stored.payload), fetchedAt: stored.fetchedAt };
          },
          save: () => Promise.resolve(),
          acquire: () => Promise.resolve(null),
        },
        clock: { now: () => new Date(0) },
        logger: { warn: () => undefined },
      },
    );
  });

  test('is read once for all who ask, and again only when another one has been stored', async () => {
    const [first, ...others] = await Promise.all([cache.stored(), cache.stored(), cache.stored()]);
    for (const other of [...others, await cache.stored()]) expect(other).toBe(first);
    expect(reads).toBe(1);
    stored = { fetchedAt: '2026-09-18T15:15:00.000Z', payload: '{"week":2}' };
    expect([await cache.stored(), reads]).toEqual([{ week: 2 }, 2]);
  });

  test('that cannot be read is read again', async () => {
    stored.payload = '{';
    await expect(cache.stored()).rejects.toThrow(SyntaxError);
    stored.payload = '{"week":3}';
    expect(await cache.stored()).toEqual({ week: 3 });
  });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { WorkQueue } from '../http/work-queue.ts';
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

describe('of two requests of which one may be sent at a time', () => {
  let asking: WorkQueue;
  let leases: string[];
  let asked: string[];
  /** Ends the first request. */
  let respond: () => void;
  let heldByOther: string | null;
  let storedByOther: { value: string; fetchedAt: string } | null;
  beforeEach(() => {
    asking = new WorkQueue(1, 1);
    [leases, asked, heldByOther, storedByOther] = [[], [], null, null];
  });

  function aCache(name: string, response: Promise<string>): UpstreamCache<string> {
    const ask = () => {
      asked.push(name);
      return response;
    };
    return new UpstreamCache(
      { name, ask, parse: (value) => value as string, isEmpty: () => false, asking },
      {
        connection: new UsdaConnection('live', '', 'key'),
        copies: {
          fetchedAt: () => Promise.resolve(storedByOther?.fetchedAt ?? null),
          find: (_name, _source, read) =>
            Promise.resolve(storedByOther && { ...storedByOther, value: read(JSON.stringify(storedByOther.value)) }),
          save: () => Promise.resolve(),
          acquire: (lease) => {
            leases.push(lease);
            return Promise.resolve(lease === heldByOther ? null : { release: () => Promise.resolve() });
          },
        },
        clock: { now: () => new Date(0) },
        logger: { warn: () => undefined },
      },
    );
  }

  /** The first one has been sent, and the second one waits. */
  async function twoCaches() {
    const response = new Promise<string>((resolve) => {
      respond = () => resolve('first');
    });
    const first = aCache('first', response);
    const second = aCache('second', Promise.resolve('second'));
    const answers = [first.get(), second.get()] as const;
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    return { second, answers };
  }

  test('the second takes the lease when its turn comes, so that another process may ask before', async () => {
    const { answers } = await twoCaches();
    expect(leases).toEqual(['usda first']);
    respond();
    expect((await Promise.all(answers)).map(({ value }) => value)).toEqual(['first', 'second']);
    expect(leases).toEqual(['usda first', 'usda second']);
  });

  test('the second is not sent if it has been aborted before its turn comes', async () => {
    const { second, answers } = await twoCaches();
    const stopped = second.stop();
    respond();
    await expect(answers[1]).rejects.toMatchObject({ code: 'USDA_TIMEOUT' });
    await Promise.all([answers[0], stopped]);
    expect([asked, leases]).toEqual([['first'], ['usda first']]);
  });

  test('the second is sent while the first waits for another process', async () => {
    heldByOther = 'usda first';
    const { answers } = await twoCaches();
    expect((await answers[1]).value).toBe('second');
    storedByOther = { value: 'from another process', fetchedAt: new Date(0).toISOString() };
    expect([(await answers[0]).value, asked]).toEqual(['from another process', ['second']]);
  });

  test('a third is refused while both are there, which does not count as a failure of the source', async () => {
    const { answers } = await twoCaches();
    const third = aCache('third', Promise.resolve('third'));
    for (let attempt = 0; attempt < 6; attempt += 1) await expect(third.get()).rejects.toMatchObject({ code: 'OVERLOADED' });
    respond();
    await Promise.all(answers);
    expect((await third.get()).value).toBe('third');
  });
});

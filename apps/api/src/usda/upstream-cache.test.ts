import { UsdaConnection } from './usda-connection.ts';
import { readOnce, UpstreamCache } from './upstream-cache.ts';

describe('reading a stored copy', () => {
  test('parses a text once, and parses a different one again', () => {
    const seen: string[] = [];
    const read = readOnce((text) => {
      seen.push(text);
      return JSON.parse(text) as unknown;
    });
    const first = read('{"week":1}');
    expect(read('{"week":1}')).toBe(first);
    expect(read('{"week":2}')).toEqual({ week: 2 });
    expect(read('{"week":1}')).toEqual({ week: 1 });
    expect(seen).toEqual(['{"week":1}', '{"week":2}', '{"week":1}']);
  });

  test('does not cache a text that it could not read', () => {
    const read = readOnce((text) => JSON.parse(text) as unknown);
    read('1');
    expect(() => read('{')).toThrow(SyntaxError);
    expect(() => read('{')).toThrow(SyntaxError);
    expect(read('1')).toBe(1);
  });
});

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

import { fallbackDelay, hasArrived, hasFewConnections, haveAllArrived } from './fallback-delay.ts';

const entries = (page: object[], resources: object[]) => ({
  // The requested type decides which list is returned.
  getEntriesByType: (type: string) => (type === 'navigation' ? page : resources) as PerformanceEntryList,
});
const script = (duration: number) => ({ name: 'https://example.org/r/shell/1.0.0-0/main.js', duration });

test('the fallback delay is 1.8 s, or more if the document or the scripts take longer, but at most 4 s', () => {
  expect(fallbackDelay(entries([], []))).toBe(1_800);
  expect(fallbackDelay(entries([{ requestStart: 100, responseEnd: 350 }], [script(20)]))).toBe(2_500);
  expect(fallbackDelay(entries([{ requestStart: 0, responseEnd: 10 }], [script(20), script(700)]))).toBe(2_800);
  expect(fallbackDelay(entries([{ requestStart: 0, responseEnd: 5_000 }], []))).toBe(4_000);
});

test('a file of another release, an error, and a file from before that time do not count as arrived', () => {
  const file = (name: string, responseStatus?: number) => ({
    name: `https://example.org${name}`,
    responseStatus,
    responseEnd: 900,
  });
  const files = [
    file('/r/eggs/1.0.0-a/x.js', 200),
    file('/r/eggs/1.0.0-b/x.js', 404),
    file('/r/eggs/1.0.0-d/x.js'),
    // Nothing was received.
    file('/r/eggs/1.0.0-e/x.js', 0),
  ];
  const arrived = (hash: string) => hasArrived(entries([], files), `/r/eggs/1.0.0-${hash}/`, 800);
  expect(['a', 'b', 'c', 'd', 'e'].map(arrived)).toEqual([true, false, false, true, false]);
  expect(hasArrived(entries([], files), '/r/eggs/1.0.0-a/', 1_000)).toBe(false);
});

test('all files have arrived only when each has, completely and without an error', () => {
  const file = (name: string, responseEnd: number, responseStatus?: number) => ({
    name: `https://example.org/r/eggs/1/${name}`,
    responseStatus,
    responseEnd,
  });
  const arrived = (...files: object[]) => haveAllArrived(entries([], files), ['/r/eggs/1/a.js', '/r/eggs/1/b.js']);
  expect(arrived(file('a.js', 20), file('b.js', 30, 200), file('c.js', 0))).toBe(true);
  expect(arrived(file('a.js', 20))).toBe(false);
  expect(arrived(file('a.js', 20), file('b.js', 0))).toBe(false);
  expect(arrived(file('a.js', 20), file('b.js', 30, 404))).toBe(false);
});

test('requests that hang block others only over HTTP/1.1', () => {
  const over = (nextHopProtocol: string) => hasFewConnections(entries([{ nextHopProtocol }], []));
  expect([over('http/1.1'), over('h2'), over('h3')]).toEqual([true, false, false]);
});
